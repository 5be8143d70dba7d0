/**
 * CSS boxes inside SVG. The contents of a `foreignObject` are laid out in their own viewport (svg2 §12.4). The content
 * of a `text` element becomes one line of shaped text, whose characters SVG then positions (svg2 §11.5).
 */
import type { Box } from './boxes/box.ts';
import { buildForeignBox, buildSvgTextBox } from './boxes/build.ts';
import type { Budget } from './budget.ts';
import type { Diagnostics } from './diagnostics.ts';
import type { Element } from './document/node.ts';
import type { ImageStore } from './images/image.ts';
import type { TextServices } from './layout/contract/contract.ts';
import type { BoxFragment } from './layout/contract/fragment.ts';
import { createLayoutContext } from './layout/layout-node.ts';
import { layoutInViewport } from './layout/fragmentation/fragmentainer.ts';
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

/** A `text` element's content as CSS inline content. */
interface SvgTextContent {
  readonly box: Box;
  readonly content: InlineContent;
  readonly paragraph: Paragraph;
}

export class SvgBoxes {
  private readonly services: BoxServices;

  constructor(services: BoxServices) {
    this.services = services;
  }

  /** Returns a `text` element's content in one line, or null if it is empty. */
  text(styler: Styler, element: Element): SvgTextContent | null {
    const box = buildSvgTextBox({ ...this.services, document: styler.document, styler }, element);
    const content = box.inline;
    if (content === null || content.text === '') return null;
    return { box, content, paragraph: this.services.text.paragraph(content, box, false) };
  }

  /**
   * Lays out the contents of a `foreignObject` in a content box of this size in CSS px, which is the containing block
   * of positioned descendants.
   */
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
