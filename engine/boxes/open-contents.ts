/**
 * Content of the flow that names pages, which are known only when boxes have been laid out. What was asked is kept, so that new answers go into the boxes that
 * there are: a box keeps its identity, and everything around and beside it the results of its layout.
 */
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Element } from '../document/node.ts';
import type { FirstLineStyles, InlineContent, InlineItem } from '../text/inline-content.ts';
import { InlineTextBuilder } from '../text/inline-text-builder.ts';
import type { Box } from './box.ts';
import { isCollapsibleSpace, type LooseText } from './loose-box.ts';
import type { PageReferences } from './page-references.ts';

/** What a text that names pages says when it is told of them; null: nothing is known. */
export type PageText = (pages: PageReferences | null) => string;

/** A text that names pages. */
export class OpenText {
  /** As the boxes have it. */
  text: string;
  readonly style: ComputedStyle;
  readonly tell: PageText;
  /** Where it stands in lines; null: in none, but for a named string or nothing at all. */
  content: OpenInline | null = null;

  constructor(style: ComputedStyle, text: string, tell: PageText) {
    this.style = style;
    this.text = text;
    this.tell = tell;
  }
}

/** Methods of InlineTextBuilder that take in a box. */
type BoxStep = 'open' | 'close' | 'atomic' | 'annotation' | 'float' | 'outOfFlow' | 'footnote' | 'forcedBreak';
type Step = readonly ['text', Box, string | OpenText] | readonly [BoxStep, Box];

/** The inline content of a box with open texts in it. */
export class OpenInline {
  readonly container: Box;
  private readonly steps: readonly Step[];
  private readonly firstLine: FirstLineStyles | null;

  constructor(container: Box, steps: readonly Step[], firstLine: FirstLineStyles | null) {
    this.container = container;
    this.steps = steps;
    this.firstLine = firstLine;
  }

  /** Gives the box its content again, with the texts as they are now and the boxes that it had. */
  refill(): void {
    const builder = new InlineTextBuilder();
    for (const step of this.steps) {
      if (step[0] !== 'text') builder[step[0]](step[1]);
      else builder.appendText(step[1], typeof step[2] === 'string' ? step[2] : step[2].text);
    }
    this.container.inline = builder.finish(this.firstLine);
  }
}

/** Takes in the contents of an inline formatting context, and keeps how it was put together when some of it names pages. */
export class InlineFeed {
  private readonly builder = new InlineTextBuilder();
  private readonly steps: Step[] | null;
  private readonly texts: OpenText[] = [];

  /** `keeps`: open texts may come. */
  constructor(keeps: boolean) {
    this.steps = keeps ? [] : null;
  }

  /** Text of `box`: the innermost inline box, or the block container. */
  text(box: Box, { data, open }: LooseText): void {
    this.builder.appendText(box, data);
    this.steps?.push(['text', box, open ?? data]);
    if (open !== null) this.texts.push(open);
  }

  add(step: BoxStep, box: Box): void {
    this.builder[step](box);
    this.steps?.push([step, box]);
  }

  /** The content, of `container`. */
  finish(container: Box, firstLine: FirstLineStyles | null): InlineContent {
    if (this.steps !== null && this.texts.length > 0) {
      const content = new OpenInline(container, this.steps, firstLine);
      for (const text of this.texts) text.content = content;
    }
    return this.builder.finish(firstLine);
  }

  /** Makes no content of it; what was taken in. */
  drop(): readonly InlineItem[] {
    return this.builder.finish(null).items;
  }
}

/** What new answers change. */
export interface OpenChange {
  /** The boxes whose lines say something else; null: some text needs other boxes, so that the tree must be built again. */
  readonly containers: readonly Box[] | null;
  /** Gives the containers their new contents. */
  apply(): void;
}

/** All open texts of a box tree. */
export class OpenContents {
  /** The elements in whose content they are. */
  readonly elements = new Set<Element>();
  private readonly texts: OpenText[] = [];

  get isEmpty(): boolean {
    return this.texts.length === 0;
  }

  add(element: Element, style: ComputedStyle, text: string, tell: PageText): OpenText {
    const open = new OpenText(style, text, tell);
    this.texts.push(open);
    this.elements.add(element);
    return open;
  }

  /** The boxes that hold open texts in their lines. */
  containers(): ReadonlySet<Box> {
    return new Set(this.texts.flatMap(({ content }) => (content === null ? [] : [content.container])));
  }

  /** What these answers change; null: nothing. */
  compare(pages: PageReferences): OpenChange | null {
    const changed: [OpenText, string][] = [];
    let inPlace = true;
    for (const open of this.texts) {
      const text = open.tell(pages);
      if (text === open.text) continue;
      changed.push([open, text]);
      // Without text there may be no box; and the first letter may have one of its own.
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
