/** Places several pages on each sheet, for printing. */
import type { Budget } from '../budget.ts';
import type { PdfSource } from '../pdf-source/open-pdf.ts';
import { decimal } from '../pdf-source/page-form.ts';
import { dictionaryText, type RawDictionary, readDictionary } from '../pdf-source/pdf-syntax.ts';
import { type Assembled, claimedStandards } from './assembly.ts';
import { PdfOutput } from './pdf-output.ts';
import { drawForm, PageForms, placed } from './placing.ts';
import type { DroppedPart } from './results.ts';

interface Imposition {
  readonly columns: number;
  readonly rows: number;
  /** The pages of each sheet side, counted from 0, row by row; null: an empty place. */
  readonly sides: readonly (readonly (number | null)[])[];
  /** The size of a sheet in points; null: the largest page, once per column and row. */
  readonly sheet: readonly [width: number, height: number] | null;
  /** The distance between pages, in points. */
  readonly gap: number;
}

/** Returns the sides of a saddle-stitched booklet: two pages on each, padded to whole sheets. */
export function bookletSides(pages: number, isRightToLeft: boolean): (number | null)[][] {
  const count = Math.ceil(pages / 4) * 4;
  const at = (page: number): number | null => (page < pages ? page : null);
  const sides: (number | null)[][] = [];
  for (let sheet = 0; sheet < count / 4; sheet++) {
    const outer = [at(count - 1 - 2 * sheet), at(2 * sheet)];
    const inner = [at(2 * sheet + 1), at(count - 2 - 2 * sheet)];
    sides.push(isRightToLeft ? outer.reverse() : outer, isRightToLeft ? inner.reverse() : inner);
  }
  return sides;
}

/** Returns the sides with a number of pages each, in order. */
export function sidesOf(pages: number, perSide: number, isRightToLeft: boolean, columns: number): (number | null)[][] {
  return Array.from({ length: Math.ceil(pages / perSide) }, (_, side) =>
    Array.from({ length: perSide }, (__, place) => {
      const row = Math.floor(place / columns);
      const column = isRightToLeft ? columns - 1 - (place % columns) : place % columns;
      const page = side * perSide + row * columns + column;
      return page < pages ? page : null;
    }),
  );
}

/** Returns the file with its pages on sheets. */
export function imposed(source: PdfSource, name: string, plan: Imposition, budget: Budget): Assembled {
  const output = new PdfOutput('1.7', budget);
  const forms = new PageForms(source, output);
  const { columns, rows, gap } = plan;
  let [widest, highest] = [0, 0];
  for (let page = 0; page < source.pages.length; page++) {
    const { width, height } = forms.area(page);
    [widest, highest] = [Math.max(widest, width), Math.max(highest, height)];
  }
  const [width, height] = plan.sheet ?? [widest * columns + gap * (columns - 1), highest * rows + gap * (rows - 1)];
  const cell = { width: (width - gap * (columns - 1)) / columns, height: (height - gap * (rows - 1)) / rows };
  const tree = output.reserve();
  const kids = plan.sides.map((side) => {
    budget.tick();
    const used: string[] = [];
    const content = side.map((page, i) => {
      if (page === null) return '';
      const [column, row] = [i % columns, Math.floor(i / columns)];
      const area = { ...cell, x: column * (cell.width + gap), y: height - cell.height - row * (cell.height + gap) };
      used.push(`/P${i} ${forms.form(page)}`);
      return drawForm(`P${i}`, placed(forms.area(page), area, 'contain'));
    });
    const contents = output.addStream(new Map(), new TextEncoder().encode(content.join('\n')));
    const box = `[0 0 ${decimal(width)} ${decimal(height)}]`;
    return output.add(
      `<</Type/Page/Parent ${tree} 0 R/MediaBox${box}/Resources<</XObject<<${used.join('')}>>>>/Contents ${contents}>>`,
    );
  });
  output.write(tree, `<</Type/Pages/Count ${kids.length}/Kids[${kids.join(' ')}]>>`, null);
  const root = output.add(`<</Type/Catalog/Pages ${tree} 0 R>>`);
  const info = output.add(informationOf(source));
  return { pdf: output.finish(root, info), pages: kids.length, dropped: droppedOf(source, name) };
}

function informationOf({ reader }: PdfSource): string {
  const value = reader.resolve(reader.trailer.get('Info'));
  const title = value.startsWith('<<') ? reader.resolve(readDictionary(value).get('Title')) : '';
  const entries: RawDictionary = new Map([['Producer', '(Pagewright)']]);
  if (title.startsWith('(') || (title.startsWith('<') && !title.startsWith('<<'))) entries.set('Title', title);
  return dictionaryText(entries);
}

const ON_SCREEN: readonly (readonly [entry: string, what: string])[] = [
  ['Outlines', 'the outline'],
  ['AcroForm', 'form fields, which are drawn with their values'],
  ['StructTreeRoot', 'tags'],
  ['Names', 'named destinations and attachments'],
  ['PageLabels', 'page labels'],
  ['OCProperties', 'layers, which are all shown'],
];

/** Returns the parts that have a meaning only on screen. */
function droppedOf(source: PdfSource, file: string): DroppedPart[] {
  const { reader, pages } = source;
  const catalog = reader.dictionary(reader.trailer.get('Root'));
  const what = ON_SCREEN.filter(([entry]) => catalog.has(entry)).map(([, text]) => text);
  if (pages.some(({ entries }) => entries.has('Annots'))) what.push('links');
  const claims = claimedStandards(source);
  if (claims.length > 0) what.push(`the claim to conform to ${claims.join(' and ')}`);
  return what.map((text) => ({ file, what: text }));
}
