/**
 * Finds every http(s) URL that a browser would load to show the document. The engine never loads anything from the
 * network, so it refuses a document that depends on such a URL instead of rendering it incorrectly.
 *
 * Searches parsed documents and CSS tokens. It also searches embedded content: data: style sheets, data: SVG, data: or
 * `srcdoc` frames, and style sheets and SVG files provided with the document.
 */
import type { Budget } from '../budget.ts';
import type { Diagnostics, SourcePosition } from '../diagnostics.ts';
import { type ExternalReference, issueAt, RenderError } from '../errors.ts';
import { dataUrlText, decodeDataUrl } from './data-url.ts';
import { isAttachment } from './attachments.ts';
import { isStyleElement, isStyleSheetLink } from './element-facts.ts';
import { hasFrameMarkup, isImageFile } from './frame-markup.ts';
import { type Element, Namespace, type Node } from './node.ts';
import { nextNode, parseDocument, textOf } from './parse.ts';
import { parseXml } from './parse-xml.ts';
import { SourcePositions } from './source-positions.ts';
import { decodeXml } from './encoding.ts';
import type { Resources } from './resources.ts';
import type { ResourceKind, UserStyle } from '../render-options.ts';
import { parseSrcset } from './srcset.ts';
import { resolveUrl } from './url.ts';

/** Maximum nesting depth of documents and style sheets in data: URLs. */
const MAX_NESTING = 16;

export interface References {
  /** Distinct URLs in document order. */
  readonly external: readonly FoundReference[];
  /** URLs that may be images, both `data:` URLs and loaded files, with the positions of their first occurrences. */
  readonly images: ReadonlyMap<string, SourcePosition | null>;
  /**
   * Whether some boxes are built late: HTML in a `foreignObject` of an SVG in the document or an image, or a document
   * in a frame.
   */
  readonly hasForeignContent: boolean;
}

/** An external reference with the position of its first occurrence. */
/** Why a relative URL isn't loaded, for callers of every interface. */
const NO_FILES = 'no files were given. Send it along (HTTP: files, library: loadResource), or use a data: URL';

interface FoundReference extends ExternalReference {
  readonly position: SourcePosition | null;
}

/** Finds the URLs in CSS text, in order. Offsets refer to the text. */
export interface StyleReferences {
  referencesOfSheet(text: string): readonly StyleReference[];
  /** Returns the references in declarations or a value. */
  referencesOfValue(text: string): readonly StyleReference[];
  /** Returns a loaded external style sheet, or null. */
  sheetAt(url: string): { readonly text: string; positionOf(offset: number): SourcePosition } | null;
}

interface StyleReference {
  readonly url: string;
  /** `string`: a data: URL in a plain string. */
  readonly kind: '@import' | 'url()' | 'image-set()' | 'string';
  readonly offset: number;
  /** Whether it is inside an `@font-face` rule. */
  readonly isFont: boolean;
}

/** A resource that the document needs and the caller provides. */
export interface Wanted {
  /** The resource's name in `Resources`. */
  readonly name: string;
  readonly kind: ResourceKind;
  /** The URL as written in the document. */
  readonly url: string;
  readonly where: string;
  readonly position: SourcePosition | null;
  /** The element that needs only one of its images; null: this resource is needed. */
  readonly oneOf: Element | null;
}

/**
 * Refuses a document that refers to external resources, or with `ignore` omits them with a diagnostic each.
 * @throws RenderError `external_resource`
 */
export function refuseExternalReferences(
  references: readonly FoundReference[],
  diagnostics: Diagnostics,
  external: 'refuse' | 'ignore',
): void {
  if (references.length === 0) return;
  if (external === 'refuse') {
    throw new RenderError('external_resource', refusalOf(references), {
      urls: references.map(({ url, where }) => ({ url, where })),
      issues: references.map(({ url, where, position }) =>
        issueAt(position, 'external_resource', `${where} ${shortened(url)} is external`),
      ),
    });
  }
  for (const { url, where, position } of references)
    diagnostics.warn('document/external-resource', `${where} ${url} is external and was skipped.`, position);
}

/** Returns the message of the refusal, which names the first resource for readers who see only the message. */
function refusalOf(references: readonly FoundReference[]): string {
  const { url, where } = references[0]!;
  const first = `${shortened(url)} (${where})`;
  if (references.length === 1)
    return `The document refers to an external resource: ${first}. Pagewright never loads http(s) URLs. Inline it as a data: URI, or provide the file and refer to it by a relative URL.`;
  const others = references.length - 1;
  return `The document refers to ${references.length} external resources: ${first} and ${others} more. Pagewright never loads http(s) URLs. Inline them as data: URIs, or provide the files and refer to them by relative URLs.`;
}

/** Maximum length of a URL in a message, in characters. */
const NAMED_URL = 200;

const shortened = (url: string): string => (url.length > NAMED_URL ? `${url.slice(0, NAMED_URL)}…` : url);

/** The context of the search. */
interface Place {
  readonly base: string | null;
  /** A prefix for `where`: `data: SVG `, `iframe srcdoc `, ... */
  readonly prefix: string;
  readonly depth: number;
  /** Whether relative URLs refer to resources of the document. */
  readonly isBeside: boolean;
}

/** The type that a `data:` URL must have to be interpreted in its place. */
type Expected = 'image' | 'font' | 'frame' | 'embedded' | 'style sheet' | 'attachment' | 'script' | 'media';

/** The kind of resource to request for each interpretation. Frames, scripts and media are never requested. */
const KINDS: Partial<Record<Expected, ResourceKind>> = {
  image: 'image',
  embedded: 'image',
  font: 'font',
  'style sheet': 'stylesheet',
  attachment: 'attachment',
};

const BACKGROUND_TAGS = new Set(['body', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'col', 'colgroup']);
const SVG_LINKING_TAGS = new Set(['image', 'use', 'feImage', 'script']);
/** Presentation attributes whose values may contain `url()`. */
const SVG_URL_ATTRIBUTES = new Set([
  'clip-path',
  'cursor',
  'fill',
  'filter',
  'marker-end',
  'marker-mid',
  'marker-start',
  'mask',
  'stroke',
]);
const JAVASCRIPT_TYPES = new Set([
  'application/ecmascript',
  'application/javascript',
  'application/x-ecmascript',
  'application/x-javascript',
  'text/ecmascript',
  'text/javascript',
  'text/javascript1.0',
  'text/javascript1.1',
  'text/javascript1.2',
  'text/javascript1.3',
  'text/javascript1.4',
  'text/javascript1.5',
  'text/jscript',
  'text/livescript',
  'text/x-ecmascript',
  'text/x-javascript',
  'module',
]);
/** Attributes whose entire value is a URL to load, by tag. */
type LoadedAttributes = readonly (readonly [attribute: string, expected: Expected])[];

const LOADED_ATTRIBUTES: ReadonlyMap<string, LoadedAttributes> = new Map(
  Object.entries<LoadedAttributes>({
    img: [['src', 'image']],
    source: [['src', 'media']],
    video: [
      ['src', 'media'],
      ['poster', 'image'],
    ],
    audio: [['src', 'media']],
    track: [['src', 'media']],
    embed: [['src', 'embedded']],
    object: [['data', 'embedded']],
    frame: [['src', 'frame']],
  }),
);

/** Collects references. Resources of the document wait in a list until the caller takes and loads them. */
export class ReferenceFinder {
  /** The elements that have one of the images they choose from. */
  readonly served = new Set<Element>();
  /** Keyed by URL. */
  private readonly found = new Map<string, FoundReference>();
  private readonly images = new Map<string, SourcePosition | null>();
  private wanted: Wanted[] = [];
  private hasForeignContent = false;
  /** Resources that have been searched for references. */
  private readonly read = new Set<string>();
  private readonly resources: Resources | null;
  private readonly styles: StyleReferences;
  private readonly diagnostics: Diagnostics;
  private readonly budget: Budget;

  constructor(
    styles: StyleReferences,
    diagnostics: Diagnostics,
    budget: Budget,
    /** The resources of the document; null if there are none. */
    resources: Resources | null,
  ) {
    this.styles = styles;
    this.diagnostics = diagnostics;
    this.budget = budget;
    this.resources = resources;
  }

  /** Returns all references found so far. */
  references(): References {
    const { images, hasForeignContent } = this;
    return { external: [...this.found.values()], images, hasForeignContent };
  }

  /** Returns the resources found to be needed since the last call. */
  takeWanted(): readonly Wanted[] {
    const { wanted } = this;
    this.wanted = [];
    return wanted;
  }

  /** Searches a style sheet of the caller. */
  userStyle(style: UserStyle, name: string): void {
    const place = { base: null, prefix: `${name} `, depth: 0, isBeside: true };
    if (typeof style !== 'string') return this.reference(style.url, 'style sheet', 'url', place, null);
    const positions = new SourcePositions(style, { source: name, line: 1, column: 1 });
    this.styleSheet(style, '', place, (offset) => positions.at(offset));
  }

  /** Searches a loaded resource for further references. */
  loaded({ name, kind, url, position, oneOf }: Wanted): void {
    if (oneOf !== null) this.served.add(oneOf);
    if (kind === 'image') this.image(url, position);
    if (this.read.has(name)) return;
    this.read.add(name);
    if (kind === 'stylesheet') this.sheetBeside(url, name);
    else if (kind === 'image') this.svgBeside(url, name, position);
  }

  private sheetBeside(url: string, name: string): void {
    const sheet = this.styles.sheetAt(url);
    if (sheet === null) return;
    // Its relative URLs were made absolute when it was read.
    const label = this.resources?.label(name) ?? name;
    this.styleSheet(sheet.text, '', { base: null, prefix: `${label} `, depth: 0, isBeside: true }, (offset) =>
      sheet.positionOf(offset),
    );
  }

  /** Searches an SVG file. Like an image in a data: URL it loads nothing, but what it depends on is reported. */
  private svgBeside(url: string, name: string, position: SourcePosition | null): void {
    const bytes = this.resources?.bytes(url) ?? null;
    if (bytes === null || !looksLikeXml(bytes)) return;
    const label = this.resources?.label(name) ?? name;
    this.xml(decodeXml(bytes).text, { base: null, prefix: `${label} `, depth: 1, isBeside: false }, label, position);
  }

  private image(url: string, position: SourcePosition | null): void {
    if (!this.images.has(url)) this.images.set(url, position);
  }

  documentTree(root: Element, place: Place): void {
    for (let node: Node | null = root; node !== null; node = nextNode(node, root)) {
      this.budget.tick();
      if (node.type !== 'element') continue;
      if (node.namespace === Namespace.Html) this.htmlElement(node, place);
      else if (node.namespace === Namespace.Svg) this.svgElement(node, place);
      if (isStyleElement(node)) this.styleElement(node, place);
      if (node.attributes.length === 0) continue;
      const style = node.attribute('style');
      if (style !== null) this.styleValue(style, 'style attribute ', place, node.position);
    }
  }

  private htmlElement(element: Element, place: Place): void {
    const { tag, attributes } = element;
    if (tag === 'script' && isJavaScript(element)) this.script(element, place);
    if (attributes.length === 0) return;
    for (const [attribute, expected] of LOADED_ATTRIBUTES.get(tag) ?? [])
      this.attribute(element, attribute, expected, place);
    if (tag === 'img' || tag === 'source') this.srcset(element, place);
    else if (tag === 'input' && element.attribute('type')?.trim().toLowerCase() === 'image')
      this.attribute(element, 'src', 'image', place);
    else if (tag === 'iframe') this.iframe(element, place);
    else if ((tag === 'link' || tag === 'a') && isAttachment(element)) this.attachment(element, place);
    else if (tag === 'link' && isStyleSheetLink(element)) this.attribute(element, 'href', 'style sheet', place);
    if (BACKGROUND_TAGS.has(tag)) this.attribute(element, 'background', 'image', place);
  }

  private svgElement(element: Element, place: Place): void {
    if (element.tag === 'foreignObject') this.hasForeignContent = true;
    if (SVG_LINKING_TAGS.has(element.tag) && (element.tag !== 'script' || isJavaScript(element))) {
      const name = element.attribute('href') !== null ? 'href' : 'xlink:href';
      this.attribute(element, name, element.tag === 'script' ? 'script' : 'image', place);
    }
    for (const { name, value } of element.attributes) {
      if (SVG_URL_ATTRIBUTES.has(name)) this.styleValue(value, `${element.tag} ${name} `, place, element.position);
    }
  }

  private attribute(element: Element, attribute: string, expected: Expected, place: Place): void {
    const value = element.attribute(attribute);
    if (value === null) return;
    const oneOf = attribute === 'src' && element.tag === 'img' ? choosing(element) : null;
    this.reference(value, expected, `${element.tag} ${attribute}`, place, element.position, oneOf);
  }

  /** Attachments that aren't files next to the document are left to attachments.ts. */
  private attachment(element: Element, place: Place): void {
    const href = element.attribute('href') ?? '';
    if (resolveUrl(href, place.base).kind !== 'other') return;
    this.isWanted(href, 'attachment', `${element.tag} href`, place, element.position);
  }

  private srcset(element: Element, place: Place): void {
    const value = element.attribute('srcset');
    if (value === null) return;
    for (const { url } of parseSrcset(value))
      this.reference(url, 'image', `${element.tag} srcset`, place, element.position, choosing(element));
  }

  private script(element: Element, place: Place): void {
    this.attribute(element, 'src', 'script', place);
    this.diagnostics.warn('document/script', 'The script was not run: Pagewright runs no scripts.', element.position);
  }

  private iframe(element: Element, place: Place): void {
    if (hasFrameMarkup(element)) this.hasForeignContent = true;
    const source = element.attribute('srcdoc');
    if (source === null)
      this.attribute(element, 'src', isImageFile(element.attribute('src') ?? '') ? 'image' : 'frame', place);
    else this.innerHtml(source, 'iframe srcdoc ', place, place);
  }

  /** Searches an inner document. `around`: inherited unless the inner document has its own base. */
  private innerHtml(html: string, what: string, around: Pick<Place, 'base' | 'isBeside'>, place: Place): void {
    if (place.depth >= MAX_NESTING) return;
    const inner = parseDocument(html, this.budget, this.diagnostics);
    this.documentTree(inner.root, {
      base: inner.baseUrl ?? around.base,
      prefix: place.prefix + what,
      depth: place.depth + 1,
      isBeside: around.isBeside && inner.baseHref === null,
    });
  }

  private styleElement(element: Element, place: Place): void {
    const text = textOf(element);
    const positions = element.position && new SourcePositions(text, element.position);
    this.styleSheet(text, `${element.tag} `, place, (offset) => positions?.at(offset) ?? null);
  }

  /** Searches a style sheet. `positionOf` is called with ascending offsets. */
  private styleSheet(
    text: string,
    where: string,
    place: Place,
    positionOf: (offset: number) => SourcePosition | null,
  ): void {
    for (const { url, kind, offset, isFont } of this.styles.referencesOfSheet(text)) {
      const expected = kind === '@import' ? 'style sheet' : isFont ? 'font' : 'image';
      if (kind === 'string') this.image(url, positionOf(offset));
      else this.reference(url, expected, where + kind, place, positionOf(offset));
    }
  }

  private styleValue(text: string, where: string, place: Place, position: SourcePosition | null): void {
    for (const { url, kind } of this.styles.referencesOfValue(text)) {
      if (kind === 'string') this.image(url, position);
      else this.reference(url, 'image', where + kind, place, position);
    }
  }

  private reference(
    text: string,
    expected: Expected,
    where: string,
    place: Place,
    position: SourcePosition | null,
    oneOf: Element | null = null,
  ): void {
    const resolved = resolveUrl(text, place.base);
    switch (resolved.kind) {
      case 'http':
        if (!this.found.has(resolved.url))
          this.found.set(resolved.url, { url: resolved.url, where: place.prefix + where, position });
        return;
      case 'data':
        if (oneOf !== null) this.served.add(oneOf);
        this.dataUrl(resolved.url, expected, place, position);
        return;
      case 'other':
        // Scripts are reported as such.
        if (expected === 'script' || this.isWanted(text, expected, where, place, position, oneOf)) return;
        this.diagnostics.warn(
          'document/not-loaded',
          `${place.prefix + where} ${shown(text)} was not loaded: ${this.whyNot(expected)}.`,
          position,
        );
        return;
      case 'invalid':
        this.diagnostics.warn(
          'document/invalid-url',
          `${place.prefix + where} ${shown(text)} is not a valid URL. Nothing was loaded.`,
          position,
        );
        return;
      case 'local':
        return;
    }
  }

  private whyNot(expected: Expected): string {
    if (expected === 'media') return 'Pagewright loads no audio or video';
    if (expected === 'frame') return 'frames show `srcdoc`, `data:` URLs, drawings and pictures';
    return this.resources === null ? NO_FILES : 'URLs of this scheme are never loaded';
  }

  /** Records a resource of the document. Returns false for other URLs. */
  private isWanted(
    url: string,
    expected: Expected,
    where: string,
    place: Place,
    position: SourcePosition | null,
    oneOf: Element | null = null,
  ): boolean {
    const kind = KINDS[expected];
    const name = kind !== undefined && place.isBeside ? (this.resources?.nameOf(url) ?? null) : null;
    if (kind === undefined || name === null) return false;
    this.wanted.push({ name, kind, url, where: place.prefix + where, position, oneOf });
    return true;
  }

  /**
   * Searches a data: URL. Documents and style sheets in it have no base, so only their absolute URLs can be resolved.
   */
  private dataUrl(url: string, expected: Expected, place: Place, position: SourcePosition | null): void {
    if (expected !== 'style sheet') this.image(url, position);
    if (place.depth >= MAX_NESTING || expected === 'script' || expected === 'media') return;
    const header = url.slice(0, Math.max(0, url.indexOf(','))).toLowerCase();
    const isXml = header.includes('xml');
    const isHtml = (expected === 'frame' || expected === 'embedded') && header.includes('html');
    if (expected !== 'style sheet' && !isXml && !isHtml) return;
    const data = decodeDataUrl(url);
    if (data === null) return;
    const inside = (what: string): Place => ({
      base: null,
      prefix: place.prefix + what,
      depth: place.depth + 1,
      isBeside: false,
    });
    if (expected === 'style sheet') {
      const text = dataUrlText(data);
      const positions = new SourcePositions(text, { source: 'data: style sheet', line: 1, column: 1 });
      this.styleSheet(text, '', inside('data: style sheet '), (offset) => positions.at(offset));
    } else if (data.mediaType === 'text/html') {
      this.innerHtml(dataUrlText(data), 'data: document ', { base: null, isBeside: false }, place);
    } else if (isXml) {
      this.xml(dataUrlText(data), inside('data: SVG '), 'a data: SVG image', position);
    }
  }

  /** `what` names the file in messages. `position`: where the document refers to it. */
  private xml(text: string, place: Place, what: string, position: SourcePosition | null): void {
    const tree = parseXml(text, this.budget);
    if (tree === null) return;
    if (!tree.wellFormed)
      this.diagnostics.warn(
        'image/broken',
        `${what} is not well-formed XML. Only its content before the error is shown.`,
        position,
      );
    for (const href of tree.styleSheets) this.reference(href, 'style sheet', 'xml-stylesheet', place, null);
    this.documentTree(tree.root, place);
  }
}

/** Returns the element that chooses one of the images of a `source` or `img`; null: there is no choice. */
function choosing(element: Element): Element | null {
  if (element.parent?.tag === 'picture') return element.parent;
  return element.attribute('srcset') === null ? null : element;
}

function isJavaScript(script: Element): boolean {
  const type = script.attribute('type')?.trim().toLowerCase();
  if (type !== undefined) return type === '' || JAVASCRIPT_TYPES.has(type.slice(0, 100).split(';', 1)[0]!.trim());
  const language = script.attribute('language')?.trim().toLowerCase() ?? '';
  return language === '' || JAVASCRIPT_TYPES.has(`text/${language}`);
}

/** Returns whether a file begins like markup, ignoring white space and a byte order mark. */
const looksLikeXml = (bytes: Uint8Array): boolean =>
  new TextDecoder('latin1')
    .decode(bytes.subarray(0, 64))
    .replace(/^(\xef\xbb\xbf)?\s*/, '')
    .startsWith('<');

const shown = (url: string): string => (url.length > 100 ? `${url.slice(0, 97)}...` : url);
