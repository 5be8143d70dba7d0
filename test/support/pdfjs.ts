/** Reads files with pdf.js, the reader in Firefox: its warnings, and the text in structure order. */
import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Roles of inline elements. */
const INLINE = new Set(
  'Span,Link,Em,Strong,Code,Quote,Sub,Reference,Note,FENote,Ruby,RB,RT,RP,Warichu,WT,WP,Annot,Form,Formula,Figure'.split(
    ',',
  ),
);

interface Node {
  readonly role?: string;
  readonly type?: string;
  readonly id?: string;
  readonly children?: readonly Node[];
}

async function inPdfJs<T>(pdf: Uint8Array, use: (document: PDFDocumentProxy) => Promise<T>): Promise<T> {
  const task = getDocument({ data: pdf.slice(), verbosity: VerbosityLevel.WARNINGS, disableFontFace: true });
  try {
    return await use(await task.promise);
  } finally {
    await task.destroy();
  }
}

/**
 * Returns all warnings of pdf.js while it reads a file: pages with their fonts and images, structure, annotations,
 * outline, layers and fields.
 */
export async function pdfJsWarnings(pdf: Uint8Array): Promise<string[]> {
  const said: string[] = [];
  const { log, warn } = console;
  // pdf.js has no other way to report warnings.
  console.log = console.warn = (...words: unknown[]) => void said.push(words.join(' '));
  try {
    await inPdfJs(pdf, async (document) => {
      await Promise.all([
        document.getOutline(),
        document.getMetadata(),
        document.getAttachments(),
        document.getFieldObjects(),
        document.getOptionalContentConfig(),
        document.getPageLabels(),
      ]);
      for (let number = 1; number <= document.numPages; number++) {
        const page = await document.getPage(number);
        await Promise.all([page.getOperatorList(), page.getAnnotations(), page.getTextContent(), page.getStructTree()]);
        page.cleanup();
      }
    });
  } catch (error) {
    said.push(String(error));
  } finally {
    Object.assign(console, { log, warn });
  }
  return said;
}

/** Returns the text of a file in content order, page by page. */
export function contentText(pdf: Uint8Array): Promise<string> {
  return inPdfJs(pdf, async (document) => {
    const out: string[] = [];
    for (let number = 1; number <= document.numPages; number++) {
      const { items } = await (await document.getPage(number)).getTextContent();
      for (const item of items) if ('str' in item) out.push(item.str, item.hasEOL ? '\n' : '');
      out.push('\n');
    }
    return out.join('');
  });
}

/** Returns the words of each page in content order. */
export function pageTexts(pdf: Uint8Array): Promise<string[]> {
  return inPdfJs(pdf, async (document) => {
    const texts: string[] = [];
    for (let number = 1; number <= document.numPages; number++) {
      const { items } = await (await document.getPage(number)).getTextContent();
      const pieces = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''));
      texts.push(pieces.join('').replace(/\s+/g, ' ').trim());
    }
    return texts;
  });
}

/** A piece of text by its marked content, with its start and end on the page in points. */
interface Piece {
  text: string;
  readonly from: Place;
  to: Place;
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly right: number;
  readonly height: number;
}

/** Pieces closer together than this share of their height form one word. */
const WORD_SPACE = 0.1;

/** Tells whether readers that concatenate pieces see a space between them. */
function areApart(a: Place, b: Place): boolean {
  const height = Math.max(a.height, b.height);
  const gap = Math.max(b.x - a.right, a.x - b.right);
  return Math.abs(a.y - b.y) > height / 2 || gap > height * WORD_SPACE;
}

/** Returns the text of a tagged file in structure order, page by page. */
export function structureText(pdf: Uint8Array): Promise<string> {
  return inPdfJs(pdf, async (document) => {
    const out: string[] = [];
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent({ includeMarkedContent: true });
      const pieces = new Map<string, Piece>();
      const open: string[] = [];
      for (const item of items) {
        if (!('str' in item)) {
          if (item.type === 'endMarkedContent') open.pop();
          else open.push(item.id || (open.at(-1) ?? ''));
          continue;
        }
        const id = open.at(-1) ?? '';
        const [, , , , x, y] = item.transform as number[];
        const place = { x: x!, y: y!, right: x! + item.width, height: item.height };
        const known = pieces.get(id);
        const text = `${item.str}${item.hasEOL ? '\n' : ''}`;
        if (known === undefined) pieces.set(id, { text, from: place, to: place });
        else {
          known.text += text;
          if (item.str !== '') known.to = place;
        }
      }
      let last: Piece | null = null;
      const read = (node: Node): void => {
        const piece = node.type === 'content' ? pieces.get(node.id ?? '') : undefined;
        if (piece !== undefined) {
          const isParted = /\s$/.test(out.at(-1) ?? '') || /^\s/.test(piece.text);
          if (last !== null && !isParted && areApart(last.to, piece.from)) out.push(' ');
          out.push(piece.text);
          last = piece;
        }
        const isBlock = node.role !== undefined && !INLINE.has(node.role);
        if (isBlock) out.push('\n');
        for (const child of node.children ?? []) read(child);
        if (isBlock) out.push('\n');
      };
      const tree = (await page.getStructTree()) as Node | null;
      if (tree !== null) read(tree);
      out.push('\n');
    }
    return out.join('');
  });
}

/** Returns the titles of a file's outline, indented by two spaces per level. */
export function outlineOf(pdf: Uint8Array): Promise<string[]> {
  type Items = NonNullable<Awaited<ReturnType<PDFDocumentProxy['getOutline']>>>;
  return inPdfJs(pdf, async (document) => {
    const titles: string[] = [];
    const visit = (items: Items, indent: string): void => {
      for (const item of items) {
        titles.push(indent + item.title);
        visit(item.items as Items, `${indent}  `);
      }
    };
    visit(((await document.getOutline()) ?? []) as Items, '');
    return titles;
  });
}
