/**
 * Ruby (css-ruby-1 §2): a ruby container is an inline box, and so is every base in it. A base with its annotations stands in an inline box of
 * its own, a column; annotations that span several bases stand in a column around the columns of those. Annotations come last in their column.
 */
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Display } from '../css/computed-values.ts';
import { BoxFlag, BoxKind } from './box.ts';
import type { BuildContext } from './build-context.ts';
import { BLOCK_FLOW, displayOf } from './display.ts';
import { isSpaceText, LooseBox, type LooseNode, LooseText } from './loose-box.ts';

const INLINE_FLOW = displayOf('inline', 'flow');

export function isRubyContainer(display: Display): boolean {
  return display.inside === 'ruby';
}

/** Does a box hold the bases or annotations of a ruby container around it, if there is one? */
export function isRubyLevel({ kind, style }: LooseBox): boolean {
  return (kind === BoxKind.RubyBase || kind === BoxKind.RubyText) && style.box.display.inside.endsWith('-container');
}

/** What stands in ruby is in a line: block-level displays become inline-level (css-ruby-1 §2.1.2, "inlinification"). */
export function inlinified(display: Display): Display {
  if (display.outside !== 'block') return display;
  return displayOf('inline', display.inside === 'flow' ? 'flow-root' : display.inside, display.listItem);
}

/** The annotations of one level (§2.3.1). */
interface Level {
  readonly texts: LooseBox[];
  /** Its only annotation has no element of its own, so that it belongs to all bases (§2.3.2). */
  isSpanning: boolean;
  /** Annotations that follow belong to it: it isn't a container's. */
  readonly isOpen: boolean;
}

/** A base, or white space between two. */
interface Base {
  readonly nodes: LooseNode[];
  readonly kind: 'box' | 'content' | 'space';
}

/** Bases and the annotations that follow them. */
class Segment {
  readonly bases: Base[] = [];
  readonly levels: Level[] = [];
  /** The box around the bases, which stays an inline box. */
  container: LooseBox | null = null;
  /** Base-level content that no base box is around. */
  run: LooseNode[] = [];

  get isAnnotated(): boolean {
    return this.levels.length > 0;
  }
}

/** Arranges the children of a ruby container in columns. */
export function pairRuby(context: BuildContext, ruby: LooseBox): void {
  new RubyPairing(context, ruby).pair();
}

class RubyPairing {
  private readonly context: BuildContext;
  private readonly ruby: LooseBox;
  private readonly children: LooseNode[] = [];
  private segment = new Segment();
  /** White space since the last annotation: it stays if a base follows (§2.2, "inter-segment white space"). */
  private spaces: LooseNode[] = [];
  /** Of all columns. */
  private columnStyle: ComputedStyle | null = null;

  constructor(context: BuildContext, ruby: LooseBox) {
    this.context = context;
    this.ruby = ruby;
  }

  pair(): void {
    for (const child of this.ruby.children) this.take(child);
    this.endRun(false);
    this.emit();
    this.ruby.children = this.children;
  }

  private take(child: LooseNode): void {
    const { segment } = this;
    if (child.type === 'box' && !child.isOutOfFlowOrFloat) {
      if (child.kind === BoxKind.RubyText) {
        this.endRun(false);
        this.spaces = [];
        this.addAnnotation(child);
        return;
      }
      if (child.kind === BoxKind.RubyBase) {
        this.endRun(true);
        const isContainer = child.style.box.display.inside === 'ruby-base-container';
        if (segment.isAnnotated || (isContainer && segment.bases.length > 0)) this.nextSegment();
        if (isContainer) this.addContainer(child);
        else this.segment.bases.push({ nodes: [asBase(child)], kind: 'box' });
        return;
      }
    }
    if (isSpaceText(child, this.ruby) && segment.run.length === 0) {
      if (segment.isAnnotated) this.spaces.push(child);
      else if (segment.bases.length > 0) segment.run.push(child);
      return;
    }
    if (segment.isAnnotated) this.nextSegment();
    this.segment.run.push(child);
  }

  private nextSegment(): void {
    this.emit();
    this.children.push(...this.spaces);
    this.spaces = [];
    this.segment = new Segment();
  }

  private addAnnotation(text: LooseBox): void {
    const { levels } = this.segment;
    if (text.style.box.display.inside === 'ruby-text-container') {
      levels.push(this.levelOf(text));
      return;
    }
    if (levels.length === 0 || !levels[levels.length - 1]!.isOpen)
      levels.push({ texts: [], isSpanning: false, isOpen: true });
    levels[levels.length - 1]!.texts.push(text);
  }

  /** A container's annotations; content that has no annotation box around it is one. */
  private levelOf(container: LooseBox): Level {
    const texts: LooseBox[] = [];
    let run: LooseNode[] = [];
    let anonymous = 0;
    const endRun = (): void => {
      if (run.some((node) => !isSpaceText(node, container))) {
        const text = this.anonymous(BoxKind.RubyText, container.style, BLOCK_FLOW, run);
        text.flags |= BoxFlag.NewFormattingContext;
        texts.push(text);
        anonymous++;
      }
      run = [];
    };
    for (const child of container.children) {
      if (child.type === 'box' && child.kind === BoxKind.RubyText && !child.isOutOfFlowOrFloat) {
        endRun();
        texts.push(child);
      } else run.push(child);
    }
    endRun();
    return { texts, isSpanning: texts.length === 1 && anonymous === 1, isOpen: false };
  }

  private addContainer(container: LooseBox): void {
    for (const child of container.children) {
      if (child.type === 'box' && child.kind === BoxKind.RubyBase && !child.isOutOfFlowOrFloat) {
        this.endRun(true);
        this.segment.bases.push({ nodes: [asBase(child)], kind: 'box' });
      } else if (this.segment.run.length > 0 || this.segment.bases.length > 0 || !isSpaceText(child, container)) {
        this.segment.run.push(child);
      }
    }
    this.endRun(false);
    container.kind = BoxKind.Inline;
    container.children = [];
    this.segment.container = container;
  }

  /** Content without a base box is a base; white space alone stays between two bases, `goesOn` if one follows. */
  private endRun(goesOn: boolean): void {
    const { segment, ruby } = this;
    const { run } = segment;
    if (run.length === 0) return;
    segment.run = [];
    if (run.some((node) => !isSpaceText(node, ruby) && !isAside(node))) {
      segment.bases.push({ nodes: run, kind: 'content' });
    } else segment.bases.push({ nodes: goesOn ? run : run.filter(isAside), kind: 'space' });
  }

  /** The segment's columns. */
  private emit(): void {
    const { bases, levels } = this.segment;
    if (levels.length === 0) {
      this.children.push(...this.contained(bases.flatMap(({ nodes }) => nodes)));
      return;
    }
    const count = bases.filter(({ kind }) => kind !== 'space').length;
    const spanning: LooseBox[] = [];
    const separate: LooseBox[][] = [];
    for (const [level, { texts, isSpanning }] of levels.entries()) {
      if (texts.length === 0) continue;
      const merges = texts.length > 1 && texts[0]!.style.text.rubyMerge === 'merge';
      for (const text of texts) prepareAnnotation(text, level);
      if (merges) spanning.push(this.merged(texts, level));
      else if (isSpanning && count > 1) spanning.push(texts[0]!);
      else for (const [index, text] of texts.entries()) (separate[index] ??= []).push(text);
    }
    const inner: LooseNode[] = [];
    let index = 0;
    for (const { nodes, kind } of bases) {
      if (kind === 'space') inner.push(...nodes);
      else inner.push(...this.column(kind === 'box' ? nodes : [this.anonymousBase(nodes)], separate[index++] ?? []));
    }
    for (; index < separate.length; index++) inner.push(...this.column([], separate[index] ?? []));
    this.children.push(...this.column(this.contained(inner), spanning));
  }

  private contained(nodes: LooseNode[]): LooseNode[] {
    const { container } = this.segment;
    if (container === null) return nodes;
    container.children = nodes;
    return [container];
  }

  /** Base content with its annotations around it; without any the content itself. */
  private column(nodes: LooseNode[], texts: readonly LooseBox[]): LooseNode[] {
    // §2.4: an annotation that says what its base says isn't shown.
    const shown: LooseBox[] = [];
    let content = nodes;
    for (const text of texts) {
      if (repeats(text, nodes)) continue;
      if (this.standsBetween(text)) content = [...content, this.upright(text)];
      else shown.push(text);
    }
    if (shown.length === 0) return content;
    this.columnStyle ??= this.isolatedStyle();
    const column = new LooseBox(BoxKind.Inline, this.columnStyle, this.ruby.element, null, BoxFlag.Anonymous);
    column.data = { type: 'ruby', part: 'column', level: 0 };
    column.children = [...content, ...shown];
    return [column];
  }

  private isolatedStyle(): ComputedStyle {
    const { styler } = this.context;
    const plain = styler.anonymousStyle(this.ruby.style, INLINE_FLOW);
    return styler.derivedStyle(plain, { box: { ...plain.box, unicodeBidi: 'isolate' } });
  }

  /** §4.1: in vertical text `inter-character` is `over`. */
  private standsBetween({ style }: LooseBox): boolean {
    return style.text.rubyPosition.includes('inter-character') && style.text.writingMode === 'horizontal-tb';
  }

  /** An annotation beside its base, written downwards. */
  private upright(text: LooseBox): LooseBox {
    const { style } = text;
    const vertical = this.context.styler.derivedStyle(style, {
      text: { ...style.text, writingMode: 'vertical-rl' },
      box: { ...style.box, verticalAlign: 'middle' },
    });
    const box = new LooseBox(BoxKind.Block, vertical, text.element, text.pseudo, text.flags | ANNOTATION_FLAGS);
    box.data = text.data;
    box.children = text.children;
    return box;
  }

  /** `ruby-merge: merge` (§4.3): the annotations of a level are one, over all the bases. */
  private merged(texts: readonly LooseBox[], level: number): LooseBox {
    for (const text of texts) {
      text.kind = BoxKind.Inline;
      text.flags &= ~ANNOTATION_FLAGS;
      text.data = null;
    }
    const merged = this.anonymous(BoxKind.RubyText, texts[0]!.style, BLOCK_FLOW, [...texts]);
    prepareAnnotation(merged, level);
    return merged;
  }

  private anonymousBase(nodes: LooseNode[]): LooseBox {
    return asBase(this.anonymous(BoxKind.Inline, this.ruby.style, INLINE_FLOW, nodes));
  }

  private anonymous(kind: BoxKind, parent: ComputedStyle, display: Display, children: LooseNode[]): LooseBox {
    const style = this.context.styler.anonymousStyle(parent, display);
    const box = new LooseBox(kind, style, this.ruby.element, null, BoxFlag.Anonymous);
    box.children = children;
    return box;
  }
}

const ANNOTATION_FLAGS = BoxFlag.NewFormattingContext | BoxFlag.AtomicInline | BoxFlag.Monolithic;

/** An annotation is laid out on its own, as one line: its forced breaks are spaces (§2.2), and floats in it are part of the line. */
function prepareAnnotation(text: LooseBox, level: number): void {
  text.flags |= ANNOTATION_FLAGS;
  text.data = { type: 'ruby', part: 'annotation', level };
  keepOnLine(text);
}

function keepOnLine(box: LooseBox): void {
  for (const [index, child] of box.children.entries()) {
    if (child.type === 'break') box.children[index] = new LooseText('\n');
    else if (child.type === 'box') {
      if (child.has(BoxFlag.Float)) {
        child.flags = (child.flags & ~BoxFlag.Float) | BoxFlag.AtomicInline | BoxFlag.Monolithic;
      } else if (child.isInlineBox) keepOnLine(child);
    }
  }
}

function asBase(base: LooseBox): LooseBox {
  base.kind = BoxKind.Inline;
  base.data = { type: 'ruby', part: 'base', level: 0 };
  return base;
}

function isAside(node: LooseNode): boolean {
  return node.type === 'box' && node.isOutOfFlowOrFloat;
}

function repeats(text: LooseBox, base: readonly LooseNode[]): boolean {
  const own = textOf([text]);
  return own !== '' && !own.includes('\uFFFC') && own === textOf(base);
}

/** The text of nodes, without what stands outside the flow. */
function textOf(nodes: readonly LooseNode[]): string {
  let text = '';
  for (const node of nodes) {
    if (node.type === 'text') text += node.data;
    else if (node.type === 'break') text += '\n';
    else if (!node.isOutOfFlowOrFloat)
      text += node.isInlineBox || node.kind === BoxKind.RubyText ? textOf(node.children) : '\uFFFC';
  }
  return text;
}

/** Bases and annotations outside of a ruby container are ordinary inline boxes. */
export function flattenStrayRuby(box: LooseBox): void {
  for (const child of box.children) {
    if (child.type !== 'box' || (child.kind !== BoxKind.RubyBase && child.kind !== BoxKind.RubyText)) continue;
    if (child.isOutOfFlowOrFloat || child.has(BoxFlag.FlexItem | BoxFlag.GridItem)) continue;
    child.kind = BoxKind.Inline;
    flattenStrayRuby(child);
  }
}
