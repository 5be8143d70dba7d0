/** Comments: markup annotations (ISO 32000-1 §12.5.6), which readers list and show next to the text. */
import { Color } from '../css/color.ts';
import type { Comment } from '../paint/display-list.ts';
import type { Bounds } from './bounds.ts';
import type { ColorSpaces } from './color-spaces.ts';
import { ContentStream } from './content-stream.ts';
import type { PdfFile, PdfPage } from './pdf-file.ts';
import { IDENTITY } from './pdf-gradients.ts';
import type { StructureTree } from './pdf-structure.ts';
import { type PdfDictionary, type PdfRef, type PdfValue, textString } from './pdf-values.ts';

/** A comment on a page, with its rectangles in points. */
interface Commented {
  readonly places: Bounds[];
  /** The index of the commented box; null outside the structure. */
  readonly structure: number | null;
  readonly layer: PdfRef | null;
}

const SUBTYPES = {
  highlight: 'Highlight',
  underline: 'Underline',
  strikeout: 'StrikeOut',
  squiggly: 'Squiggly',
  note: 'Text',
} as const;

/** Annotation flags (ISO 32000-1 table 165). Notes keep their size and orientation, as PDF/A requires. */
const PRINTED = 4;
const FIXED_SIZE = 8 + 16;

/** The width and height of a note's icon, in points. */
const ICON = 10;
const ICON_COLOR = new Color(1, 0.8, 0.2, 1);

export class PdfComments {
  private readonly file: PdfFile;
  private readonly structure: StructureTree | null;
  private readonly spaces: ColorSpaces;
  /** The comments of unfinished pages. */
  private readonly open = new Map<PdfPage, Map<Comment, Commented>>();
  /** The first annotation of each comment. */
  private readonly first = new Map<Comment, PdfRef>();

  constructor(file: PdfFile, structure: StructureTree | null, spaces: ColorSpaces) {
    this.file = file;
    this.structure = structure;
    this.spaces = spaces;
  }

  /** Adds a place of a comment. `structure`: the index of the commented box; null outside the structure. */
  add(page: PdfPage, comment: Comment, place: Bounds, structure: number | null, layer: PdfRef | null): void {
    let ofPage = this.open.get(page);
    if (ofPage === undefined) this.open.set(page, (ofPage = new Map<Comment, Commented>()));
    const known = ofPage.get(comment);
    if (known === undefined) ofPage.set(comment, { places: [place], structure, layer });
    else known.places.push(place);
  }

  /** Writes the annotations of a page, which must not have ended. */
  endPage(page: PdfPage): void {
    for (const [comment, commented] of this.open.get(page) ?? [])
      page.annotate(this.annotation(page, comment, commented));
    this.open.delete(page);
  }

  private annotation(page: PdfPage, comment: Comment, { places, structure, layer }: Commented): PdfRef {
    const isNote = comment.style === 'note';
    const bounds = isNote ? iconAt(places[0]!) : around(places);
    const first = this.first.get(comment);
    const ref = this.file.ref({
      Type: 'Annot',
      Subtype: SUBTYPES[comment.style],
      Rect: [bounds.x0, bounds.y0, bounds.x1, bounds.y1].map(rounded),
      Contents: textString(comment.text),
      F: isNote ? PRINTED + FIXED_SIZE : PRINTED,
      P: page.dictionary,
      AP: { N: this.appearance(bounds, isNote) },
      ...(comment.author === '' ? {} : { T: textString(comment.author) }),
      ...(isNote ? { Name: 'Comment' } : { QuadPoints: quadPoints(places) }),
      // Readers list the parts of a comment on several pages once (ISO 32000-1 table 170).
      ...(first === undefined ? {} : { IRT: first, RT: 'Group' }),
      ...(layer === null ? {} : { OC: layer }),
    } satisfies PdfDictionary);
    const key = structure === null ? null : this.structure?.comment(ref.id, page.dictionary, structure);
    if (typeof key === 'number') ref.data.StructParent = key;
    if (first === undefined) this.first.set(comment, ref);
    ref.end();
    return ref;
  }

  /** CSS paints the commented text, so only notes have an appearance: a speech bubble. */
  private appearance(bounds: Bounds, isNote: boolean): PdfRef {
    const stream = new ContentStream(IDENTITY, bounds, this.spaces);
    if (isNote) {
      const { x0, y0 } = bounds;
      const [left, right, low, top] = [x0 + 1, x0 + ICON - 1, y0 + 3, y0 + ICON - 1];
      stream.fillColor(ICON_COLOR);
      stream.path([0, left, low, 1, left + 1, y0, 1, left + 4, low, 1, right, low, 1, right, top, 1, left, top, 3]);
      stream.operator('f\n');
    }
    return this.file.stream(
      {
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [bounds.x0, bounds.y0, bounds.x1, bounds.y1].map(rounded),
        // pdf.js draws a yellow highlight unless the resources have a graphics state.
        Resources: { ...stream.resources(), ExtGState: { G0: { Type: 'ExtGState' } } },
      },
      stream.out.view(),
    );
  }
}

const rounded = (points: number): number => Math.round(points * 100) / 100;

/** Returns the place of a note's icon: at the end of the text, above its middle. */
function iconAt({ x1, y0, y1 }: Bounds): Bounds {
  const y = (y0 + y1) / 2;
  return { x0: x1, y0: y, x1: x1 + ICON, y1: y + ICON };
}

function around(places: readonly Bounds[]): Bounds {
  const all = { ...places[0]! };
  for (const { x0, y0, x1, y1 } of places) {
    all.x0 = Math.min(all.x0, x0);
    all.y0 = Math.min(all.y0, y0);
    all.x1 = Math.max(all.x1, x1);
    all.y1 = Math.max(all.y1, y1);
  }
  return all;
}

/** Readers expect the upper corners first, then the lower ones, unlike the standard (§12.5.6.10). */
const quadPoints = (places: readonly Bounds[]): PdfValue[] =>
  places.flatMap(({ x0, y0, x1, y1 }) => [x0, y1, x1, y1, x0, y0, x1, y0].map(rounded));
