/**
 * Ruby (css-ruby-1 §2): a ruby container is an inline box, so that lines break and align through it, and every pair of a base and its
 * annotation in it an atomic inline of kind Ruby. Bases without annotations are ordinary text.
 */
import type { Display } from '../css/computed-values.ts';
import { BoxFlag, BoxKind } from './box.ts';
import type { BuildContext } from './build-context.ts';
import { BLOCK_FLOW, displayOf } from './display.ts';
import { isSpaceText, LooseBox, type LooseNode } from './loose-box.ts';

const RUBY = displayOf('inline', 'ruby');

export function isRubyContainer(display: Display): boolean {
  return display.inside === 'ruby';
}

/** What stands in ruby is in a line: block-level displays become inline-level (css-ruby-1 §2.1.2, "inlinification"). */
export function inlinified(display: Display): Display {
  if (display.outside !== 'block') return display;
  return displayOf('inline', display.inside === 'flow' ? 'flow-root' : display.inside, display.listItem);
}

/** Bases and annotations that follow each other. */
interface Segment {
  readonly bases: LooseBox[];
  readonly texts: LooseBox[];
  /** Base-level content that has no base box around it yet. */
  run: LooseNode[];
}

/** Arranges the children of a ruby container in pairs. */
export function pairRuby(context: BuildContext, ruby: LooseBox): void {
  const children: LooseNode[] = [];
  let segment: Segment = { bases: [], texts: [], run: [] };
  for (const child of ruby.children) {
    const kind = child.type === 'box' && !child.isOutOfFlowOrFloat ? child.kind : null;
    if (child.type === 'box' && kind === BoxKind.RubyText) {
      endRun(context, ruby, segment);
      segment.texts.push(child);
      continue;
    }
    if (segment.texts.length > 0) {
      if (isSpaceText(child, ruby)) continue;
      emit(context, ruby, segment, children);
      segment = { bases: [], texts: [], run: [] };
    }
    if (child.type === 'box' && kind === BoxKind.RubyBase) {
      endRun(context, ruby, segment);
      segment.bases.push(child);
    } else {
      segment.run.push(child);
    }
  }
  emit(context, ruby, segment, children);
  ruby.children = children;
}

/** Puts an anonymous base around content; white space alone is none. */
function endRun(context: BuildContext, ruby: LooseBox, segment: Segment): void {
  if (segment.run.some((node) => !isSpaceText(node, ruby))) {
    const base = new LooseBox(
      BoxKind.RubyBase,
      context.styler.anonymousStyle(ruby.style, BLOCK_FLOW),
      ruby.element,
      null,
      PART_FLAGS | BoxFlag.Anonymous,
    );
    base.children = segment.run;
    segment.bases.push(base);
  }
  segment.run = [];
}

const PART_FLAGS = BoxFlag.NewFormattingContext;

/** One atomic inline for each base with its annotation. */
function emit(context: BuildContext, ruby: LooseBox, { bases, texts, run }: Segment, into: LooseNode[]): void {
  const count = Math.max(bases.length, texts.length);
  for (let i = 0; i < count; i++) {
    const pair = new LooseBox(
      BoxKind.Ruby,
      context.styler.anonymousStyle(ruby.style, RUBY),
      ruby.element,
      null,
      BoxFlag.Anonymous | BoxFlag.AtomicInline | BoxFlag.NewFormattingContext | BoxFlag.Monolithic,
    );
    for (const part of [bases[i], texts[i]]) {
      if (part === undefined) continue;
      part.flags |= PART_FLAGS;
      pair.append(part);
    }
    into.push(pair);
  }
  for (const node of run) into.push(node);
}

/** Bases and annotations outside of a ruby container are ordinary inline boxes. */
export function flattenStrayRuby(box: LooseBox): void {
  for (const child of box.children) {
    if (child.type !== 'box' || (child.kind !== BoxKind.RubyBase && child.kind !== BoxKind.RubyText)) continue;
    if (!child.isOutOfFlowOrFloat && !child.has(BoxFlag.FlexItem | BoxFlag.GridItem)) child.kind = BoxKind.Inline;
  }
}
