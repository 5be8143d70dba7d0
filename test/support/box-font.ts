import { changedFont } from './sfnt.ts';

/** Offset of the subtable of cmap, and index of its segment for i. */
const SUBTABLE = 20;
const LAST = 5;

/**
 * An OpenType font with CFF outlines and 1000 units per em: boxes of different widths for space, A, B, a, b, f, i, the
 * hyphen and an f-i ligature. Its advances start at 520.
 */
export const BOX_FONT =
  'T1RUTwAKAIAAAwAgQ0ZGIAb1AkkAAAJIAAAAx0dTVUKxELQPAAADEAAAAFBPUy8yRP9ElQAAARAAAABgY21hcAFOAS8AAAHMAAAAXGhlYWQwKX/kAAAArAAAADZoaGVhBd4CMQAAAOQA' +
  'AAAkaG10eBG8AfQAAANgAAAAKG1heHAAClAAAAABCAAAAAZuYW1lQg811wAAAXAAAABacG9zdAADAAAAAAIoAAAAIAABAAAAAQAAjyF5sF8PPPUAAwPoAAAAAOcrniQAAAAA5yueJAAy' +
  'AAACigK8AAAAAwACAAAAAAAAAAEAAAMg/zgAAAK8ADIAMgKKAAEAAAAAAAAAAAAAAAAAAAAKAABQAAAKAAAAAwHGAZAABQAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' +
  'AAABAAAAAAAAAAAAAAAAPz8/PwAAACAAaQMgAAAAAAMgAMgAAAAAAAAAAAAAAAAAAAAgAAIAAAAEADYAAQAAAAAAAQAFAAAAAQAAAAAAAgAHAAUAAwABBAkAAQAKAAwAAwABBAkAAgAO' +
  'ABZCb3hlc1JlZ3VsYXIAQgBvAHgAZQBzAFIAZQBnAHUAbABhAHIAAAAAAAIAAAADAAAAFAADAAEAAAAUAAQASAAAAA4ACAACAAYAIAAtAEIAYgBmAGn//wAAACAALQBBAGEAZgBp////' +
  '4f/Z/8H/o/+i/6AAAQAAAAAAAAAAAAAAAAAAAAMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAQBAAEBAQZCb3hlcwABAQET+BwCvYv5HvlQBcAPkfdVEtMRAAIBAQQJZl9p' +
  'Qm94ZXMAAAAAAQAiACMAQgBDAA4BhwBHAEoACgEBDA8bJzI9SVRgbHe9Fvgk+Fb8JAYO+6IO90i9Fvjs+VD87AYO9xa9Fvi6+VD8ugYOd70W+CT4VvwkBg6LvRb4OPhW/DgGDvtwvRb3' +
  'XPhW+1wGDrO9Fvhg+Fb8YAYO+3C9Fvdc+Fb7XAYO+5i9Fvc0+Fb7NAYO+IgU+JwVAAABAAAACgAeACwAAURGTFQACAAEAAAAAP//AAEAAAABbGlnYQAIAAAAAQAAAAEABAAEAAAAAQAI' +
  'AAEAEgABAAgAAQAEAAcAAgAJAAEAAQAIAfQAMgD6ADICvAAyAooAMgH0ADICCAAyASwAMgIwADIBLAAyAQQAMg==';

/** An `@font-face` rule for the font, as Boxes. */
export const BOX_FACE = `@font-face { font-family: Boxes; src: url(data:font/otf;base64,${BOX_FONT}) }`;

/** Returns the font with a character of the Basic Multilingual Plane above U+00FF in place of i. */
export function boxFontWith(code: number): Uint8Array {
  return changedFont(Buffer.from(BOX_FONT, 'base64'), (tables) => {
    const cmap = Buffer.from(tables.get('cmap')!);
    const size = cmap.readUInt16BE(SUBTABLE + 6);
    const end = SUBTABLE + 14 + 2 * LAST;
    const delta = end + 2 * size + 2;
    cmap.writeUInt16BE((cmap.readUInt16BE(delta) + 0x69 - code + 0x10000) & 0xffff, delta);
    cmap.writeUInt16BE(code, end);
    cmap.writeUInt16BE(code, end + size + 2);
    tables.set('cmap', cmap);
  });
}
