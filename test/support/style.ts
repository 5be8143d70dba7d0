import { Budget, DEFAULT_LIMITS } from '../../engine/budget.ts';
import type { ComputedStyle } from '../../engine/css/computed-style.ts';
import { StyleReader } from '../../engine/css/style-reader.ts';
import { type Diagnostic, Diagnostics } from '../../engine/diagnostics.ts';
import type { Element, Node } from '../../engine/document/node.ts';
import { nextNode, parseDocument } from '../../engine/document/parse.ts';
import { collectStyleSheets, createStyler, type Styler } from '../../engine/style/styler.ts';

export interface Styled {
  readonly styler: Styler;
  /** Returns the element with this id. */
  element(id: string): Element;
  style(id: string): ComputedStyle;
  diagnostics(): Diagnostic[];
  /** Returns the cost so far, in ticks. */
  work(): number;
}

const METRICS = {
  ascent: 14,
  descent: 3,
  lineGap: 1,
  xHeight: 7,
  capHeight: 10,
  zeroAdvance: 8,
  zeroHeight: 17,
  icAdvance: 16,
  averageAdvance: 8,
  boundsWidth: 16,
};

/** Styles a document for a page area of 800 x 1000 px, with made-up font metrics. No doctype is added. */
export function styled(html: string): Styled {
  const diagnostics = new Diagnostics();
  const budget = new Budget(DEFAULT_LIMITS);
  const document = parseDocument(html, budget, diagnostics);
  const sheets = collectStyleSheets(document, new StyleReader(budget), diagnostics, budget);
  const styler = createStyler(document, sheets, {
    viewportWidth: 800,
    viewportHeight: 1000,
    media: 'print',
    fontMetrics: () => METRICS,
    budget,
    diagnostics,
  });
  const element = (id: string): Element => {
    for (let node: Node | null = document.root; node !== null; node = nextNode(node, document.root)) {
      if (node.type === 'element' && node.id === id) return node;
    }
    throw new Error(`no element #${id}`);
  };
  return {
    styler,
    element,
    style: (id) => styler.styleOf(element(id)),
    diagnostics: () => diagnostics.list(),
    work: () => budget.work,
  };
}
