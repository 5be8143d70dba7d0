/** Finds the ruby columns of inline content, and measures their annotations. */
import type { Box, RubyData } from '../../../boxes/box.ts';
import { InlineItemKind } from '../../../text/inline-content.ts';
import { type LU, MAX_LU } from '../../../units.ts';
import { usedMargins, writingModeOf } from '../../sizing/box-edges.ts';
import type { LayoutContext } from '../../contract/contract.ts';
import { outerIntrinsicContribution } from '../../sizing/intrinsic-contribution.ts';
import { BreakRecorder } from '../break-recorder.ts';
import { preparedContent } from '../content-layout.ts';
import { InlineEdgesTable } from '../inline-edges.ts';
import { LineAxes } from '../line-axes.ts';
import { LineBreaker, type LineHost } from '../line-breaker.ts';
import { USUAL_RULES } from '../line-ends.ts';
import type { PreparedContent } from '../prepared-content.ts';
import { type AnnotationPlace, RubyAnnotation, RubyColumn, RubyColumns } from './ruby-columns.ts';
import { isRubyColumn } from './ruby-spacing.ts';

const known = new WeakMap<PreparedContent, RubyColumns>();

/** Returns the ruby columns of inline content, or null if it has none. */
export function rubyColumnsOf(context: LayoutContext, prepared: PreparedContent): RubyColumns | null {
  if (!prepared.hasAnnotations) return null;
  let columns = known.get(prepared);
  if (columns === undefined) known.set(prepared, (columns = readColumns(context, prepared)));
  return columns;
}

/** A column whose items are being read. */
interface Reading {
  readonly open: number;
  readonly annotations: { readonly item: number; readonly own: number }[];
  /** Number of annotation levels of the rubies in its base. */
  inner: number;
}

function readColumns(context: LayoutContext, prepared: PreparedContent): RubyColumns {
  const columns = new RubyColumns();
  const { items } = prepared;
  const reading: Reading[] = [];
  for (let i = 0; i < items.length; i++) {
    const { kind, box } = items[i]!;
    if (kind === InlineItemKind.Annotation) {
      reading.at(-1)?.annotations.push({ item: i, own: (box.data as RubyData).level });
    } else if (!isRubyColumn(box)) continue;
    else if (kind === InlineItemKind.Open) reading.push({ open: i, annotations: [], inner: 0 });
    else if (kind === InlineItemKind.Close) {
      const column = reading.pop();
      if (column === undefined) continue;
      const { open, annotations, inner } = column;
      const made = annotations.map(({ item, own }) => annotationOf(context, items[item]!.box, inner + own));
      columns.add(new RubyColumn(prepared, open, i, made));
      const around = reading.at(-1);
      if (around === undefined) continue;
      // A spanning annotation's column surrounds those of its own ruby, so their levels are already counted.
      const isOwn = items[around.open]!.box.element === box.element;
      const levels = isOwn ? inner : inner + 1 + Math.max(-1, ...annotations.map(({ own }) => own));
      around.inner = Math.max(around.inner, levels);
    }
  }
  return columns;
}

function annotationOf(context: LayoutContext, box: Box, level: number): RubyAnnotation {
  const { inline } = box;
  const mode = writingModeOf(box.style);
  // As for other inline-level boxes, sizes and their limits don't apply (§3).
  const margins = usedMargins(box.style, mode, 0);
  const size = context.intrinsicSizes(box).maxContent + margins.inlineStart + margins.inlineEnd;
  const start: AnnotationPlace = { item: 0, offset: 0, width: 0 };
  if (inline === null) return new RubyAnnotation(box, level, size, null, [], start);
  const prepared = preparedContent(context, box, inline, false);
  const { places, width } = placesOf(context, prepared, new LineAxes(mode));
  const end = { item: inline.items.length, offset: inline.text.length, width };
  return new RubyAnnotation(box, level, size, prepared, places, end);
}

/** Returns the break opportunities strictly inside an annotation, and its unbroken width. */
function placesOf(
  context: LayoutContext,
  prepared: PreparedContent,
  axes: LineAxes,
): { places: AnnotationPlace[]; width: LU } {
  const recorder = new BreakRecorder();
  const breaker = new LineBreaker(
    prepared,
    context,
    new InlineEdgesTable(axes, 0),
    new AnnotationHost(context, prepared),
    rubyColumnsOf(context, prepared),
  );
  recorder.begin(0, false);
  const { width: whole } = breaker.breakLine(0, 0, 0, MAX_LU, { ...USUAL_RULES, recorder });
  const places: AnnotationPlace[] = [];
  for (let k = 0; k < recorder.count; k++) {
    const width = recorder.starts[k]!;
    if (recorder.hyphens[k]! < 0 && width > 0 && width < whole)
      places.push({ item: recorder.items[k]!, offset: recorder.offsets[k]!, width });
  }
  return { places, width: whole };
}

class AnnotationHost implements LineHost {
  readonly lineShift = 0;
  private readonly context: LayoutContext;
  private readonly prepared: PreparedContent;

  constructor(context: LayoutContext, prepared: PreparedContent) {
    this.context = context;
    this.prepared = prepared;
  }

  atomicInlineSize(item: number): LU {
    const mode = writingModeOf(this.prepared.container.style);
    return outerIntrinsicContribution(this.context, this.prepared.items[item]!.box, mode).maxContent;
  }

  meetFloat(_item: number, _used: LU, _isEmpty: boolean, available: LU): LU {
    return available;
  }

  floatMark(): number {
    return 0;
  }

  rewindFloats(): void {}
}
