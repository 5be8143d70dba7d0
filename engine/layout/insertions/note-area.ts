/**
 * The footnote area of a page (css-gcpm-3 §2.3). It stacks the bodies of notes, or places them side by side or as one
 * text, depending on `footnote-display`. It takes as many as fit, and the last may continue in the next page's area.
 */
import type { Box } from '../../boxes/box.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { Length } from '../../css/length.ts';
import { type LU, luFromPx, MAX_LU } from '../../units.ts';
import { usedBorder, usedMargins, usedPadding, ZERO_LOGICAL } from '../sizing/box-edges.ts';
import type { BlockBreakToken } from '../contract/break-token.ts';
import { SpaceFlag } from '../contract/constraint-space.ts';
import type { ExclusionSpace } from '../contract/exclusion-space.ts';
import { EMPTY_EXCLUSIONS } from '../contract/exclusions.ts';
import { BoxFragment, FragmentFlag } from '../contract/fragment.ts';
import type { LogicalSides, WritingMode } from '../contract/geometry.ts';
import type { LayoutResult } from '../contract/layout-result.ts';
import { columnGeometry } from '../multicol/column-geometry.ts';
import { autoStartMargin } from '../alignment/alignment.ts';
import {
  blockSizeOf,
  inlineSizeOf,
  maxBlockSizeOf,
  maxInlineSizeOf,
  minBlockSizeOf,
  minInlineSizeOf,
} from '../sizing/sizing-properties.ts';
import type { BlockSide } from './block-floats.ts';
import { besideText, isInlineNote, type TextEnd, textEndOf } from './inline-notes.ts';
import { type Area, type Insertion, layoutInsertion, type Placed, type Taken } from './insertion.ts';
import { NoteColumns } from './note-columns.ts';

/** The maximum fraction of a page with text that notes may take: without a `max-height`, and with one. */
const DEFAULT_SHARE = 0.8;
const MAX_SHARE = 0.9;

/** A row of notes side by side. */
interface Row {
  readonly block: LU;
  inline: LU;
}

/** The position of a body in the area. */
interface Place {
  /** Block start and inline start. */
  readonly start: LU;
  readonly inline: LU;
  /** The margin after the body. */
  readonly endMargin: LU;
  /** For inline notes, the text that the first line must avoid; null: the note is a block. */
  readonly beside: ExclusionSpace | null;
}

export class NoteArea {
  private readonly area: Area;
  private readonly style: ComputedStyle | null;
  private readonly margin: LogicalSides;
  private readonly border: LogicalSides;
  private readonly padding: LogicalSides;
  private readonly inlineSize: LU;
  private readonly bodies: Placed[] = [];
  /** Null if the area has no columns. */
  private readonly columns: NoteColumns | null;
  /** The end of the last body and the margin after it. */
  private end: LU = 0;
  private endMargin: LU = 0;
  private row: Row | null = null;
  /** The end of the last body's text, if another inline note may follow it. */
  private text: TextEnd | null = null;

  /** `style` is that of `@footnote`, or null. */
  constructor(area: Area, style: ComputedStyle | null) {
    this.area = area;
    this.style = style;
    const { mode, inline } = area;
    this.border = style === null ? ZERO_LOGICAL : usedBorder(style, mode);
    this.padding = style === null ? ZERO_LOGICAL : usedPadding(style, mode, inline);
    const edges = [this.border, this.padding].reduce((sum, side) => sum + side.inlineStart + side.inlineEnd, 0);
    this.margin = style === null ? ZERO_LOGICAL : marginsOf(style, mode, inline, edges);
    this.inlineSize = inline - this.margin.inlineStart - this.margin.inlineEnd - edges;
    const geometry = style === null ? null : columnGeometry(style, this.inlineSize);
    this.columns = geometry === null || geometry.count === 1 ? null : new NoteColumns(area, geometry);
  }

  get isEmpty(): boolean {
    return (this.columns?.bodies ?? this.bodies).length === 0;
  }

  /** The block size of the area including its edges; 0 without notes. */
  get size(): LU {
    if (this.isEmpty) return 0;
    return Math.max(this.columns?.size ?? this.end + this.endMargin, this.limit('min')) + this.edges;
  }

  /** The side of the page that the area floats to (css-gcpm-3 §2.3). */
  private get side(): BlockSide {
    return this.style?.box.float === 'block-start' ? 'start' : 'end';
  }

  /** Returns how much of a side of the page the area takes. */
  sizeAt(side: BlockSide): LU {
    return side === this.side ? this.size : 0;
  }

  /** The maximum block size, including edges, next to text. Columns have no limit, because their notes don't break. */
  get maxSize(): LU {
    const { block, breaks } = this.area;
    const limit = this.limit('max');
    if (!breaks) return block;
    return limit === MAX_LU
      ? Math.floor(block * DEFAULT_SHARE)
      : Math.min(limit + this.edges, Math.floor(block * MAX_SHARE));
  }

  /** Returns the limit for the content box. */
  private limit(which: 'min' | 'max'): LU {
    if (this.style === null) return which === 'min' ? 0 : MAX_LU;
    const { style } = this;
    const { mode, block: basis } = this.area;
    const size = blockSizeOf(style, mode);
    const bound = which === 'min' ? minBlockSizeOf(style, mode) : maxBlockSizeOf(style, mode);
    const given = [size, bound].filter((length) => length.isLength).map((length) => length.resolve(basis));
    const extra = style.box.boxSizing === 'border-box' ? this.edges - this.margin.blockStart - this.margin.blockEnd : 0;
    const used = which === 'min' ? Math.max(0, ...given) : Math.min(MAX_LU, ...given);
    return used === MAX_LU ? MAX_LU : Math.max(0, used - extra);
  }

  private get edges(): LU {
    const edges = [this.margin, this.border, this.padding];
    return edges.reduce((sum, { blockStart, blockEnd }) => sum + blockStart + blockEnd, 0);
  }

  /**
   * Takes as much of a note as an area of size `room` can hold. `how` selects the whole note or nothing, a part, or a
   * part even if nothing fits. Returns null if it takes nothing.
   */
  take(note: Insertion, room: LU, how: 'whole' | 'part' | 'force'): Taken | null {
    this.area.context.budget.tick();
    const extent = this.area.breaks ? how : 'whole';
    if (this.columns !== null) return this.columns.take(note, room - this.edges, extent);
    const { box, token } = note;
    const margins = usedMargins(box.style, this.area.mode, this.inlineSize);
    if (token === null && box.style.rare.footnoteDisplay === 'compact' && this.takeInRow(note, margins, room))
      return { rest: null, calls: [] };
    const place = isInlineNote(box) ? this.inText(box, token, margins) : this.asBlock(token, margins);
    const left = room - this.edges - place.start;
    const whole = this.layout(note, place, null);
    if (whole.fragment.blockSize(this.area.mode) <= left) return this.add(whole, place);
    if (extent === 'whole' || (left <= 0 && extent !== 'force')) return null;
    const part = this.layout(note, place, left);
    return extent !== 'force' && part.fragment.blockSize(this.area.mode) > left ? null : this.add(part, place);
  }

  private asBlock(token: BlockBreakToken | null, { inlineStart, blockStart, blockEnd }: LogicalSides): Place {
    const start = this.end + Math.max(this.endMargin, token === null ? blockStart : 0);
    return { start, inline: inlineStart, endMargin: blockEnd, beside: null };
  }

  /**
   * Positions a note after the previous text with a gap of one em. As with inline boxes, block margins have no effect.
   */
  private inText(box: Box, token: BlockBreakToken | null, margins: LogicalSides): Place {
    const { text } = this;
    const indent = token === null ? margins.inlineStart : 0;
    const below: Place = {
      start: this.end + this.endMargin,
      inline: 0,
      endMargin: 0,
      beside: indent > 0 ? besideText(indent, 1) : EMPTY_EXCLUSIONS,
    };
    if (text === null || token !== null) return below;
    const { style } = box;
    const { mode } = this.area;
    const edge = usedBorder(style, mode).blockStart + usedPadding(style, mode, this.inlineSize).blockStart;
    const inline = text.inline + luFromPx(style.font.fontSize) + indent;
    return { ...below, start: text.block - edge, beside: besideText(inline, edge + text.size) };
  }

  private layout(note: Insertion, { beside }: Place, most: LU | null): LayoutResult {
    return layoutInsertion({ ...this.area, inline: this.inlineSize }, note, most, 0, beside);
  }

  private add({ fragment, breakToken, footnotes }: LayoutResult, { start, inline, endMargin, beside }: Place): Taken {
    const { mode } = this.area;
    this.bodies.push({ fragment, inline, block: start });
    this.end = Math.max(beside === null ? 0 : this.end, start + fragment.blockSize(mode));
    this.endMargin = breakToken === null ? endMargin : 0;
    this.row = null;
    const end = beside === null ? null : textEndOf(fragment, start, mode);
    const inlineEnd = usedMargins(fragment.box.style, mode, this.inlineSize).inlineEnd;
    this.text = end === null ? null : { ...end, inline: end.inline + inlineEnd };
    return { rest: breakToken, calls: footnotes };
  }

  /** Places a note of at most one line next to others (`footnote-display: compact`). */
  private takeInRow(note: Insertion, margins: LogicalSides, room: LU): boolean {
    const { inlineSize } = this;
    const { context, mode } = this.area;
    const { box } = note;
    const outer = context.intrinsicSizes(box).maxContent + margins.inlineStart + margins.inlineEnd;
    if (outer > inlineSize) return false;
    const gap = luFromPx(box.style.font.fontSize);
    let row: Row | null = this.row;
    const beside = row === null || row.inline + gap + outer > inlineSize ? null : row;
    const block = beside?.block ?? this.end + Math.max(this.endMargin, margins.blockStart);
    const space = { context, mode, inline: inlineSize, percentageBlock: 0 };
    const { fragment } = layoutInsertion(space, note, null, SpaceFlag.ShrinkToFit);
    const end = block + fragment.blockSize(mode);
    if (end + this.edges > room) return false;
    const at = beside === null ? 0 : beside.inline + gap;
    this.bodies.push({ fragment, inline: at + margins.inlineStart, block });
    row = beside ?? { block, inline: 0 };
    row.inline = at + outer;
    this.row = row;
    this.text = null;
    this.end = Math.max(beside === null ? 0 : this.end, end);
    this.endMargin = Math.max(beside === null ? 0 : this.endMargin, margins.blockEnd);
    return true;
  }

  /** Returns everything in the area, which is at its side of an area of block size `block`, beyond the floats there. */
  placed(block: LU): Placed[] {
    if (this.isEmpty) return [];
    const { margin, border, padding, size } = this;
    const atStart = (this.side === 'start' ? 0 : block - size) + margin.blockStart;
    const bodies = this.columns?.bodies ?? this.bodies;
    const placed = bodies.map((body) => ({
      fragment: body.fragment,
      inline: margin.inlineStart + border.inlineStart + padding.inlineStart + body.inline,
      block: atStart + border.blockStart + padding.blockStart + body.block,
    }));
    if (this.style === null) return placed;
    const fragment = this.areaFragment(this.style, bodies[0]!.fragment.box);
    return [{ fragment, inline: margin.inlineStart, block: atStart }, ...placed];
  }

  /** Returns the area's background and border as an empty fragment below the bodies. */
  private areaFragment(style: ComputedStyle, box: Box): BoxFragment {
    const { margin, size } = this;
    const { mode } = this.area;
    const inline = this.area.inline - margin.inlineStart - margin.inlineEnd;
    const block = size - margin.blockStart - margin.blockEnd;
    const [inlineStart, blockStart] = [
      this.border.inlineStart + this.padding.inlineStart,
      this.border.blockStart + this.padding.blockStart,
    ];
    const rules =
      this.columns?.decorations({ style, mode, inlineSize: inline, inlineStart }, blockStart, block) ?? null;
    return new BoxFragment(
      box,
      style,
      mode,
      Math.max(0, mode.xOf(inline, block)),
      Math.max(0, mode.yOf(inline, block)),
      mode.toPhysicalSides(this.border),
      mode.toPhysicalSides(this.padding),
      [],
      [],
      null,
      null,
      FragmentFlag.PageBox,
      null,
      rules,
    );
  }
}

/**
 * Returns the margins of an area with these inline edges. They absorb the part of the page's inline size that `width`
 * leaves.
 */
function marginsOf(style: ComputedStyle, mode: WritingMode, inline: LU, edges: LU): LogicalSides {
  const margins = usedMargins(style, mode, inline);
  const room = inline - margins.inlineStart - margins.inlineEnd - edges;
  const size = contentSize(style, mode, inline, room, edges);
  const inlineStart = autoStartMargin(style, mode, margins, size + edges, inline) ?? margins.inlineStart;
  return { ...margins, inlineStart, inlineEnd: inline - inlineStart - size - edges };
}

/** Returns the inline size: `width`, else the available size. */
function contentSize(style: ComputedStyle, mode: WritingMode, inline: LU, room: LU, edges: LU): LU {
  const extra = style.box.boxSizing === 'border-box' ? edges : 0;
  const given = (length: Length, otherwise: LU): LU =>
    length.isLength ? Math.max(0, length.resolve(inline) - extra) : otherwise;
  return Math.max(
    given(minInlineSizeOf(style, mode), 0),
    Math.min(given(inlineSizeOf(style, mode), room), given(maxInlineSizeOf(style, mode), MAX_LU)),
  );
}
