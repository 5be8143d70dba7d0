/** The pages of a file, with the attributes that they inherit (ISO 32000-1 §7.7.3). */
import type { Budget } from '../budget.ts';
import type { PdfReader } from './pdf-reader.ts';
import { numberOf, type RawDictionary, readArray, referenceOf, SyntaxProblem } from './pdf-syntax.ts';

const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;
/** The page size if a page has none: US letter, as in other readers. */
const DEFAULT_BOX: Box = [0, 0, 612, 792];
/** Units. Readers accept pages of this size (ISO 32000-1 Annex C), or larger by `UserUnit`. */
const MAX_SIZE = 1e6;

/** A rectangle in default user space: its lower left and upper right corners. */
export type Box = readonly [x0: number, y0: number, x1: number, y1: number];

export interface SourcePage {
  readonly id: number;
  /** The page's entries and those that it inherits, as written. */
  readonly entries: RawDictionary;
}

interface PageTree {
  readonly pages: readonly SourcePage[];
  /** The object numbers of the tree's inner nodes. */
  readonly nodes: readonly number[];
}

/**
 * Returns the pages in order.
 * @throws SyntaxProblem if the file has no pages, or more than `maxPages`
 */
export function pageTree(reader: PdfReader, budget: Budget, maxPages: number): PageTree {
  const root = reader.dictionary(reader.trailer.get('Root')).get('Pages');
  const pages: SourcePage[] = [];
  const nodes: number[] = [];
  const seen = new Set<number>();
  const stack: { readonly reference: string; readonly inherited: RawDictionary }[] = [
    { reference: root ?? '', inherited: new Map() },
  ];
  while (stack.length > 0) {
    budget.tick();
    const { reference, inherited } = stack.pop()!;
    const id = referenceOf(reference);
    // A node may be listed twice, or be its own ancestor.
    if (id === null || seen.has(id)) continue;
    seen.add(id);
    const value = reader.resolve(reference);
    if (!value.startsWith('<<')) continue;
    const entries = new Map([...inherited, ...reader.dictionary(value)]);
    const kids = entries.get('Kids');
    if (kids === undefined || entries.get('Type') === '/Page') {
      pages.push({ id, entries });
      if (pages.length > maxPages) throw new SyntaxProblem(`it has more than ${maxPages} pages`);
      continue;
    }
    nodes.push(id);
    const below: RawDictionary = new Map();
    for (const name of INHERITED) if (entries.has(name)) below.set(name, entries.get(name)!);
    for (const kid of reader.array(kids).reverse()) stack.push({ reference: kid, inherited: below });
  }
  if (pages.length === 0) throw new SyntaxProblem('it has no pages');
  return { pages, nodes };
}

/** The area of a page that is shown, before rotation, and the size it has on paper. */
export interface PageArea {
  readonly box: Box;
  /** Degrees clockwise: 0, 90, 180 or 270. */
  readonly rotation: number;
  /** Points per unit of the page. */
  readonly unit: number;
  /** In points, after rotation. */
  readonly width: number;
  readonly height: number;
}

/** Returns the crop box within the media box (ISO 32000-1 §14.11.2), with the page's rotation applied. */
export function pageArea(reader: PdfReader, { entries }: SourcePage): PageArea {
  const media = boxOf(reader, entries.get('MediaBox')) ?? DEFAULT_BOX;
  const crop = boxOf(reader, entries.get('CropBox')) ?? media;
  const box = intersection(media, crop) ?? media;
  const given = numberOf(reader.resolve(entries.get('Rotate')), 0);
  const rotation = given % 90 === 0 ? ((given % 360) + 360) % 360 : 0;
  const unit = Math.max(1e-3, numberOf(reader.resolve(entries.get('UserUnit')), 1));
  const [width, height] = [(box[2] - box[0]) * unit, (box[3] - box[1]) * unit];
  return {
    box,
    rotation,
    unit,
    width: rotation % 180 === 0 ? width : height,
    height: rotation % 180 === 0 ? height : width,
  };
}

/** Returns a rectangle with its corners in order; null if it is missing, broken or empty. */
export function boxOf(reader: PdfReader, given: string | undefined): Box | null {
  const text = reader.resolve(given);
  if (!text.startsWith('[')) return null;
  const corners = readArray(text).map((value) => numberOf(reader.resolve(value), NaN));
  if (corners.length !== 4 || corners.some((n) => !(Math.abs(n) <= MAX_SIZE))) return null;
  const [a, b, c, d] = corners as [number, number, number, number];
  const box: Box = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
  return box[2] > box[0] && box[3] > box[1] ? box : null;
}

function intersection(a: Box, b: Box): Box | null {
  const box: Box = [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
  return box[2] > box[0] && box[3] > box[1] ? box : null;
}
