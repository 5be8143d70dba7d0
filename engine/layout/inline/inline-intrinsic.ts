/** Min- and max-content inline sizes of inline content (css-sizing-3 §4.1, css2 §10.3.5): the same line breaker with no and with endless room. */
import type { Box } from '../../boxes/box.ts';
import type { InlineContent } from '../../text/inline-content.ts';
import { type LU, MAX_LU } from '../../units.ts';
import { writingModeOf } from '../box-model.ts';
import { outerIntrinsicContribution } from '../intrinsic-contribution.ts';
import type { LayoutContext } from '../contract.ts';
import type { WritingMode } from '../geometry.ts';
import { clearSide } from './float-lines.ts';
import type { InlineIntrinsicSizes } from './inline-contract.ts';
import { InlineEdgesTable } from './inline-edges.ts';
import { firstLineIndent, laidOutContent, preparedContent } from './line-maker.ts';
import { LineAxes } from './line-axes.ts';
import { LineBreaker, type LineHost } from './line-breaker.ts';

/** Content-box sizes of a block container's inline content; percentages count as 0. */
export function intrinsicInline(context: LayoutContext, box: Box): InlineIntrinsicSizes {
  if (box.inline === null || box.inline.items.length === 0) return { minContent: 0, maxContent: 0 };
  const content = laidOutContent(context, box, box.inline);
  const mode = writingModeOf(box.style);
  const minContent = widest(context, box, content, mode, true);
  const maxContent = Math.max(minContent, widest(context, box, content, mode, false));
  return { minContent, maxContent };
}

function widest(context: LayoutContext, box: Box, content: InlineContent, mode: WritingMode, min: boolean): LU {
  const edges = new InlineEdgesTable(new LineAxes(mode), 0);
  const host = new IntrinsicHost(context, box, content, mode, min);
  const rest = preparedContent(context, box, content, false);
  let breaker = new LineBreaker(rest, context, edges, host, min);
  const restBreaker = breaker;
  if (content.firstLine !== null) {
    breaker = new LineBreaker(preparedContent(context, box, content, true), context, edges, host, min);
  }
  let item = 0;
  let offset = 0;
  let widestLine: LU = 0;
  let lineNumber = 0;
  let afterForced = false;
  do {
    const indent = firstLineIndent(box, lineNumber, afterForced, 0);
    breaker.breakLine(item, offset, indent, min ? 0 : MAX_LU);
    const width = min ? breaker.width : Math.min(MAX_LU, breaker.width + breaker.hang + host.floatsOfLine());
    if (width > widestLine) widestLine = width;
    item = breaker.endItem;
    offset = breaker.endOffset;
    afterForced = breaker.forced;
    lineNumber++;
    const { isLast } = breaker;
    breaker = restBreaker;
    if (isLast) break;
  } while (item < content.items.length);
  return Math.max(0, widestLine, host.widestFloat);
}

/** Answers the breaker with contributions instead of laid-out sizes. */
class IntrinsicHost implements LineHost {
  /** The widest float alone, or the widest row of floats. */
  widestFloat: LU = 0;
  private readonly context: LayoutContext;
  private readonly container: Box;
  private readonly content: InlineContent;
  private readonly mode: WritingMode;
  private readonly min: boolean;
  private startFloats: LU = 0;
  private endFloats: LU = 0;

  constructor(context: LayoutContext, container: Box, content: InlineContent, mode: WritingMode, min: boolean) {
    this.context = context;
    this.container = container;
    this.content = content;
    this.mode = mode;
    this.min = min;
  }

  private contribution(box: Box): LU {
    const sizes = outerIntrinsicContribution(this.context, box, this.mode);
    return this.min ? sizes.minContent : sizes.maxContent;
  }

  atomicInlineSize(item: number): LU {
    return this.contribution(this.content.items[item].box);
  }

  meetFloat(item: number, _used: LU, _isEmpty: boolean, available: LU): LU {
    const { box } = this.content.items[item];
    const size = this.contribution(box);
    if (this.min) {
      if (size > this.widestFloat) this.widestFloat = size;
      return available;
    }
    const rtl = this.container.style.text.direction === 'rtl';
    const clear = clearSide(box.style.box.clear, rtl);
    if (clear === 'start' || clear === 'both') this.startFloats = 0;
    if (clear === 'end' || clear === 'both') this.endFloats = 0;
    const { float } = box.style.box;
    const atEnd = float === 'inline-end' || float === (rtl ? 'left' : 'right');
    if (atEnd) this.endFloats = Math.min(MAX_LU, this.endFloats + size);
    else this.startFloats = Math.min(MAX_LU, this.startFloats + size);
    this.widestFloat = Math.max(this.widestFloat, Math.min(MAX_LU, this.startFloats + this.endFloats));
    return available;
  }

  /** The floats beside the line just measured; a forced break ends the row. */
  floatsOfLine(): LU {
    const sum = Math.min(MAX_LU, this.startFloats + this.endFloats);
    this.startFloats = 0;
    this.endFloats = 0;
    return sum;
  }

  floatMark(): number {
    return 0;
  }

  rewindFloats(): void {}
}
