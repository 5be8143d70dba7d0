/**
 * Ruby (css-ruby-1 §2). A ruby container is an inline box, and so is every base in it. A base with its annotations is
 * in a separate inline box, a column. Annotations that span several bases are in a column around the columns of those.
 * Annotations come last in their column.
 */
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Display } from '../css/computed-values.ts';
import { Length } from '../css/length.ts';
import { BoxFlag, BoxKind } from './box.ts';
import type { BuildContext } from './build-context.ts';
import { BLOCK_FLOW, displayOf } from './display.ts';
import { isSpaceText, LooseBox, type LooseNode, LooseText } from './loose-box.ts';

const INLINE_FLOW = displayOf('inline', 'flow');

export function isRubyContainer(display: Display): boolean {
  return display.inside === 'ruby';
}

/** Returns whether a box contains the bases or annotations of a ruby container around it. */
export function isRubyLevel({ kind, style }: LooseBox): boolean {
  return (kind === BoxKind.RubyBase || kind === BoxKind.RubyText) && style.box.display.inside.endsWith('-container');
}

/**
 * Returns the inline-level equivalent of a display value ("inlinification", css-ruby-1 §2.1.2), because ruby is in a
 * line.
 */
export function inlinified(display: Display): Display {
  if (display.outside !== 'block') return display;
  return displayOf('inline', display.inside === 'flow' ? 'flow-root' : display.inside, display.listItem);
}

/** The annotations of one level (§2.3.1). */
interface Level {
  readonly texts: LooseBox[];
  /** Whether its only annotation is anonymous, so that it spans all bases (§2.3.2). */
  isSpanning: boolean;
  /** Whether following annotations belong to it, because it has no container. */
  readonly isOpen: boolean;
}

/** A base, or white space between two bases. */
interface Base {
  readonly nodes: LooseNode[];
  readonly kind: 'box' | 'content' | 'space';
}

/** Bases and the annotations after them. */
class Segment {
  readonly bases: Base[] = [];
  readonly levels: Level[] = [];
  /** The box around the bases, which remains an inline box. */
  container: LooseBox | null = null;
  /** Base-level content without a base box. */
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
  /** White space since the last annotation, kept if a base follows (§2.2, "inter-segment white space"). */
  private spaces: LooseNode[] = [];
  /** The style of all columns. */
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

  /** Returns a container's annotations. Content without an annotation box forms one. */
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
    this.segment.container = this.withoutEdges(container);
  }

  /** Returns the inline box of a base container, to which margins, borders and padding don't apply (§3). */
  private withoutEdges({ style, element, pseudo, flags, marks, inlinifies }: LooseBox): LooseBox {
    const plain = this.context.styler.derivedStyle(style, {
      box: { ...style.box, ...NO_EDGES },
      border: { ...style.border, borderTopWidth: 0, borderRightWidth: 0, borderBottomWidth: 0, borderLeftWidth: 0 },
    });
    const inline = new LooseBox(BoxKind.Inline, plain, element, pseudo, flags);
    inline.marks = marks;
    inline.inlinifies = inlinifies;
    return inline;
  }

  /**
   * Turns content without a base box into a base. White space alone is kept between two bases; `goesOn`: whether
   * another base follows.
   */
  private endRun(goesOn: boolean): void {
    const { segment, ruby } = this;
    const { run } = segment;
    if (run.length === 0) return;
    segment.run = [];
    if (run.some((node) => !isSpaceText(node, ruby) && !isAside(node))) {
      segment.bases.push({ nodes: run, kind: 'content' });
    } else segment.bases.push({ nodes: goesOn ? run : run.filter(isAside), kind: 'space' });
  }

  /** Emits the segment's columns. */
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

  /** Returns base content in a column with its annotations, or the content itself without any. */
  private column(nodes: LooseNode[], texts: readonly LooseBox[]): LooseNode[] {
    // An annotation with the same text as its base isn't shown (§2.4).
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

  /** In vertical text `inter-character` is the same as `over` (§4.1). */
  private standsBetween({ style }: LooseBox): boolean {
    return style.text.rubyPosition.includes('inter-character') && style.text.writingMode === 'horizontal-tb';
  }

  /** Returns an annotation next to its base, set vertically. */
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

  /** Merges the annotations of a level into one that spans all bases (`ruby-merge: merge`, §4.3). */
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

const NO_EDGES = {
  marginTop: Length.ZERO,
  marginRight: Length.ZERO,
  marginBottom: Length.ZERO,
  marginLeft: Length.ZERO,
  paddingTop: Length.ZERO,
  paddingRight: Length.ZERO,
  paddingBottom: Length.ZERO,
  paddingLeft: Length.ZERO,
};

const ANNOTATION_FLAGS = BoxFlag.NewFormattingContext | BoxFlag.AtomicInline | BoxFlag.Monolithic;

/**
 * Prepares an annotation, which is laid out as a separate line: forced breaks become spaces (§2.2), and floats are part
 * of the line.
 */
function prepareAnnotation(text: LooseBox, level: number): void {
  text.flags |= ANNOTATION_FLAGS;
  text.data = { type: 'ruby', part: 'annotation', level };
  keepOnLine(text);
}

function keepOnLine(box: LooseBox): void {
  const isKept = !['collapse', 'preserve-spaces'].includes(box.style.text.whiteSpaceCollapse);
  for (const [index, child] of box.children.entries()) {
    if (child.type === 'break') box.children[index] = new LooseText(isKept ? ' ' : '\n');
    else if (child.type === 'text') {
      if (isKept && child.data.includes('\n'))
        box.children[index] = new LooseText(child.data.replaceAll('\n', ' '), child.open, child.generated);
    } else if (child.has(BoxFlag.Float)) {
      child.flags = (child.flags & ~BoxFlag.Float) | BoxFlag.AtomicInline | BoxFlag.Monolithic;
    } else if (child.isInlineBox) keepOnLine(child);
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

/** Returns the text of nodes, without out-of-flow content. */
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

/**
 * Wraps adjacent bases and annotations outside a ruby container in an anonymous one (§2.2). As in Chromium, white space
 * separates them. Bases without annotations become ordinary inline boxes.
 */
export function wrapStrayRuby(context: BuildContext, box: LooseBox): void {
  if (!box.children.some(isStray)) return;
  const children: LooseNode[] = [];
  let stray: LooseBox[] = [];
  const endStray = (): void => {
    if (stray.some(({ kind }) => kind === BoxKind.RubyText)) {
      const style = context.styler.anonymousStyle(box.style, displayOf('inline', 'ruby'));
      const ruby = new LooseBox(BoxKind.Inline, style, box.element, null, BoxFlag.Anonymous);
      ruby.children = stray;
      pairRuby(context, ruby);
      children.push(ruby);
    } else {
      for (const base of stray) {
        base.kind = BoxKind.Inline;
        wrapStrayRuby(context, base);
      }
      children.push(...stray);
    }
    stray = [];
  };
  for (const child of box.children) {
    if (isStray(child)) stray.push(child);
    else {
      endStray();
      children.push(child);
    }
  }
  endStray();
  box.children = children;
}

function isStray(child: LooseNode): child is LooseBox {
  return (
    child.type === 'box' &&
    (child.kind === BoxKind.RubyBase || child.kind === BoxKind.RubyText) &&
    !child.isOutOfFlowOrFloat &&
    !child.has(BoxFlag.FlexItem | BoxFlag.GridItem)
  );
}
