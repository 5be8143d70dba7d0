/** Makes a form XObject of a page, for drawing it inside another one. */
import type { ObjectCopier, ObjectTarget } from './object-copier.ts';
import { type Box, boxOf, pageArea, type SourcePage } from './page-tree.ts';
import type { PdfReader } from './pdf-reader.ts';
import { dictionaryText, numberOf, type RawDictionary, readArray, readDictionary, referenceOf } from './pdf-syntax.ts';

type Matrix = readonly [number, number, number, number, number, number];

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
/** Annotation flags (ISO 32000-1 §12.5.3). */
const [HIDDEN, PRINTED] = [2, 4];
/** Annotations on one page that are drawn. */
const MAX_ANNOTATIONS = 10_000;

/**
 * Writes a page as a form whose matrix maps the page's visible area to the unit square, upright, as for images. Fonts
 * and pictures are copied. Annotations that print are part of it. Returns the form's object number.
 * @throws SyntaxProblem if the page can't be read
 */
export function writePageForm(reader: PdfReader, page: SourcePage, copier: ObjectCopier, target: ObjectTarget): number {
  const { box, rotation } = pageArea(reader, page);
  const content = pageContent(reader, page.entries.get('Contents'));
  const dictionary: RawDictionary = new Map([
    ['Type', '/XObject'],
    ['Subtype', '/Form'],
    ['BBox', `[${box.join(' ')}]`],
  ]);
  for (const [name, value] of content.entries) dictionary.set(name, copier.value(value));
  dictionary.set('Resources', resourcesOf(reader, page, copier));
  const group = page.entries.get('Group');
  if (group !== undefined) dictionary.set('Group', copier.value(group));
  const annotations = printedAnnotations(reader, page, copier);
  const matrix = unitMatrix(box, rotation);
  if (annotations.length === 0) {
    dictionary.set('Matrix', `[${matrix.map((n) => decimal(n)).join(' ')}]`);
    return writeForm(target, dictionary, content.bytes);
  }
  const inner = writeForm(target, dictionary, content.bytes);
  const forms = [`/P ${inner} 0 R`, ...annotations.map(({ form }, i) => `/A${i} ${form}`)];
  const draw = annotations.map(({ matrix: m }, i) => `q ${m.map((n) => decimal(n)).join(' ')} cm /A${i} Do Q`);
  const outer: RawDictionary = new Map([
    ['Type', '/XObject'],
    ['Subtype', '/Form'],
    ['BBox', `[${box.join(' ')}]`],
    ['Matrix', `[${matrix.map((n) => decimal(n)).join(' ')}]`],
    ['Resources', `<</XObject<<${forms.join('')}>>>>`],
  ]);
  return writeForm(target, outer, new TextEncoder().encode(['/P Do', ...draw].join('\n')));
}

/** Returns the resources of a page's form. Pages that share theirs in the source share them in the target. */
function resourcesOf(reader: PdfReader, page: SourcePage, copier: ObjectCopier): string {
  const given = page.entries.get('Resources');
  if (!reader.resolve(given).startsWith('<<')) return '<<>>';
  return referenceOf(given) === null ? copier.shared(given!) : copier.value(given!);
}

function writeForm(target: ObjectTarget, dictionary: RawDictionary, bytes: Uint8Array): number {
  const id = target.reserve();
  target.write(id, dictionaryText(dictionary), bytes);
  return id;
}

/** Formats a number for PDF, which has no exponents. */
export function decimal(n: number): string {
  const text = n.toFixed(10);
  let end = text.length;
  while (text[end - 1] === '0') end--;
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end);
}

/** Returns the matrix from a page's box to the unit square, turned clockwise by `rotation`. */
function unitMatrix([x0, y0, x1, y1]: Box, rotation: number): Matrix {
  const [sx, sy] = [1 / (x1 - x0), 1 / (y1 - y0)];
  const [u, v] = [-x0 * sx, -y0 * sy];
  if (rotation === 90) return [0, -sx, sy, 0, v, 1 - u];
  if (rotation === 180) return [-sx, 0, 0, -sy, 1 - u, 1 - v];
  if (rotation === 270) return [0, sx, -sy, 0, 1 - v, u];
  return [sx, 0, 0, sy, u, v];
}

/**
 * Returns the content of a page as one stream with the entries that decode it. A single stream is unchanged. Several
 * are decoded and joined.
 */
function pageContent(
  reader: PdfReader,
  given: string | undefined,
): { readonly bytes: Uint8Array; readonly entries: RawDictionary } {
  const ids = contentStreams(reader, given);
  if (ids.length === 1) {
    const { value, stream } = reader.object(ids[0]!);
    if (stream !== null) {
      const all = readDictionary(value);
      const entries = [...all].filter(([name]) => name === 'Filter' || name === 'DecodeParms');
      return { bytes: stream, entries: new Map(entries) };
    }
  }
  const pieces = ids.map((id) => reader.streamData(id));
  const out = new Uint8Array(pieces.reduce((sum, { length }) => sum + length + 1, 0));
  let at = 0;
  for (const piece of pieces) {
    out.set(piece, at);
    out[at + piece.length] = 10;
    at += piece.length + 1;
  }
  return { bytes: out, entries: new Map() };
}

/** Returns the object numbers of a page's content streams. */
export function contentStreams(reader: PdfReader, given: string | undefined): number[] {
  const value = reader.resolve(given);
  if (value.startsWith('[')) return readArray(value).flatMap((item) => referenceOf(item) ?? []);
  const id = referenceOf(given);
  return id === null || value === '' || value === 'null' ? [] : [id];
}

/** Returns the appearances of the annotations that print, with the matrices that place them (ISO 32000-1 §12.5.5). */
function printedAnnotations(
  reader: PdfReader,
  page: SourcePage,
  copier: ObjectCopier,
): { readonly form: string; readonly matrix: Matrix }[] {
  const given = reader.resolve(page.entries.get('Annots'));
  if (!given.startsWith('[')) return [];
  return readArray(given)
    .slice(0, MAX_ANNOTATIONS)
    .flatMap((reference) => {
      const value = reader.resolve(reference);
      if (!value.startsWith('<<')) return [];
      const annotation = readDictionary(value);
      const flags = numberOf(reader.resolve(annotation.get('F')), 0);
      if ((flags & HIDDEN) !== 0 || (flags & PRINTED) === 0 || annotation.get('Subtype') === '/Popup') return [];
      const form = appearanceOf(reader, annotation);
      const rectangle = boxOf(reader, annotation.get('Rect'));
      if (form === null || rectangle === null) return [];
      const matrix = placing(reader, form, rectangle);
      return matrix === null ? [] : [{ form: copier.reference(form), matrix }];
    });
}

/** Returns the object number of an annotation's normal appearance in its current state, or null. */
function appearanceOf(reader: PdfReader, annotation: RawDictionary): number | null {
  const appearances = reader.resolve(annotation.get('AP'));
  if (!appearances.startsWith('<<')) return null;
  const normal = readDictionary(appearances).get('N');
  const id = referenceOf(normal);
  if (id !== null && reader.object(id).stream !== null) return id;
  const states = reader.resolve(normal);
  if (!states.startsWith('<<')) return null;
  const state = referenceOf(readDictionary(states).get((annotation.get('AS') ?? '/Off').slice(1)));
  return state !== null && reader.object(state).stream !== null ? state : null;
}

/** Returns the matrix that moves an appearance's transformed bounding box to the annotation's rectangle. */
function placing(reader: PdfReader, form: number, rectangle: Box): Matrix | null {
  const dictionary = readDictionary(reader.object(form).value);
  const box = boxOf(reader, dictionary.get('BBox'));
  if (box === null) return null;
  const [a, b, c, d, e, f] = matrixOf(reader, dictionary.get('Matrix'));
  const xs = [0, 2].flatMap((i) => [1, 3].map((j) => a * box[i]! + c * box[j]! + e));
  const ys = [0, 2].flatMap((i) => [1, 3].map((j) => b * box[i]! + d * box[j]! + f));
  const [x0, y0] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - x0, Math.max(...ys) - y0];
  if (!(width > 0 && height > 0)) return null;
  const sx = (rectangle[2] - rectangle[0]) / width;
  const sy = (rectangle[3] - rectangle[1]) / height;
  return [sx, 0, 0, sy, rectangle[0] - x0 * sx, rectangle[1] - y0 * sy];
}

function matrixOf(reader: PdfReader, given: string | undefined): Matrix {
  const text = reader.resolve(given);
  if (!text.startsWith('[')) return IDENTITY;
  const numbers = readArray(text).map((value) => numberOf(reader.resolve(value), 0));
  return numbers.length === 6 ? (numbers as unknown as Matrix) : IDENTITY;
}
