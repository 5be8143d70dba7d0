// Gives a TrueType font the box that the Liberation fonts show for a missing character, so that text with such
// characters has the same width.

/**
 * In units of 1/2048 em: the outer rectangle clockwise, the inner one counterclockwise. The heights are those to which
 * instructions would move them on a grid of 64 pixels per em, which is how PDFium sees glyphs of any size.
 */
const OUTER = { left: 68, bottom: 0, right: 612, top: 1376 };
const INNER = { left: 136, bottom: 64, right: 544, top: 1312 };
const ADVANCE = 748;

const ON_CURVE = 0x01;
/** The coordinate equals that of the previous point. */
const SAME_X = 0x10;
const SAME_Y = 0x20;

/**
 * Returns an entry of the `glyf` table (OpenType "glyf", simple glyphs) without instructions. Every coordinate that
 * changes takes two bytes.
 */
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

/** Sets glyph 0 of a font to the box, in its tables by tag. Throws if offsets are short. */
export function addMissingGlyphBox(tables) {
  const [head, loca, glyf, hmtx, post] = ['head', 'loca', 'glyf', 'hmtx', 'post'].map((tag) =>
    Buffer.from(tables.get(tag)),
  );
  if (head.readInt16BE(50) !== 1) throw new Error('the offsets of glyphs are short');
  const glyph = boxGlyph();
  const box = Buffer.alloc((glyph.length + 3) & ~3);
  glyph.copy(box);
  const others = loca.readUInt32BE(4);
  for (let at = 4; at < loca.length; at += 4) loca.writeUInt32BE(loca.readUInt32BE(at) - others + box.length, at);
  if (!isMonospaced(post)) hmtx.writeUInt16BE(ADVANCE, 0);
  hmtx.writeInt16BE(OUTER.left, 2);
  tables
    .set('loca', loca)
    .set('hmtx', hmtx)
    .set('glyf', Buffer.concat([box, glyf.subarray(others)]));
}

/** Returns `isFixedPitch` of the `post` table: all advances are equal. */
const isMonospaced = (post) => post.readUInt32BE(12) !== 0;
