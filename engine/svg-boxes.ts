/**
 * CSS boxes inside SVG: what stands in a `foreignObject` is laid out in a viewport of its own (svg2 §12.4); a `text` element's content becomes
 * one line's worth of shaped text, whose characters SVG then moves about (svg2 §11.5).
 */
import type { Box } from './boxes/box.ts';
import { buildForeignBox, buildSvgTextBox } from './boxes/build.ts';
import type { Budget } from './budget.ts';
import type { Diagnostics } from './diagnostics.ts';
import type { Element } from './document/node.ts';
import type { ImageStore } from './images/image.ts';
import type { TextServices } from './layout/contract.ts';
import type { BoxFragment } from './layout/fragment.ts';
import { createLayoutContext } from './layout/layout-node.ts';
import { layoutInViewport } from './layout/viewport-layout.ts';
import type { Styler } from './style/styler.ts';
import type { InlineContent } from './text/inline-content.ts';
import type { Paragraph } from './text/paragraph.ts';
import { luFromPx } from './units.ts';

interface BoxServices {
  readonly images: ImageStore;
  readonly text: TextServices;
  readonly budget: Budget;
  readonly diagnostics: Diagnostics;
}

/** A `text` element as CSS has it. */
export interface SvgTextContent {
  readonly box: Box;
  readonly content: InlineContent;
  readonly paragraph: Paragraph;
}

export class SvgBoxes {
  private readonly services: BoxServices;

  constructor(services: BoxServices) {
    this.services = services;
  }

  /** A `text` element's content in one line; null: there is none. */
  text(styler: Styler, element: Element): SvgTextContent | null {
    const box = buildSvgTextBox({ ...this.services, document: styler.document, styler }, element);
    const content = box.inline;
    if (content === null || content.text === '') return null;
    return { box, content, paragraph: this.services.text.paragraph(content, box, false) };
  }

  /** The contents of a `foreignObject` in a content box of so many CSS px, which is the containing block of all that is positioned in it. */
  foreignContent(styler: Styler, element: Element, widthPx: number, heightPx: number): BoxFragment {
    const box = buildForeignBox({ ...this.services, document: styler.document, styler }, element);
    const [width, height] = [luFromPx(widthPx), luFromPx(heightPx)];
    const { quirks, lineHeightQuirk } = styler.document;
    const context = createLayoutContext({
      ...this.services,
      initialWidth: width,
      initialHeight: height,
      quirks,
      lineHeightQuirk,
    });
    return layoutInViewport(context, box, width, height);
  }
}
