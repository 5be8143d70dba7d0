/** Bitmaps of pages by PDFium, in Node.js and in browsers. */

/** RGBA pixels in rows. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** A page of PDFium. Public types must not name its package. */
interface DrawnPage {
  getOriginalSize(): { readonly originalWidth: number; readonly originalHeight: number };
  render(options: { readonly width: number; readonly height: number; readonly render: 'bitmap' }): Promise<Picture>;
}

/** Draws a page on white, and closes it. `scale`: pixels per point. */
export async function bitmapOf(page: DrawnPage, scale: number): Promise<Picture> {
  const { width, height, data } = await page.render({ ...pixels(page, scale), render: 'bitmap' });
  return { width, height, data: opaque(data) };
}

/** Returns a page's size in whole pixels. PDFium alone drops fractions of points, which squeezes the page. */
function pixels(page: DrawnPage, scale: number): { readonly width: number; readonly height: number } {
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const whole = (points: number): number => Math.max(1, Math.round(points * scale));
  return { width: whole(originalWidth), height: whole(originalHeight) };
}

/** Makes a bitmap opaque. PDFium draws on white, but leaves the alpha of the last object. */
function opaque(bitmap: Uint8Array): Uint8Array {
  for (let i = 3; i < bitmap.length; i += 4) bitmap[i] = 255;
  return bitmap;
}
