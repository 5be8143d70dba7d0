/** Places pages of a file on other pages, as forms. */
import { ObjectCopier } from '../pdf-source/object-copier.ts';
import type { PdfSource } from '../pdf-source/open-pdf.ts';
import { decimal, writePageForm } from '../pdf-source/page-form.ts';
import { pageArea, type PageArea } from '../pdf-source/page-tree.ts';
import type { PdfOutput } from './pdf-output.ts';
import type { Fit } from './results.ts';

type Matrix = readonly [number, number, number, number, number, number];

/** The pages of a file as forms of another, each written once. */
export class PageForms {
  private readonly source: PdfSource;
  private readonly output: PdfOutput;
  private readonly copier: ObjectCopier;
  private readonly forms = new Map<number, string>();

  constructor(source: PdfSource, output: PdfOutput) {
    this.source = source;
    this.output = output;
    this.copier = new ObjectCopier(source.reader, output);
    for (const { id } of source.pages) this.copier.replace(id, null);
    for (const id of source.nodes) this.copier.replace(id, null);
  }

  /** Returns the reference of a page's form, whose matrix maps it to the unit square. `page` counts from 0. */
  form(page: number): string {
    let form = this.forms.get(page);
    if (form === undefined) {
      form = `${writePageForm(this.source.reader, this.source.pages[page]!, this.copier, this.output)} 0 R`;
      this.forms.set(page, form);
      this.copier.copyAll();
    }
    return form;
  }

  area(page: number): PageArea {
    return pageArea(this.source.reader, this.source.pages[page]!);
  }
}

/** A rectangle in points, from the lower left corner. */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the rectangle of a page centered in an area. */
export function placed(page: { readonly width: number; readonly height: number }, area: Place, fit: Fit): Place {
  if (fit === 'fill') return area;
  const scale = fit === 'none' ? 1 : Math.min(area.width / page.width, area.height / page.height);
  const [width, height] = [page.width * scale, page.height * scale];
  return { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
}

/** Returns the operators that draw a form, named `name`, at a place of an upright page. */
export const drawForm = (name: string, { x, y, width, height }: Place): string =>
  `q ${operands([width, 0, 0, height, x, y])} cm /${name} Do Q`;

/** Returns the operators that draw a form at a place of a page as it is shown: from its lower left corner, upright. */
export function drawUpright(name: string, { x, y, width, height }: Place, area: PageArea): string {
  const [a, d] = [width / area.width, height / area.height];
  const [e, f] = [x / area.width, y / area.height];
  return `${operands(userSpace(area))} cm ${operands([a, 0, 0, d, e, f])} cm /${name} Do`;
}

/** Returns the matrix from the unit square of a shown page to its user space. */
function userSpace({ box: [x0, y0, x1, y1], rotation }: PageArea): Matrix {
  const [w, h] = [x1 - x0, y1 - y0];
  if (rotation === 90) return [0, h, -w, 0, x1, y0];
  if (rotation === 180) return [-w, 0, 0, -h, x1, y1];
  if (rotation === 270) return [0, -h, w, 0, x0, y1];
  return [w, 0, 0, h, x0, y0];
}

const operands = (matrix: Matrix): string => matrix.map((n) => decimal(n)).join(' ');
