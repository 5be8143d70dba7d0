/**
 * The loose box tree: what elements, pseudo-elements and text generate, before the rules about who may be whose child are applied.
 * generate.ts makes it, construct.ts (with table-fixup.ts and first-letter.ts) turns it into the box tree and drops it.
 */
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Element } from '../document/node.ts';
import { type BoxData, BoxFlag, BoxKind } from './box.ts';
import type { OpenText } from './open-contents.ts';
import type { PageMarks } from './page-references.ts';

/** A stretch of text. Its style is that of the loose box around it. */
export class LooseText {
  readonly type = 'text';
  data: string;
  /** What it comes from, when it names pages. */
  readonly open: OpenText | null;
  /** Does `content` give it? Such white space makes boxes where a document's own doesn't. */
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
  /** The `<br>` itself when its `clear` matters to what follows; null: nothing but the break does. */
  readonly clearing: { readonly element: Element; readonly style: ComputedStyle } | null;

  constructor(clearing: LooseBreak['clearing'] = null) {
    this.clearing = clearing;
  }
}

export type LooseNode = LooseBox | LooseText | LooseBreak;

/** A box that has not found its place yet; the fields are those of `Box`. */
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
  /** Among the in-flow descendants reached through inline boxes only there is a block-level box. Known when the children are. */
  holdsBlocks = false;
  /** Among the children are run-in boxes. */
  holdsRunIns = false;
  /** A run-in box that has gone into a block. */
  hasRunIn = false;
  /** Ruby, or an inline box in it: block-level children become inline-level (css-ruby-1 §2.1.2). */
  inlinifies = false;
  /** null: not asked yet, which is only done when the children are known. */
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

  /** Neither in a line nor in the block flow: floats, absolutely positioned boxes, footnotes, running elements. */
  get isOutOfFlowOrFloat(): boolean {
    return (this.flags & (BoxFlag.OutOfFlow | BoxFlag.Float | BoxFlag.Footnote)) !== 0;
  }

  /** An inline box, or an atomic inline. */
  get isInlineLevel(): boolean {
    return this.kind === BoxKind.Inline || (this.flags & BoxFlag.AtomicInline) !== 0;
  }

  get isBlockLevel(): boolean {
    return !this.isInlineLevel && !this.isOutOfFlowOrFloat;
  }

  /** A run-in box, in the flow. */
  get isRunIn(): boolean {
    return this.style.box.display.runIn && this.isInlineLevel && !this.isOutOfFlowOrFloat;
  }

  /** Is there a float in this box or in the inline boxes in it? */
  get holdsFloat(): boolean {
    this.floatInside ??= this.children.some(
      (child) => child.type === 'box' && (child.has(BoxFlag.Float) || (child.isInlineBox && child.holdsFloat)),
    );
    return this.floatInside;
  }

  /** Is something positioned in the box, however deep? */
  get holdsOutOfFlow(): boolean {
    this.outOfFlowInside ??= this.children.some(
      (child) => child.type === 'box' && (child.has(BoxFlag.OutOfFlow) || child.holdsOutOfFlow),
    );
    return this.outOfFlowInside;
  }

  append(child: LooseNode): void {
    if (child.type === 'box' && child.style.box.display.runIn) this.holdsRunIns = true;
    this.children.push(child);
  }
}

/** Is text all white space that white-space processing removes when nothing else is on its line (css-text-3 §4.1)? */
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
 * White space between the parts of a table makes no box, not even where `white-space` keeps it (css2 §17.2.1). What `content` gives does,
 * as in Chromium: an outside marker stands at the baseline of the empty cell in `::before { content: " "; display: table }`.
 */
export function isSpaceBetweenParts(node: LooseNode): boolean {
  if (node.type === 'text') return !node.generated && !/[^ \t\n\f\r]/.test(node.data);
  return (
    node.type === 'box' && node.isInlineBox && node.has(BoxFlag.Anonymous) && node.children.every(isSpaceBetweenParts)
  );
}

/** Is a node nothing but white space that may vanish? */
export function isSpaceText(node: LooseNode, parent: LooseBox): boolean {
  if (node.type === 'text') return isCollapsibleSpace(node.data, parent.style);
  // Text of a `display: contents` element stands in an anonymous inline box.
  return (
    node.type === 'box' &&
    node.isInlineBox &&
    node.has(BoxFlag.Anonymous) &&
    node.children.every((child) => isSpaceText(child, node))
  );
}
