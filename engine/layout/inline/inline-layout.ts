/**
 * Inline formatting contexts (css2 §9.4.2, css-inline-3, css-text-3): turns a block container's inline content into
 * line boxes.
 *
 * Without floats, lines depend on the line length only. They are built once (`LineCache`) and distributed over
 * fragmentainers. With floats, every line is built at its position (float-lines.ts). page-breaks.ts decides which lines
 * stay before a break.
 */
import type { Box } from '../../boxes/box.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import type { InlineBreakToken } from '../contract/break-token.ts';
import type { LayoutContext } from '../contract/contract.ts';
import { FloatLines } from './float-lines.ts';
import type { InlineLayoutInput, InlineLayoutOutput, PlacedFloat } from './inline-contract.ts';
import { balancedInlineSize } from './balance.ts';
import { ContentLayout, LineCache } from './content-layout.ts';
import { LineMaker, PlacedLine, PlainHost, blockSizeOf } from './line-maker.ts';
import { PrettyLines } from './pretty.ts';
import { makeOutput } from './inline-output.ts';
import type { LineHost } from './line-breaker.ts';
import type { BuiltLine } from './built-line.ts';
import { LineSnap } from './line-snap.ts';
import { chooseBreak, type LineBreakChoice, PlacedLines } from './page-breaks.ts';
import { hasLineContent } from './prepared-content.ts';
import { LineStacking } from './ruby/line-stacking.ts';
import { singleLine } from './single-line.ts';

const NO_FLOATS: readonly PlacedFloat[] = [];

/**
 * Whether no line box has content, so that the container's margins collapse through regardless of floats (css2 §9.4.2).
 */
export function isEmptyInlineContent(box: Box): boolean {
  if (box.inline === null) return true;
  const kept = ContentLayout.of(box.inline);
  return !(kept.hasLines ??= hasLineContent(box.inline));
}

/** Lays out the lines that fit in the fragmentainer. */
export function layoutInlineContent(context: LayoutContext, box: Box, input: InlineLayoutInput): InlineLayoutOutput {
  const maker = new LineMaker(context, box, input);
  const { exclusions } = input;
  const besideFloats = !exclusions.isEmpty && exclusions.lowestEnd > input.bfcBlockOffset;
  if (maker.rest.hasFloats || besideFloats) return new FloatLines(maker).layout();
  return layoutPlainLines(maker);
}

/** Lays out lines with no floats among or next to them. */
function layoutPlainLines(maker: LineMaker): InlineLayoutOutput {
  const { input } = maker;
  const { lines, first, dependsOnBlockSize } = plainLines(maker);
  const placed = new PlacedLines(maker);
  const stacking = new LineStacking(maker);
  const snap = LineSnap.of(maker);
  let offset: LU = 0;
  for (let k = first; k < lines.length; k++) {
    const line = lines[k]!;
    offset += stacking.shift(line, false);
    if (snap !== null) offset += snap.shift(offset, line.fragment);
    if (!placed.add(new PlacedLine(line, maker.inlineOffset(0, input.inlineSize, line), offset))) break;
    offset += blockSizeOf(line.fragment);
  }
  const found = chooseBreak(maker, placed.list, lines.length - first);
  const choice = withoutLastHyphen(maker, placed.list, found);
  return makeOutput(maker, placed.list, choice, NO_FLOATS, input.exclusions, dependsOnBlockSize);
}

/**
 * Rebuilds the last line before a break without a hyphen (css-text-4 §6.3.5). The removed text continues after the
 * break.
 */
function withoutLastHyphen(maker: LineMaker, placed: PlacedLine[], choice: LineBreakChoice): LineBreakChoice {
  const { count, token } = choice;
  if (token === null || count === 0 || token.hyphenatedLines === 0 || !maker.avoidsHyphenBeforeBreak) return choice;
  const start = count === 1 ? maker.input.token : placed[count - 2]!.line.fragment.breakToken;
  const line = makePlainLine(maker, new PlainHost(maker), start, maker.input.inlineSize, null, true);
  placed[count - 1] = new PlacedLine(
    line,
    maker.inlineOffset(0, maker.input.inlineSize, line),
    placed[count - 1]!.blockOffset,
  );
  return choice.withToken(line.fragment.breakToken);
}

/** Returns the lines from the token on, from the cache if possible. */
function plainLines(maker: LineMaker): { lines: readonly BuiltLine[]; first: number; dependsOnBlockSize: boolean } {
  const { input, rest } = maker;
  // Clamped lines can't be reused by other callers.
  if (input.clampLines !== INDEFINITE)
    return { lines: makePlainLines(maker), first: 0, dependsOnBlockSize: maker.dependsOnBlockSize };
  const kept = ContentLayout.of(rest.content);
  const cache = kept.lines;
  if (cache !== null) {
    const first = cache.find(input.inlineSize, input.percentageBlock, input.measure || !rest.hasAtomics, input.token);
    if (first >= 0) return { lines: cache.lines, first, dependsOnBlockSize: cache.dependsOnBlockSize };
  }
  const lines = makePlainLines(maker);
  const { dependsOnBlockSize } = maker;
  kept.lines = new LineCache(
    input.inlineSize,
    input.percentageBlock,
    input.measure && rest.hasAtomics,
    input.token,
    lines,
    dependsOnBlockSize,
  );
  return { lines, first: 0, dependsOnBlockSize };
}

function makePlainLines(maker: LineMaker): BuiltLine[] {
  const { input, rest } = maker;
  // The line at a clamp point ends in an ellipsis.
  const single = input.token === null && input.clampLines === INDEFINITE ? asSingleLine(maker) : null;
  if (single !== null) return [single];
  const host = new PlainHost(maker);
  const lines: BuiltLine[] = [];
  const length = balancedInlineSize(maker, host);
  const pretty = PrettyLines.of(maker);
  let token = input.token;
  do {
    if ((token === null ? 0 : token.itemIndex) >= rest.items.length) break;
    const line = makePlainLine(maker, host, token, length, pretty, false);
    lines.push(line);
    token = line.fragment.breakToken;
  } while (token !== null);
  return lines;
}

/** Builds the line from `token`, broken at `length`. */
function makePlainLine(
  maker: LineMaker,
  host: LineHost,
  token: InlineBreakToken | null,
  length: LU,
  pretty: PrettyLines | null,
  avoidsHyphen: boolean,
): BuiltLine {
  const lineNumber = token === null ? 0 : token.lineNumber;
  const afterForced = token !== null && token.afterForcedBreak;
  const tools = maker.tools(lineNumber, host);
  const indent = maker.indent(lineNumber, afterForced);
  const wishedEnd = pretty === null ? -1 : pretty.endOfLine(tools.breaker, token, maker.input.inlineSize);
  const found = maker.breakLine(tools, token, indent, length, wishedEnd, avoidsHyphen);
  return maker.build(tools, found, token, indent, maker.input.inlineSize);
}

/** Returns the whole content as one line, or null if it doesn't fit or has more than one text. */
function asSingleLine(maker: LineMaker): BuiltLine | null {
  const { context, input, rest } = maker;
  if (rest.soleText < 0) return null;
  const indent = maker.indent(0, false);
  const end = rest.text.length;
  if (indent + rest.visibleWidth(rest.skipSpaces(0, end), end) > input.inlineSize + 1) return null;
  const kept = ContentLayout.of(rest.content);
  if (kept.singleLine === undefined) kept.singleLine = singleLine(context, rest, input.writingMode);
  return kept.singleLine === null ? null : kept.singleLine.placed(input.inlineSize, indent, input.characterAxis);
}
