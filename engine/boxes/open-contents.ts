/**
 * In-flow content that refers to pages, which are known only after layout. The queries are kept, so that new answers go
 * into the existing boxes. A box keeps its identity, and everything around it keeps its layout results.
 */
import { addTo } from '../grouped.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Element } from '../document/node.ts';
import type { FirstLineStyles, InlineContent, InlineItem } from '../text/inline-content.ts';
import { InlineTextBuilder } from '../text/inline-text-builder.ts';
import type { Box } from './box.ts';
import { isCollapsibleSpace, type LooseText } from './loose-box.ts';
import type { PageReferences } from './page-references.ts';

/** Returns the text for given pages; null if nothing is known about them. */
export type PageText = (pages: PageReferences | null) => string;

/** A text that refers to pages. */
export class OpenText {
  /** The text in the boxes. */
  text: string;
  /** Whether the boxes contain an invisible character in place of a text that is empty on the first pages. */
  isReserved = false;
  readonly style: ComputedStyle;
  readonly tell: PageText;
  /** The inline content that contains it, or null, as for named strings. */
  content: OpenInline | null = null;

  constructor(style: ComputedStyle, text: string, tell: PageText) {
    this.style = style;
    this.text = text;
    this.tell = tell;
  }
}

/** Methods of InlineTextBuilder that take a box. */
type BoxStep = 'open' | 'close' | 'atomic' | 'annotation' | 'float' | 'outOfFlow' | 'footnote' | 'forcedBreak';
type Step = readonly ['text', Box, string | OpenText] | readonly [BoxStep, Box];

/** The inline content of a box with open texts in it. */
class OpenInline {
  readonly container: Box;
  private readonly steps: readonly Step[];
  private readonly firstLine: FirstLineStyles | null;

  constructor(container: Box, steps: readonly Step[], firstLine: FirstLineStyles | null) {
    this.container = container;
    this.steps = steps;
    this.firstLine = firstLine;
  }

  /** Rebuilds the box's content with the current texts and the existing boxes. */
  refill(): void {
    const builder = new InlineTextBuilder();
    for (const step of this.steps) {
      if (step[0] !== 'text') builder[step[0]](step[1]);
      else builder.appendText(step[1], typeof step[2] === 'string' ? step[2] : step[2].text);
    }
    this.container.inline = builder.finish(this.firstLine);
  }
}

/** Collects the contents of an inline formatting context, and records the steps if some of it refers to pages. */
export class InlineFeed {
  private readonly builder = new InlineTextBuilder();
  private readonly steps: Step[] | null;
  private readonly texts: OpenText[] = [];

  /** `keeps`: whether open texts may occur. */
  constructor(keeps: boolean) {
    this.steps = keeps ? [] : null;
  }

  /** Adds text of `box`, the innermost inline box or the block container. */
  text(box: Box, { data, open }: LooseText): void {
    this.builder.appendText(box, data);
    this.steps?.push(['text', box, open ?? data]);
    if (open !== null) this.texts.push(open);
  }

  add(step: BoxStep, box: Box): void {
    this.builder[step](box);
    this.steps?.push([step, box]);
  }

  /** Returns the content of `container`. */
  finish(container: Box, firstLine: FirstLineStyles | null): InlineContent {
    if (this.steps !== null && this.texts.length > 0) {
      const content = new OpenInline(container, this.steps, firstLine);
      for (const text of this.texts) text.content = content;
    }
    return this.builder.finish(firstLine);
  }

  /** Discards the content and returns the collected items. */
  drop(): readonly InlineItem[] {
    return this.builder.finish(null).items;
  }
}

/** The changes due to new answers. */
interface OpenChange {
  /** The boxes whose lines change; null if some text requires other boxes, so that the tree must be rebuilt. */
  readonly containers: readonly Box[] | null;
  /** Updates the contents of the containers. */
  apply(): void;
}

/** All open texts of a box tree. */
export class OpenContents {
  /** The elements whose content contains them. */
  readonly elements = new Set<Element>();
  private readonly texts: OpenText[] = [];
  /** Grouped on first use. */
  private byContainer: ReadonlyMap<Box, readonly OpenText[]> | null = null;

  get isEmpty(): boolean {
    return this.texts.length === 0;
  }

  add(element: Element, style: ComputedStyle, text: string, tell: PageText): OpenText {
    const open = new OpenText(style, text, tell);
    this.texts.push(open);
    this.elements.add(element);
    return open;
  }

  /** Returns the boxes whose lines contain open texts. */
  containers(): ReadonlySet<Box> {
    return new Set(this.texts.flatMap(({ content }) => (content === null ? [] : [content.container])));
  }

  /** Updates the texts of some containers in place, and returns the containers that have changed. */
  retell(containers: readonly Box[], pages: PageReferences): readonly Box[] {
    const changed = new Set<OpenInline>();
    const byContainer = (this.byContainer ??= this.grouped());
    for (const container of containers) {
      for (const open of byContainer.get(container) ?? []) {
        const text = open.tell(pages);
        if (text === open.text && !open.isReserved) continue;
        open.text = text;
        open.isReserved = false;
        if (open.content !== null) changed.add(open.content);
      }
    }
    for (const content of changed) content.refill();
    return [...changed].map(({ container }) => container);
  }

  private grouped(): ReadonlyMap<Box, readonly OpenText[]> {
    const groups = new Map<Box, OpenText[]>();
    for (const open of this.texts) {
      if (open.content === null) continue;
      const { container } = open.content;
      addTo(groups, container, open);
    }
    return groups;
  }

  /** Returns the changes due to new answers, or null. */
  compare(pages: PageReferences): OpenChange | null {
    const changed: [OpenText, string][] = [];
    let inPlace = true;
    for (const open of this.texts) {
      const text = open.tell(pages);
      if (text === open.text) continue;
      changed.push([open, text]);
      // Without text there may be no box, and the first letter may have its own box.
      inPlace &&=
        open.content !== null && isCollapsibleSpace(text, open.style) === isCollapsibleSpace(open.text, open.style);
    }
    if (changed.length === 0) return null;
    const contents = new Set(changed.flatMap(([{ content }]) => (content === null ? [] : [content])));
    const apply = (): void => {
      for (const [open, text] of changed) open.text = text;
      for (const content of contents) content.refill();
    };
    return { containers: inPlace ? [...contents].map(({ container }) => container) : null, apply };
  }
}
