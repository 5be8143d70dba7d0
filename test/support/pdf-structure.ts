/** The structure tree of a PDF file as readers see it, with its text. */
import { render, type RenderOptions } from '../../engine/index.ts';
import { type PdfDict, type PdfObject, PdfObjects, textOf } from './pdf-objects.ts';

/** An element of the tree, or (as a string) the text of marked content. */
export type StructureItem = StructureElement | string;

export interface StructureElement {
  readonly type: string;
  readonly dict: PdfDict;
  /** The merged entries of its attribute objects. */
  readonly attributes: PdfDict;
  readonly kids: readonly StructureItem[];
}

/** Renders a document and reads its structure tree back. */
export async function structureOf(html: string, options: RenderOptions = {}): Promise<StructureElement> {
  const { pdf } = await render(html, { ...options, compress: false });
  return readStructure(pdf);
}

export function readStructure(pdf: Uint8Array): StructureElement {
  const objects = new PdfObjects(pdf);
  const reader = new StructureReader(objects);
  return reader.element(objects.list(objects.dict(objects.catalog.StructTreeRoot).K)[0]);
}

class StructureReader {
  private readonly objects: PdfObjects;
  private readonly texts = new Map<string, ReadonlyMap<number, string>>();
  private fontMaps: ReadonlyMap<string, CodeMap> | null = null;

  constructor(objects: PdfObjects) {
    this.objects = objects;
  }

  element(value: PdfObject | undefined): StructureElement {
    const { objects } = this;
    const dict = objects.dict(value);
    const attributes = Object.assign({}, ...objects.list(dict.A).map((one) => objects.dict(one))) as PdfDict;
    const kids = objects.list(dict.K).map((kid): StructureItem => this.kid(kid, dict));
    return { type: String(dict.S).slice(1), dict, attributes, kids };
  }

  private kid(kid: PdfObject, parent: PdfDict): StructureItem {
    if (typeof kid === 'number') return this.textOf(this.pageContent(parent.Pg), kid);
    const dict = this.objects.dict(kid);
    if (dict.Type === '/OBJR') return 'annotation';
    if (dict.Type === '/MCR') return this.textOf(dict.Stm ?? this.pageContent(dict.Pg), dict.MCID as number);
    return this.element(kid);
  }

  private pageContent(page: PdfObject | undefined): PdfObject | undefined {
    const contents = this.objects.dict(page).Contents;
    return Array.isArray(contents) ? contents[0] : contents;
  }

  private textOf(content: PdfObject | undefined, id: number): string {
    const key = JSON.stringify(content);
    let texts = this.texts.get(key);
    if (!texts) this.texts.set(key, (texts = markedTexts(this.objects, content, this.fonts)));
    return texts.get(id) ?? '';
  }

  /** The code maps of fonts by resource name. The engine uses one name per font throughout a file. */
  private get fonts(): ReadonlyMap<string, CodeMap> {
    return (this.fontMaps ??= readFonts(this.objects));
  }
}

type CodeMap = ReadonlyMap<number, string>;

function readFonts(objects: PdfObjects): Map<string, CodeMap> {
  const maps = new Map<string, CodeMap>();
  for (const dict of objects.all()) {
    const fonts = objects.dict(dict.Font);
    for (const [name, font] of Object.entries(fonts)) {
      if (maps.has(name)) continue;
      const codes = new Map<number, string>();
      const cmap = objects.stream(objects.dict(font).ToUnicode);
      for (const [, code, text] of cmap.matchAll(/^<(\w+)><(\w+)>$/gm))
        codes.set(parseInt(code!, 16), Buffer.from(text!, 'hex').swap16().toString('utf16le'));
      // Only ASCII uses ranges.
      for (const [, first, last] of cmap.matchAll(/^<(\w\w)><(\w\w)><\w{4}>$/gm))
        for (let code = parseInt(first!, 16); code <= parseInt(last!, 16); code++)
          codes.set(code, String.fromCharCode(code));
      maps.set(name, codes);
    }
  }
  return maps;
}

/** Returns by number the text of each marked content sequence in a stream, or `(picture)` for other content. */
function markedTexts(
  objects: PdfObjects,
  content: PdfObject | undefined,
  fonts: ReadonlyMap<string, CodeMap>,
): ReadonlyMap<number, string> {
  const texts = new Map<number, string>();
  const stream = objects.stream(content);
  let open: number | null = null;
  let codes: CodeMap = new Map();
  const saved: CodeMap[] = [];
  let actual = false;
  const add = (text: string): void => {
    if (open !== null) texts.set(open, (texts.get(open) ?? '') + text);
  };
  const tokens =
    /\/(\w+) [\d.]+ Tf|\/Span <<\/ActualText <FEFF(\w*)>>> BDC|<<\/MCID (\d+)>> BDC|(EMC)|(?<=\n)([qQ])\n|\(((?:\\[^]|[^\\)])*)\)|(\/\w+ (?:Do|sh)|\n(?:f\*?|S)\n)/g;
  for (const [, font, span, id, end, state, string, paint] of stream.matchAll(tokens)) {
    if (state === 'q') saved.push(codes);
    else if (state === 'Q') codes = saved.pop() ?? codes;
    else if (font !== undefined) codes = fonts.get(font) ?? codes;
    else if (id !== undefined) texts.set((open = Number(id)), '');
    else if (span !== undefined) add(((actual = true), Buffer.from(span, 'hex').swap16().toString('utf16le')));
    else if (end !== undefined && actual) actual = false;
    else if (end !== undefined) open = null;
    else if (paint !== undefined && !texts.get(open ?? -1)) add('(picture)');
    else if (string !== undefined && !actual) add(decoded(string, codes));
  }
  return texts;
}

function decoded(string: string, codes: CodeMap): string {
  const bytes = string.replace(/\\([^])/g, (_, c: string) => (c === 'r' ? '\r' : c));
  let text = '';
  for (let i = 0; i < bytes.length;) {
    const first = bytes.charCodeAt(i);
    // One, two or three bytes.
    const end = i + (first >= 0x20 ? 1 : first > 0 ? 2 : 3);
    let code = 0;
    for (; i < end; i++) code = (code << 8) | bytes.charCodeAt(i);
    text += codes.get(code) ?? '\ufffd';
  }
  return text;
}

/** Writes one element per line: type, facts and content. */
export function dumpStructure(element: StructureElement, depth = 0): string {
  const { dict, attributes } = element;
  const facts: string[] = [];
  for (const key of ['Alt', 'ActualText', 'E', 'T', 'Lang', 'ID']) {
    const text = textOf(dict[key]);
    if (text !== null) facts.push(`${key}=${JSON.stringify(text)}`);
  }
  for (const [key, value] of Object.entries(attributes)) {
    if (key === 'O' || key === 'BBox') continue;
    const shown = Array.isArray(value) ? value.map((one) => textOf(one) ?? String(one)).join(' ') : String(value);
    facts.push(`${key}=${textOf(value) ?? shown.replace(/^\//, '')}`);
  }
  const lines = [`${'  '.repeat(depth)}${[element.type, ...facts].join(' ')}`];
  for (const kid of element.kids)
    lines.push(typeof kid === 'string' ? `${'  '.repeat(depth + 1)}- ${kid}` : dumpStructure(kid, depth + 1));
  return lines.join('\n');
}
