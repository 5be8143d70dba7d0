/** `text-decoration-skip-ink` (css-text-decor-4 §2.7): gaps in a line where glyphs would touch it. */
import type { FontFace } from '../fonts/font-face.ts';
import type { TextFragment } from '../layout/contract/fragment.ts';
import type { DecorationLine, Gaps, TextLine } from './text-decoration.ts';
import { parseOutline } from './outline-path.ts';
import { flatten } from './flatten-path.ts';

/** A glyph's outlines as straight pieces, in font units, y up. */
class Ink {
  private readonly pieces: readonly number[];
  /** Vertical extent. */
  readonly bottom: number;
  readonly top: number;
  // The band of the last query, because text of one style repeats the same query.
  private low = NaN;
  private high = NaN;
  /** The horizontal extent of the ink in that band. `left > right`: the band is empty. */
  left = Infinity;
  right = -Infinity;

  constructor(pieces: readonly number[]) {
    this.pieces = pieces;
    let bottom = Infinity;
    let top = -Infinity;
    for (let i = 1; i < pieces.length; i += 2) {
      if (pieces[i]! < bottom) bottom = pieces[i]!;
      if (pieces[i]! > top) top = pieces[i]!;
    }
    this.bottom = bottom;
    this.top = top;
  }

  /** Sets `left` and `right` for a band. */
  seek(low: number, high: number): void {
    if (low === this.low && high === this.high) return;
    this.low = low;
    this.high = high;
    this.left = Infinity;
    this.right = -Infinity;
    const { pieces } = this;
    for (let i = 0; i < pieces.length; i += 4) {
      const up = pieces[i + 1]! <= pieces[i + 3]!;
      const x0 = up ? pieces[i]! : pieces[i + 2]!;
      const y0 = up ? pieces[i + 1]! : pieces[i + 3]!;
      const x1 = up ? pieces[i + 2]! : pieces[i]!;
      const y1 = up ? pieces[i + 3] : pieces[i + 1];
      if (y1! < low || y0 > high) continue;
      const at = (y: number): number => (y1 === y0 ? x0 : x0 + ((x1 - x0) * (y - y0)) / (y1! - y0));
      this.see(y0 < low ? at(low) : x0);
      this.see(y1! > high ? at(high) : x1);
    }
  }

  private see(x: number): void {
    this.left = Math.min(this.left, x);
    this.right = Math.max(this.right, x);
  }
}

/** Glyph outlines never change, so they are cached for the lifetime of the face. */
const inkOfFaces = new WeakMap<FontFace, Map<number, Ink>>();

function inkOf(face: FontFace, glyphId: number): Ink {
  let glyphs = inkOfFaces.get(face);
  if (!glyphs) inkOfFaces.set(face, (glyphs = new Map()));
  let ink = glyphs.get(glyphId);
  if (!ink) {
    ink = new Ink(flatten(parseOutline(face.outline(glyphId))));
    glyphs.set(glyphId, ink);
  }
  return ink;
}

/** `auto` doesn't skip ideographs and kana, because their ink is at the underline everywhere. */
const NEVER_SKIPPED =
  /[\u2e80-\u2fdf\u3000-\u30ff\u3105-\u312f\u3131-\u318e\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef]/;

/** Returns the gaps of a line at a text, from left to right. */
export function inkGaps(fragment: TextFragment, text: TextLine, line: DecorationLine): Gaps {
  const { run } = fragment;
  if (fragment.writingMode.vertical && !run.sideways) return [];
  const extra = line.style === 'double' ? Math.abs(line.doubleOffset) : 0;
  const first = Math.min(line.top, line.top + (line.doubleOffset < 0 ? -extra : 0));
  const { unitsPerEm } = run.face.metrics;
  const scale = unitsPerEm / run.fontSize;
  // The band that must stay free of ink, in font units above the baseline.
  const high = (text.baseline - first) * scale;
  const low = (text.baseline - (first + line.thickness + extra)) * scale;
  const gaps: [number, number][] = [];
  let x = text.x;
  const isAuto = fragment.style.text.textDecorationSkipInk === 'auto';
  for (let g = 0; g < run.glyphIds.length; g++) {
    const ink = inkOf(run.face, run.glyphIds[g]!);
    if (ink.bottom < high && ink.top > low && !(isAuto && isNeverSkipped(fragment, g))) {
      const rise = run.yOffsets === null ? 0 : run.yOffsets[g]! * scale;
      addGap(
        gaps,
        ink,
        high - rise,
        low - rise,
        x + (run.xOffsets === null ? 0 : run.xOffsets[g]!),
        1 / scale,
        Math.min(line.thickness, WIDEST_MARGIN),
      );
    }
    x += run.advances[g]!;
    if (fragment.justification !== 0 && (fragment.justifyClusters || isSpace(fragment, g))) x += fragment.justification;
  }
  return gaps;
}

function characterOf(fragment: TextFragment, g: number): string {
  let box = fragment.box;
  while (box.inline === null && box.parent) box = box.parent;
  return box.inline?.text.charAt(fragment.run.clusters[g]!) ?? '';
}

function isNeverSkipped(fragment: TextFragment, g: number): boolean {
  return fragment.run.item >= 0 && NEVER_SKIPPED.test(characterOf(fragment, g));
}

function isSpace(fragment: TextFragment, g: number): boolean {
  const character = characterOf(fragment, g);
  return character === ' ' || character === '\u00a0';
}

/** Maximum gap on each side of the ink, in px, even for thick lines. The value is Chromium's. */
const WIDEST_MARGIN = 13;

/** Adds the horizontal extent of a glyph's ink inside the band, widened by `margin` on both sides. */
function addGap(
  gaps: [number, number][],
  ink: Ink,
  high: number,
  low: number,
  x: number,
  scale: number,
  margin: number,
): void {
  ink.seek(low, high);
  const { left, right } = ink;
  if (left > right) return;
  const from = x + left * scale - margin;
  const to = x + right * scale + margin;
  const last = gaps[gaps.length - 1];
  if (last && from <= last[1]) last[1] = Math.max(last[1], to);
  else gaps.push([from, to]);
}
