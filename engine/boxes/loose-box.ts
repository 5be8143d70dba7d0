/**
 * The loose box tree: the boxes that elements, pseudo-elements and text generate, before the rules of nesting apply.
 * generate.ts creates it. construct.ts, with table-fixup.ts and first-letter.ts, converts it into the box tree.
 */
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Element } from '../document/node.ts';
import { appended } from '../small-arrays.ts';
import { type BoxData, BoxFlag, BoxKind } from './box.ts';
import type { BuildContext } from './build-context.ts';
import { INLINE_FLOW } from './display.ts';
import type { OpenText } from './open-contents.ts';
import type { PageMarks } from './page-references.ts';

/** A piece of text, with the style of the loose box around it. */
export class LooseText {
  readonly type = 'text';
  data: string;
  /** The source of text that refers to pages, or null. */
  readonly open: OpenText | null;
  /** Whether it comes from `content`. Such white space generates boxes where the document's own doesn't. */
  readonly generated: boolean;

  constructor(data: string, open: OpenText | null = null, generated = false) {
    this.data = data;
    this.open = open;
    this.generated = generated;
  }
}

/** A forced line break (`<br>`). */
export class LooseBreak {
  readonly type = 'break';
  /** The `<br>` itself if its `clear` affects what follows; otherwise null. */
  readonly clearing: { readonly element: Element; readonly style: ComputedStyle } | null;

  constructor(clearing: LooseBreak['clearing'] = null) {
    this.clearing = clearing;
  }
}

export type LooseNode = LooseBox | LooseText | LooseBreak;

/** A box that hasn't been placed yet. The fields are those of `Box`. */
export class LooseBox {
  readonly type = 'box';
  kind: BoxKind;
  readonly style: ComputedStyle;
  readonly element: Element | null;
  readonly pseudo: string | null;
  flags: number;
  data: BoxData | null = null;
  children: LooseNode[] = [];
  /** The outside marker of a list item. */
  marker: LooseBox | null = null;
  marks: PageMarks | null = null;
  /**
   * Whether in-flow descendants reached only through inline boxes include a block-level box. Known once the children
   * are.
   */
  holdsBlocks = false;
  /** Whether the children include run-in boxes. */
  holdsRunIns = false;
  /** Whether it is a run-in box that has moved into a block. */
  hasRunIn = false;
  /** Whether it is ruby, or an inline box in it: block-level children become inline-level (css-ruby-1 §2.1.2). */
  inlinifies = false;
  /** The innermost element around it whose box is never broken, or null. */
  unbroken: Element | null = null;
  /** Computed lazily, once the children are known; null before. */
  private outOfFlowInside: boolean | null = null;
  private floatInside: boolean | null = null;

  constructor(kind: BoxKind, style: ComputedStyle, element: Element | null, pseudo: string | null, flags: number) {
    this.kind = kind;
    this.style = style;
    this.element = element;
    this.pseudo = pseudo;
    this.flags = flags;
  }

  has(flag: number): boolean {
    return (this.flags & flag) !== 0;
  }

  get isInlineBox(): boolean {
    return this.kind === BoxKind.Inline;
  }

  /**
   * Returns whether it is outside of both lines and the block flow: a float, absolutely positioned box, footnote or
   * running element.
   */
  get isOutOfFlowOrFloat(): boolean {
    return (this.flags & (BoxFlag.OutOfFlow | BoxFlag.Float | BoxFlag.Footnote)) !== 0;
  }

  /** Returns whether it is an inline box or an atomic inline. */
  get isInlineLevel(): boolean {
    return this.kind === BoxKind.Inline || (this.flags & BoxFlag.AtomicInline) !== 0;
  }

  get isBlockLevel(): boolean {
    return !this.isInlineLevel && !this.isOutOfFlowOrFloat;
  }

  /** Returns whether it is an in-flow run-in box. */
  get isRunIn(): boolean {
    return this.style.box.display.runIn && this.isInlineLevel && !this.isOutOfFlowOrFloat;
  }

  /** Returns whether this box, or an inline box in it, contains a float. */
  get holdsFloat(): boolean {
    this.floatInside ??= this.children.some(
      (child) => child.type === 'box' && (child.has(BoxFlag.Float) || (child.isInlineBox && child.holdsFloat)),
    );
    return this.floatInside;
  }

  /** Returns whether the box contains a positioned box at any depth. */
  get holdsOutOfFlow(): boolean {
    this.outOfFlowInside ??= this.children.some(
      (child) => child.type === 'box' && (child.has(BoxFlag.OutOfFlow) || child.holdsOutOfFlow),
    );
    return this.outOfFlowInside;
  }

  append(child: LooseNode): void {
    if (child.type === 'box' && child.style.box.display.runIn) this.holdsRunIns = true;
    this.children = appended(this.children, child);
  }
}

/**
 * Returns whether the text consists of white space that is removed when nothing else is on its line (css-text-3 §4.1).
 */
export function isCollapsibleSpace(text: string, style: ComputedStyle): boolean {
  const collapse = style.text.whiteSpaceCollapse;
  if (collapse === 'preserve' || collapse === 'preserve-spaces' || collapse === 'break-spaces')
    return text.length === 0;
  const newlinesCount = collapse === 'preserve-breaks';
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c !== 0x20 && c !== 0x09 && !((c === 0x0a || c === 0x0d || c === 0x0c) && !newlinesCount)) return false;
  }
  return true;
}

/**
 * Returns whether it is white space between table parts, which generates no box even if `white-space` preserves it
 * (css2 §17.2.1). As in Chromium, white space from `content` does generate one: `::before { content: " "; display:
 * table }` has an empty cell at whose baseline an outside marker is placed.
 */
export function isSpaceBetweenParts(node: LooseNode): boolean {
  if (node.type === 'text') return !node.generated && !/[^ \t\n\f\r]/.test(node.data);
  return (
    node.type === 'box' && node.isInlineBox && node.has(BoxFlag.Anonymous) && node.children.every(isSpaceBetweenParts)
  );
}

/** Returns whether a node is only white space that may be removed. */
export function isSpaceText(node: LooseNode, parent: LooseBox): boolean {
  if (node.type === 'text') return isCollapsibleSpace(node.data, parent.style);
  // Text of a `display: contents` element is in an anonymous inline box.
  return (
    node.type === 'box' &&
    node.isInlineBox &&
    node.has(BoxFlag.Anonymous) &&
    node.children.every((child) => isSpaceText(child, node))
  );
}

/** Appends text in an anonymous inline box, with the properties that it inherits from `style`. */
export function appendInlineText(
  context: BuildContext,
  text: LooseText,
  style: ComputedStyle,
  element: Element | null,
  pseudo: string | null,
  into: LooseBox,
): void {
  const anonymous = context.styler.anonymousStyle(style, INLINE_FLOW);
  const box = new LooseBox(BoxKind.Inline, anonymous, element, pseudo, BoxFlag.Anonymous);
  box.append(text);
  into.append(box);
}
