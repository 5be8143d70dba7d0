/** Where pages are on the paper on which they are printed. CSS px. */
import type { Page } from '../pages/page.ts';
import type { Matrix } from './display-list.ts';
import { sheetMargin } from './printer-marks.ts';

/** The place of a page, with its bleed and marks, on its sheet. */
export interface SheetPlace {
  /** Size of the sheet. */
  readonly width: number;
  readonly height: number;
  /** The matrix that places the page's upper left corner, as it is oriented. */
  readonly matrix: Matrix;
  /** Whether the sheet is as large as the page with its bleed and marks, so that nothing is shown beyond these. */
  readonly isExact: boolean;
}

/**
 * Returns the place of a page. Without paper, the sheet is as large as the page with its bleed and marks. Paper is
 * turned to the page's orientation. Larger pages are reduced to fit, and all are centered, as when browsers print.
 */
export function placeOf(
  page: Pick<Page, 'width' | 'height' | 'orientation' | 'bleed' | 'marks'>,
  paper: readonly [width: number, height: number] | null,
): SheetPlace {
  const turned = page.orientation !== 'upright';
  const margin = sheetMargin(page);
  const width = (turned ? page.height : page.width) + 2 * margin;
  const height = (turned ? page.width : page.height) + 2 * margin;
  if (paper === null) return { width, height, matrix: [1, 0, 0, 1, margin, margin], isExact: true };
  const [long, short] = [Math.max(...paper), Math.min(...paper)];
  const [across, down] = width > height ? [long, short] : width < height ? [short, long] : paper;
  const scale = Math.min(1, across / width, down / height);
  const [x, y] = [(across - scale * width) / 2, (down - scale * height) / 2];
  const matrix: Matrix = [scale, 0, 0, scale, x + scale * margin, y + scale * margin];
  return { width: across, height: down, matrix, isExact: false };
}
