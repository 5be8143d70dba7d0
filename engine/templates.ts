/**
 * The templates of the options `header` and `footer`: separate documents with their own style sheets and fonts, shown
 * in the margins of every page. They share only page-dependent values with the document: counters, named strings and
 * link targets.
 */
import { buildFrameBox, buildTemplateBox } from './boxes/build.ts';
import type { PageReferences } from './boxes/page-references.ts';
import type { ComputedStyle } from './css/computed-style.ts';
import { initialStyle } from './css/properties/registry.ts';
import { Diagnostics } from './diagnostics.ts';
import { reportForeignMarkup } from './document/foreign-markup.ts';
import { eachElement, linkedNames } from './document/link-targets.ts';
import type { Document, Element } from './document/node.ts';
import { parseDocument } from './document/parse.ts';
import { reportUnfilled } from './document/unfilled-template.ts';
import { type FrameSurroundings, InnerDiagnostics, openInner } from './frames.ts';
import type { LayoutContext } from './layout/contract/contract.ts';
import { createLayoutContext } from './layout/layout-node.ts';
import { prepareLayout } from './layout/preload.ts';
import { ImageDrawings } from './paint/image-drawings.ts';
import type { PaintServices, TemplateSource } from './paint/paint-context.ts';
import type { ResolvedOptions } from './options.ts';
import type { MarginBox } from './pages/margin-boxes.ts';
import { collectStyleSheets, createStyler, generatedSheet } from './style/styler.ts';
import { runningName, templateSheet, type TemplateFacts, type TemplateName } from './style/template-sheets.ts';
import { luFromPx } from './units.ts';

/** A parsed template whose references haven't been loaded. */
export interface ParsedTemplate {
  readonly name: TemplateName;
  readonly document: Document;
}

/** Parses the templates in the options. Diagnostics prefix their source with the template's name. */
export function parseTemplates(
  { header, footer }: Pick<ResolvedOptions, 'header' | 'footer'>,
  budget: FrameSurroundings['budget'],
  diagnostics: Diagnostics,
): ParsedTemplate[] {
  const parsed: ParsedTemplate[] = [];
  for (const [name, html] of [
    ['header', header],
    ['footer', footer],
  ] as const) {
    if (html === undefined) continue;
    const document = parseDocument(html, budget, new InnerDiagnostics(diagnostics, name), true);
    reportForeignMarkup(html, document, new InnerDiagnostics(diagnostics, name));
    reportUnfilled(html, document, new InnerDiagnostics(diagnostics, name));
    // Templates are usually fragments without a doctype, which must not select quirks mode.
    parsed.push({ name, document: { ...document, quirks: false, lineHeightQuirk: false } });
  }
  return parsed;
}

/** The templates of a document, by the names of the running elements that represent them in margin boxes. */
export class Templates implements TemplateSource {
  private readonly templates: ReadonlyMap<string, Template>;

  constructor(templates: ReadonlyMap<string, Template>) {
    this.templates = templates;
  }

  /** The names in the document to which links in templates refer. */
  get linkedNames(): readonly string[] {
    return [...this.templates.values()].flatMap(({ services }) => [...linkedNames(services.document)]);
  }

  /** Whether a template shows the document's sections. */
  get namesSections(): boolean {
    return [...this.templates.values()].some(({ services }) => mentionsSections(services.document));
  }

  servicesOf(root: Element): PaintServices | null {
    for (const { services } of this.templates.values()) if (services.document.root === root) return services;
    return null;
  }

  /** Returns the margin box whose content is a template; null for other content. */
  marginBox(style: ComputedStyle, name: string, pages: PageReferences): MarginBox | null {
    const { content } = style.rare;
    if (typeof content === 'string' || content.items.length !== 1) return null;
    const [item] = content.items;
    const template = item!.type === 'element-ref' ? this.templates.get(item!.name) : undefined;
    return template?.marginBox(style, name, pages) ?? null;
  }
}

/**
 * Loads the fonts of templates and prepares their layout. `size`: the viewport in CSS px, which is the size of the
 * first sheet.
 */
export async function openTemplates(
  parsed: readonly ParsedTemplate[],
  facts: TemplateFacts,
  size: readonly [width: number, height: number],
  around: FrameSurroundings,
  shownIn: Document,
): Promise<Templates> {
  const opened = new Map<string, Template>();
  for (const { name, document } of parsed) {
    const diagnostics = new InnerDiagnostics(around.diagnostics, name);
    const inner = { ...around, diagnostics };
    reportEmptyClasses(document, facts, diagnostics);
    const sheets = [
      generatedSheet(templateSheet(facts), around.styles),
      ...collectStyleSheets(document, around.styles, diagnostics, around.budget),
    ];
    const { services, environment } = await openInner(document, sheets, size, inner, 0);
    const styler = createStyler(document, sheets, environment);
    const template = new Template({ ...services, styler }, shownIn, size);
    await template.prepare();
    opened.set(runningName(name), template);
  }
  return new Templates(opened);
}

const mentionsSections = ({ root }: Document): boolean => {
  let mentions = false;
  eachElement(root, ({ classes }) => (mentions ||= classes.includes('section') || classes.includes('subsection')));
  return mentions;
};

/** The classes whose values only options give. */
const OPTION_OF = { date: 'date', url: 'baseUrl' } as const;

/** Reports classes that print nothing, each once. */
function reportEmptyClasses({ root }: Document, facts: TemplateFacts, diagnostics: Diagnostics): void {
  const missing = new Set((['date', 'url'] as const).filter((name) => facts[name] === ''));
  eachElement(root, ({ classes, position }) => {
    for (const name of missing) {
      if (!classes.includes(name)) continue;
      missing.delete(name);
      const message = `The class ${name} prints nothing: set the option ${OPTION_OF[name]}.`;
      diagnostics.warn('template/empty-class', message, position);
    }
  });
}

/** `sheet`: templates are as wide as the sheet instead of the page area. */
const WIDTH_PROPERTY = '--pagewright-template-width';

class Template {
  readonly services: PaintServices;
  /** The document whose pages show the template. */
  private readonly targets: Document;
  private readonly layout: LayoutContext;

  constructor(services: PaintServices, targets: Document, [width, height]: readonly [width: number, height: number]) {
    this.services = services;
    this.targets = targets;
    const { document, budget, diagnostics, text, images } = services;
    this.layout = createLayoutContext({
      budget,
      diagnostics,
      text,
      images,
      drawnImages: new ImageDrawings(services),
      initialWidth: luFromPx(width),
      initialHeight: luFromPx(height),
      quirks: document.quirks,
      lineHeightQuirk: document.lineHeightQuirk,
    });
  }

  /** Loads the data that layout needs for the boxes that pages will build. */
  prepare(): Promise<void> {
    return prepareLayout(buildFrameBox({ ...this.services, diagnostics: new Diagnostics() }));
  }

  /** Builds the margin box anew for each page, because its content may refer to the page. */
  marginBox(given: ComputedStyle, name: string, pages: PageReferences): MarginBox {
    // The document's text properties don't apply to the template.
    const style = this.services.styler.derivedStyle(given, { text: initialStyle().text, font: initialStyle().font });
    const input = { ...this.services, targets: this.targets };
    const spansSheet = given.custom.get(WIDTH_PROPERTY)?.trim() === 'sheet';
    return { box: buildTemplateBox(input, style, name, pages), style, context: this.layout, spansSheet };
  }
}
