/**
 * The engine without a file system: in a web page, in a worker, at the edge (`pagewright/browser`). It opens no network
 * connections. A function of the caller supplies the engine's own fonts and WebAssembly when they are first needed.
 */
import { ByteList } from './byte-stream.ts';
import { describeLayout } from './debug/describe-layout.ts';
import { explainElement } from './debug/explain-element.ts';
import type { DocumentLayout } from './document-layout.ts';
import { withTypedErrors } from './error-edge.ts';
import type { ExplainedElement } from './explained-element.ts';
import { FONT_MANIFESTS } from './fonts/bundled-fonts.ts';
import { FileStore } from './platform/file-store.ts';
import type { OwnFiles } from './platform/given-files.ts';
import { installHost, NotAtHand } from './platform/host.ts';
import { withCurrentNames } from './option-names.ts';
import { layoutDocument, renderTo } from './render.ts';
import type { DocumentGiven, RenderOptions, ResourceLoader } from './render-options.ts';
import type { RenderResult, RenderWithLayoutResult } from './render-result.ts';
import { renderWithLayout } from './render-with-layout.ts';

export type { Limits } from './budget.ts';
export type {
  ComputedValue,
  EdgeWidths,
  ExplainedBox,
  ExplainedDeclaration,
  ExplainedElement,
} from './explained-element.ts';
export type {
  DocumentLayout,
  LaidOutBox,
  LaidOutLine,
  LaidOutMarginBox,
  LaidOutPage,
  PageBreak,
  Rectangle,
} from './document-layout.ts';
export type { Diagnostic, Fix, Severity } from './diagnostics.ts';
export {
  type ExternalReference,
  RenderError,
  type RenderErrorCode,
  type RenderErrorDetails,
  type RenderIssue,
} from './errors.ts';
export type { OwnFiles } from './platform/given-files.ts';
export type {
  Attachment,
  Bytes,
  BytesGiven,
  Encryption,
  FacturX,
  FontFinder,
  FontRequest,
  FoundFont,
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
   * Returns one of the engine's files by name, such as `fonts/Tinos-400.ttf` or `wasm/harfbuzz.wasm`, in the layout of
   * `pagewright assets FOLDER`. Returns its bytes, or for WebAssembly also the compiled module, or null if there is no
   * such file. Called once per file.
   */
  readonly files: OwnFiles;
}

export interface Engine {
  /** Renders like `render` of `pagewright`, with identical bytes. */
  render(html: DocumentGiven, options?: RenderOptions): Promise<RenderResult>;
  /** Returns the PDF and the layout from a single render. */
  renderWithLayout(html: DocumentGiven, options?: RenderOptions): Promise<RenderWithLayoutResult>;
  /** Lays out like `layout` of `pagewright`. */
  layout(html: DocumentGiven, options?: RenderOptions): Promise<DocumentLayout>;
  /**
   * Returns the origins of an element's style, and the edges of its boxes. The element is the first that `selector`
   * matches. null: no element matches.
   */
  explain(html: DocumentGiven, selector: string, options?: RenderOptions): Promise<ExplainedElement | null>;
}

/** Files that every document needs. */
const ALWAYS = [
  // All font manifests but the first may be missing.
  ...FONT_MANIFESTS,
  'css/user-agent.css',
  'css/quirks.css',
  'wasm/harfbuzz.wasm',
  'wasm/harfbuzz-subset.wasm',
  'wasm/libdeflate.wasm',
];

let store: FileStore | null = null;

/** Creates the engine. Each page or worker has one: later calls return it and ignore their `files`. */
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
    explain: (html, selector, options = {}) =>
      withFiles(own, options, (given) => explainElement(html, selector, given)),
  };
}

/** Restarts `run` each time a file is missing, because only layout finds out which fonts are needed. */
async function withFiles<T>(
  own: FileStore,
  options: RenderOptions,
  run: (options: RenderOptions) => Promise<T>,
): Promise<T> {
  const named = withCurrentNames(options);
  const load = named?.loadResource;
  const given = typeof load === 'function' ? { ...named, loadResource: askedOnce(load) } : named;
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

/** Wraps the caller's function so that it is called once for each file, even if the render restarts. */
function askedOnce(load: ResourceLoader): ResourceLoader {
  const answers = new Map<string, ReturnType<ResourceLoader>>();
  return (url, kind) => {
    const key = `${kind} ${url}`;
    if (!answers.has(key)) answers.set(key, load(url, kind));
    return answers.get(key) as ReturnType<ResourceLoader>;
  };
}
