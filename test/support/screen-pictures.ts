/**
 * Screenshots that tests compare with kept ones. Only the means of cells count, because the antialiasing of glyphs
 * differs between machines.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';

/** The side of a cell in CSS px. A kept picture has one pixel per cell. */
const CELL = 8;
/** The permitted difference of a cell's red, green or blue, out of 255. */
const TOLERANCE = 40;

const require = createRequire(import.meta.url);
const fontUrl = (file: string): string =>
  `data:font/ttf;base64,${readFileSync(require.resolve(`@expo-google-fonts/${file}`)).toString('base64')}`;

/** Bundled fonts instead of those of the machine, and nothing that moves or blinks. */
const STYLE = `
  @font-face { font-family: Words; src: url(${fontUrl('arimo/Arimo_400Regular.ttf')}) }
  @font-face { font-family: Words; font-weight: 600 700; src: url(${fontUrl('arimo/Arimo_700Bold.ttf')}) }
  @font-face { font-family: Code; src: url(${fontUrl('cousine/Cousine_400Regular.ttf')}) }
  body, button, input, select, textarea, .cm-tooltip { font-family: Words !important }
  code, pre, .cm-scroller, .cm-tooltip ul, #inspector h2, #inspected-computed, #inspected-style ul { font-family: Code !important }
  .cm-cursorLayer { visibility: hidden !important }
  *, ::before, ::after { caret-color: transparent !important; transition: none !important; animation: none !important }
  * { scrollbar-width: none }
`;

/** Injects the style into the page and its shadow roots. Its policy must be bypassed. */
export async function calm(page: Page): Promise<void> {
  await page.evaluate(`(async (text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    const fonts = document.createElement('style');
    fonts.textContent = text;
    document.head.append(fonts);
    for (const { shadowRoot } of document.querySelectorAll('*'))
      if (shadowRoot) shadowRoot.adoptedStyleSheets = [...shadowRoot.adoptedStyleSheets, sheet];
    await Promise.all(['Words', '600 1em Words', 'Code'].map((font) => document.fonts.load(font.includes(' ') ? font : '1em ' + font)));
  })(${JSON.stringify(STYLE)})`);
}

/**
 * Returns the share of cells that differ from a kept picture. With `UPDATE_GOLDEN=1`, it keeps the new picture and
 * returns 0. Without `CI`, it also does so for a picture that doesn't exist yet.
 */
export async function differenceFromKept(page: Page, file: string): Promise<number> {
  const cells = cellsOf(PNG.sync.read(await page.screenshot({ caret: 'hide', animations: 'disabled' })));
  if (process.env.UPDATE_GOLDEN === '1' || (!existsSync(file) && !process.env.CI)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, PNG.sync.write(cells, { colorType: 2 }));
    return 0;
  }
  const kept = PNG.sync.read(readFileSync(file));
  if (kept.width !== cells.width || kept.height !== cells.height) return 1;
  let differing = 0;
  for (let i = 0; i < kept.data.length; i += 4)
    if ([0, 1, 2].some((c) => Math.abs(kept.data[i + c]! - cells.data[i + c]!) > TOLERANCE)) differing++;
  return differing / (kept.width * kept.height);
}

/** Returns a picture with the mean of each cell as a pixel. */
function cellsOf({ width, height, data }: PNG): PNG {
  const cells = new PNG({ width: Math.ceil(width / CELL), height: Math.ceil(height / CELL) });
  for (let row = 0; row < cells.height; row++)
    for (let column = 0; column < cells.width; column++) {
      const [right, bottom] = [Math.min(width, (column + 1) * CELL), Math.min(height, (row + 1) * CELL)];
      const sums = [0, 0, 0];
      let count = 0;
      for (let y = row * CELL; y < bottom; y++)
        for (let x = column * CELL; x < right; x++, count++)
          for (let c = 0; c < 3; c++) sums[c]! += data[(y * width + x) * 4 + c]!;
      const at = (row * cells.width + column) * 4;
      sums.forEach((sum, c) => (cells.data[at + c] = Math.round(sum / count)));
      cells.data[at + 3] = 255;
    }
  return cells;
}
