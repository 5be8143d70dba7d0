/**
 * The engine where there are no files: in a browser's page, in a worker, at the edge. `pagewright/browser`. It opens no connection here either: its own fonts and
 * WebAssembly are handed to it by a function of the caller's, each when it is needed first.
 */
import { ByteList } from './byte-stream.ts';
import { describeLayout } from './debug/describe-layout.ts';
import type { DocumentLayout } from './document-layout.ts';
import { withTypedErrors } from './error-edge.ts';
import { FONT_MANIFESTS } from './fonts/bundled-fonts.ts';
import { FileStore } from './platform/file-store.ts';
import type { OwnFiles } from './platform/given-files.ts';
import { installHost, NotAtHand } from './platform/host.ts';
import { layoutDocument, renderTo } from './render.ts';
import type { BytesGiven, RenderOptions, ResourceLoader } from './render-options.ts';
import type { RenderResult, RenderWithLayoutResult } from './render-result.ts';
import { renderWithLayout } from './render-with-layout.ts';

export type { Limits } from './budget.ts';
export type { DocumentLayout, LaidOutBox, LaidOutLine, LaidOutPage, PageBreak, Rectangle } from './document-layout.ts';
export type { Diagnostic, Severity } from './diagnostics.ts';
export { type Breach, RenderError, type ExternalReference, type RenderErrorCode } from './errors.ts';
export type { OwnFiles } from './platform/given-files.ts';
export type {
  Attachment,
  Bytes,
  BytesGiven,
  Encryption,
  FacturX,
  ImageOptions,
  OutputIntent,
  Length,
  Permissions,
  Progress,
  RenderOptions,
  ResourceKind,
  ResourceLoader,
  UserStyle,
  ViewerOptions,
} from './render-options.ts';
export type { RenderResult, RenderWithLayoutResult } from './render-result.ts';

export interface EngineOptions {
  /**
   * Gives a file of the engine's own by its name, such as `fonts/Tinos-400.ttf` or `wasm/harfbuzz.wasm`, as `pagewright assets FOLDER` lays them out: its bytes,
   * for WebAssembly also the compiled module, or null if there is none. Asked once for each.
   */
  readonly files: OwnFiles;
}

export interface Engine {
  /** As `render` of `pagewright`, with the same bytes. */
  render(html: string | BytesGiven, options?: RenderOptions): Promise<RenderResult>;
  /** Both, at the cost of one of them. */
  renderWithLayout(html: string | BytesGiven, options?: RenderOptions): Promise<RenderWithLayoutResult>;
  /** As `layout` of `pagewright`. */
  layout(html: string | BytesGiven, options?: RenderOptions): Promise<DocumentLayout>;
}

/** What every document needs. */
const ALWAYS = [
  // All but the first there may be.
  ...FONT_MANIFESTS,
  'css/user-agent.css',
  'css/quirks.css',
  'wasm/harfbuzz.wasm',
  'wasm/harfbuzz-subset.wasm',
  'wasm/libdeflate.wasm',
];

let store: FileStore | null = null;

/** The engine, ready to render. There is one in a page or worker; whoever asks again gets it, with the files that it has. */
export async function createEngine({ files }: EngineOptions): Promise<Engine> {
  const own = (store ??= new FileStore(files));
  installHost(own);
  await Promise.all(ALWAYS.map((name) => own.load(name)));
  return {
    render: (html, options = {}) =>
      withFiles(own, options, async (given) => {
        const bytes = new ByteList();
        const { pages, diagnostics } = await renderTo(html, given, bytes);
        return { pdf: bytes.joined(), pages, diagnostics };
      }),
    renderWithLayout: (html, options = {}) => withFiles(own, options, (given) => renderWithLayout(html, given)),
    layout: (html, options = {}) =>
      withFiles(own, options, (given) =>
        withTypedErrors(given, async (followed) => describeLayout(await layoutDocument(html, followed))),
      ),
  };
}

/** Does something again each time that a file was missing: a font is known to be needed only in the midst of layout. */
async function withFiles<T>(
  own: FileStore,
  options: RenderOptions,
  run: (options: RenderOptions) => Promise<T>,
): Promise<T> {
  const { resources } = options;
  const given = typeof resources === 'function' ? { ...options, resources: askedOnce(resources) } : options;
  for (;;) {
    try {
      return await run(given);
    } catch (error) {
      const { cause } = error as Error;
      if (!(cause instanceof NotAtHand) || own.knows(cause.file)) throw error;
      await own.load(cause.file);
    }
  }
}

/** The caller's function is called once for each file, however often the render begins anew. */
function askedOnce(resources: ResourceLoader): ResourceLoader {
  const answers = new Map<string, ReturnType<ResourceLoader>>();
  return (url, kind) => {
    const key = `${kind} ${url}`;
    if (!answers.has(key)) answers.set(key, resources(url, kind));
    return answers.get(key) as ReturnType<ResourceLoader>;
  };
}
