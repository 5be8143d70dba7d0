// Gives a TrueType font the box that the Liberation fonts show for a character that no font has, so that text with such characters is as
// wide as it is with those.

/** Font units of 2048 an em: the outer and the inner rectangle, clockwise and counterclockwise. */
const OUTER = { left: 68, bottom: 0, right: 612, top: 1365 };
const INNER = { left: 136, bottom: 68, right: 544, top: 1297 };
const ADVANCE = 748;

const ON_CURVE = 0x01;
/** The coordinate is that of the point before. */
const SAME_X = 0x10;
const SAME_Y = 0x20;

/** An entry of the `glyf` table (OpenType "glyf", simple glyphs) without instructions; every coordinate that changes takes two bytes. */
function boxGlyph() {
  const { left, bottom, right, top } = OUTER;
  const points = [
    [left, bottom],
    [left, top],
    [right, top],
    [right, bottom],
    [INNER.left, INNER.bottom],
    [INNER.right, INNER.bottom],
    [INNER.right, INNER.top],
    [INNER.left, INNER.top],
  ];
  const flags = [];
  const deltas = [[], []];
  points.forEach((point, i) => {
    const [dx, dy] = point.map((value, axis) => value - (i === 0 ? 0 : points[i - 1][axis]));
    flags.push(ON_CURVE | (dx === 0 ? SAME_X : 0) | (dy === 0 ? SAME_Y : 0));
    if (dx !== 0) deltas[0].push(dx);
    if (dy !== 0) deltas[1].push(dy);
  });
  const words = (numbers) => numbers.flatMap((number) => [(number >> 8) & 0xff, number & 0xff]);
  const contourEnds = [3, 7];
  const instructions = 0;
  return Buffer.from([
    ...words([contourEnds.length, left, bottom, right, top, ...contourEnds, instructions]),
    ...flags,
    ...words([...deltas[0], ...deltas[1]]),
  ]);
}

/** A copy of the font whose glyph 0 is the box. Throws when the font's own takes less room. */
export function withMissingGlyphBox(font, tables) {
  const bytes = Buffer.from(font);
  const [head, loca, glyf, hmtx] = ['head', 'loca', 'glyf', 'hmtx'].map((tag) => tables.get(tag).offset);
  const longOffsets = bytes.readInt16BE(head + 50) === 1;
  const end = longOffsets ? bytes.readUInt32BE(loca + 4) : 2 * bytes.readUInt16BE(loca + 2);
  const glyph = boxGlyph();
  if (glyph.length > end) throw new Error('no room for the box of a missing glyph');
  glyph.copy(bytes, glyf);
  if (!isMonospaced(bytes, tables)) bytes.writeUInt16BE(ADVANCE, hmtx);
  bytes.writeInt16BE(OUTER.left, hmtx + 2);
  return bytes;
}

/** `isFixedPitch` of the `post` table: all advances are the same. */
const isMonospaced = (bytes, tables) => bytes.readUInt32BE(tables.get('post').offset + 12) !== 0;
