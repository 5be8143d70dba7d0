/**
 * Resolves the bidi levels of an inline formatting context (css-writing-modes-4 §2). Applies UAX #9 to the text with
 * the control characters that `unicode-bidi` and `direction` of inline boxes imply. They are inserted only for this
 * step.
 */
import createBidi from 'bidi-js';
import type { Box } from '../boxes/box.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { smallBytes } from '../small-arrays.ts';
import { type InlineContent, InlineItemKind } from './inline-content.ts';
import { TextTrait } from './text-scan.ts';

const LRE = '\u202A';
const RLE = '\u202B';
const PDF = '\u202C';
const LRO = '\u202D';
const RLO = '\u202E';
const LRI = '\u2066';
const RLI = '\u2067';
const FSI = '\u2068';
const PDI = '\u2069';

interface BidiLevels {
  /** 0 or 1. */
  readonly baseLevel: number;
  /** null: all levels are 0. */
  readonly levels: Uint8Array | null;
  /**
   * For each item, the level of the control character with which it begins or ends an isolate, otherwise `NO_ISOLATE`.
   * null without isolates.
   */
  readonly isolates: Uint8Array | null;
}

/** Higher than every level. */
export const NO_ISOLATE = 255;

/** Returns the control characters that open and close a box. */
function controlsOf({ box, text }: ComputedStyle): readonly [string, string] | null {
  const rtl = text.direction === 'rtl';
  switch (box.unicodeBidi) {
    case 'embed':
      return [rtl ? RLE : LRE, PDF];
    case 'isolate':
      return [rtl ? RLI : LRI, PDI];
    case 'bidi-override':
      return [rtl ? RLO : LRO, PDF];
    case 'isolate-override':
      return [FSI + (rtl ? RLO : LRO), PDF + PDI];
    case 'plaintext':
      return [FSI, PDI];
    default:
      return null;
  }
}

/** Returns the controls that a block container's `unicode-bidi` implies for its contents. Only overrides apply. */
function containerControls(style: ComputedStyle): readonly [string, string] | null {
  const { unicodeBidi } = style.box;
  if (unicodeBidi !== 'bidi-override' && unicodeBidi !== 'isolate-override') return null;
  return [style.text.direction === 'rtl' ? RLO : LRO, PDF];
}

function needsBidi(content: InlineContent, container: Box, traits: number): boolean {
  const { style } = container;
  if ((traits & TextTrait.Bidi) !== 0 || style.text.direction === 'rtl' || containerControls(style) !== null)
    return true;
  for (const { kind, box } of content.items) {
    if (kind !== InlineItemKind.Open) continue;
    const { unicodeBidi } = box.style.box;
    if (unicodeBidi === 'normal' || unicodeBidi === 'plaintext') continue;
    if (box.style.text.direction === 'rtl' || unicodeBidi.endsWith('override')) return true;
  }
  return false;
}

interface BidiAlgorithm {
  getMirroredCharacter(character: string): string | null;
  getEmbeddingLevels(
    text: string,
    direction: 'ltr' | 'rtl' | 'auto',
  ): { levels: Uint8Array; paragraphs: readonly { level: number }[] };
}

/** Builds its tables once; immutable. */
let bidi: BidiAlgorithm | null = null;

/** The package's types describe its sources rather than the function it exports. */
const algorithm = (): BidiAlgorithm => (bidi ??= (createBidi as unknown as () => BidiAlgorithm)());

/** All text runs left-to-right, without isolates. */
const ALL_LEFT_TO_RIGHT: BidiLevels = { baseLevel: 0, levels: null, isolates: null };

/** Resolves the levels. `traits`: the result of `scanText` for the content's text. */
export function resolveBidi(content: InlineContent, container: Box, traits: number): BidiLevels {
  if (!needsBidi(content, container, traits)) return ALL_LEFT_TO_RIGHT;
  const { direction } = container.style.text;
  const { text, positions, isolates } = withControls(content, container);
  if (positions === null && direction === 'rtl' && (traits & TextTrait.MixedDirections) === 0)
    return { baseLevel: 1, levels: smallBytes(text.length).fill(1), isolates: null };
  const plaintext = container.style.box.unicodeBidi === 'plaintext';
  const found = algorithm().getEmbeddingLevels(text, plaintext ? 'auto' : direction);
  const levels = smallBytes(content.text.length);
  if (positions === null) levels.set(found.levels);
  else for (let i = 0; i < levels.length; i++) levels[i] = found.levels[positions[i]!]!;
  const baseLevel = plaintext ? (found.paragraphs[0]?.level ?? 0) : direction === 'rtl' ? 1 : 0;
  return { baseLevel: baseLevel & 1, levels, isolates: isolates && isolateLevels(isolates, found.levels) };
}

function isolateLevels(positions: readonly number[], found: Uint8Array): Uint8Array {
  const levels = new Uint8Array(positions.length).fill(NO_ISOLATE);
  positions.forEach((position, item) => {
    if (position >= 0) levels[item] = found[position]!;
  });
  return levels;
}

interface ControlledText {
  /** The text including the boxes' control characters. */
  readonly text: string;
  /** The position in it of each original character; null if unchanged. */
  readonly positions: Uint32Array | null;
  /**
   * The position in it of the controls of each item that begins or ends an isolate, otherwise -1. null without
   * isolates.
   */
  readonly isolates: readonly number[] | null;
}

const isIsolate = ([opening]: readonly [string, string]): boolean => /^[\u2066-\u2068]/.test(opening);

const isBoundary = (kind: InlineItemKind): boolean => kind === InlineItemKind.Open || kind === InlineItemKind.Close;

function withControls(content: InlineContent, container: Box): ControlledText {
  const outer = containerControls(container.style);
  const hasControls =
    outer !== null || content.items.some(({ kind, box }) => isBoundary(kind) && controlsOf(box.style) !== null);
  if (!hasControls) return { text: content.text, positions: null, isolates: null };
  const open: (readonly [string, string])[] = outer ? [outer] : [];
  let text = outer ? outer[0] : '';
  const positions = new Uint32Array(content.text.length);
  let isolates: number[] | null = null;
  for (const [index, { kind, box, start, end }] of content.items.entries()) {
    if (isBoundary(kind)) {
      const controls = controlsOf(box.style);
      if (controls === null) continue;
      const isOpen = kind === InlineItemKind.Open;
      if (isIsolate(controls)) {
        isolates ??= Array.from(content.items, () => -1);
        isolates[index] = text.length + (isOpen ? 0 : controls[1].length - 1);
      }
      if (isOpen) open.push(controls);
      else open.pop();
      text += controls[isOpen ? 0 : 1];
      continue;
    }
    // A forced break ends the bidi paragraph: open boxes close before it and reopen after it.
    if (kind === InlineItemKind.Break) for (let i = open.length - 1; i >= 0; i--) text += open[i]![1];
    for (let i = start; i < end; i++) positions[i] = text.length + i - start;
    text += content.text.slice(start, end);
    if (kind === InlineItemKind.Break) for (const [opening] of open) text += opening;
  }
  return { text, positions, isolates };
}

/** Returns the mirrored character (UAX #9, Bidi_Mirroring_Glyph) of a one-character text, or null. */
export const mirrorOf = (text: string): string | null =>
  text.length === 1 ? algorithm().getMirroredCharacter(text) : null;
