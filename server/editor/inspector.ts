/** The inspector: the box model of the selected element, its page, and where its style comes from. */
import type {
  ComputedValue,
  EdgeWidths,
  ExplainedBox,
  ExplainedDeclaration,
  ExplainedElement,
  LaidOutPage,
} from 'pagewright/browser';
import { button, byId } from './dom.ts';
import type { SourcePlace } from './page-view.ts';
import { CSS_TAB, isInDocument } from './project.ts';
import type { ProblemText } from './problem-list.ts';

export interface InspectorParts {
  /** Asks for the explanation of an element. `show` receives it. */
  readonly ask: (selector: string) => void;
  /** Draws the edges of boxes on the pages; null removes them. */
  readonly outline: (boxes: readonly ExplainedBox[] | null) => void;
  readonly go: (text: ProblemText, place: SourcePlace) => void;
}

export class Inspector {
  private readonly parts: InspectorParts;
  private readonly panel = byId('inspector');
  private readonly toggle = byId('inspect');
  private selector: string | null = null;
  private pages: readonly LaidOutPage[] = [];

  constructor(parts: InspectorParts) {
    this.parts = parts;
    this.toggle.addEventListener('click', () => this.setOpen(!this.isOpen));
    byId('inspector-close').addEventListener('click', () => this.setOpen(false));
  }

  get isOpen(): boolean {
    return !this.panel.hidden;
  }

  /** Selects an element, which is explained while the panel is open. */
  select(selector: string): void {
    this.selector = selector;
    if (this.isOpen) this.parts.ask(selector);
  }

  /** Records newly rendered pages, on which the element may look different. */
  rendered(pages: readonly LaidOutPage[]): void {
    this.pages = pages;
    if (this.isOpen && this.selector !== null) this.parts.ask(this.selector);
  }

  show(selector: string, explained: ExplainedElement | null): void {
    if (selector !== this.selector || !this.isOpen) return;
    this.parts.outline(explained?.boxes ?? null);
    byId('inspected').textContent = selector;
    byId('inspected-boxes').replaceChildren(...(explained?.boxes ?? []).flatMap((box) => this.boxModel(box)));
    byId('inspected-break').replaceChildren(...this.breaksAt(selector).map((words) => paragraph(words)));
    byId('inspected-style').replaceChildren(...(explained === null ? [] : this.rules(explained.declarations)));
    byId('inspected-computed').replaceChildren(...(explained?.computed ?? []).map((one) => this.computed(one)));
  }

  private computed({ property, value, declaration, inheritedFrom }: ComputedValue): HTMLElement {
    const item = document.createElement('li');
    const { origin, selector } = declaration;
    const from = `${selector ?? ORIGINS[origin]}${inheritedFrom === null ? '' : `, inherited from ${inheritedFrom}`}`;
    item.append(`${property}: ${value} `, faint(from), ...this.jumpTo(declaration));
    return item;
  }

  /** Returns a button that moves the cursor to a declaration, if it is in one of the texts. */
  private jumpTo({ property, position }: ExplainedDeclaration): readonly (Node | string)[] {
    if (position === null) return [];
    const tab = isInDocument(position.source) ? 'html' : position.source === CSS_TAB ? 'css' : null;
    if (tab === null) return [];
    const place = { line: position.line, column: position.column };
    const jump = button(`line ${place.line}`, () => this.parts.go(tab, place));
    jump.setAttribute('aria-label', `${property}, line ${place.line}`);
    return [' ', jump];
  }

  private setOpen(isOpen: boolean): void {
    this.panel.hidden = !isOpen;
    this.toggle.setAttribute('aria-pressed', String(isOpen));
    if (!isOpen) this.parts.outline(null);
    else if (this.selector !== null) this.parts.ask(this.selector);
  }

  private boxModel({ page, borderBox, border, padding, margin, tracks }: ExplainedBox): readonly Node[] {
    const { width, height } = borderBox;
    const inner = { width: width - across(border) - across(padding), height: height - along(border) - along(padding) };
    const content = `${px(inner.width)} × ${px(inner.height)}`;
    const rows: (readonly [string, string])[] = [['Position', `${px(borderBox.x)}, ${px(borderBox.y)} px`]];
    if (tracks !== null) {
      rows.push(['Columns', `${tracks.columns.map(({ width }) => px(width)).join(' ')} px`]);
      rows.push(['Rows', `${tracks.rows.map(({ height }) => px(height)).join(' ')} px`]);
    }
    const table = document.createElement('table');
    for (const [name, value] of rows) {
      const row = table.insertRow();
      const head = document.createElement('th');
      head.scope = 'row';
      head.textContent = name;
      row.append(head);
      row.insertCell().textContent = value;
    }
    return [
      paragraph(`Page ${page}`),
      boxDiagram(content, { padding: sides(padding), border: sides(border), margin: sides(margin) }),
      table,
    ];
  }

  /** Explains the page breaks at the element. */
  private breaksAt(selector: string): readonly string[] {
    return this.pages.flatMap(({ number, break: ending }) => {
      if (ending?.at !== selector) return [];
      const where = ending.before ? `Page ${number + 1} begins with it` : `It is broken after page ${number}`;
      const why = ending.kind === 'forced' ? 'a property forces the break' : `page ${number} is full`;
      return [`${where}: ${why}.`];
    });
  }

  /** Groups the declarations by their rule, the strongest rule first. Adjacent rules with the same selector are one. */
  private rules(declarations: readonly ExplainedDeclaration[]): readonly Node[] {
    const groups: ExplainedDeclaration[][] = [];
    for (const one of declarations) {
      const last = groups.at(-1);
      if (last !== undefined && isOfSameRule(last[0]!, one)) last.push(one);
      else groups.push([one]);
    }
    return groups.toReversed().map((members) => this.rule(members));
  }

  private rule(members: readonly ExplainedDeclaration[]): HTMLElement {
    const [{ origin, selector, layer }] = members as [ExplainedDeclaration];
    const item = document.createElement('li');
    const head = document.createElement('p');
    head.textContent = `${selector ?? ORIGINS[origin]}${layer === '' ? '' : ` in @layer ${layer}`}`;
    if (origin === 'user-agent') head.append(faint(' default style'));
    const list = document.createElement('ul');
    for (const member of members) {
      const { property, value, important, overridden } = member;
      const line = document.createElement('li');
      const text = `${property}: ${value}${important ? ' !important' : ''}`;
      const written = document.createElement(overridden ? 's' : 'span');
      written.textContent = text;
      line.append(written, ...this.jumpTo(member));
      list.append(line);
    }
    item.append(head, list);
    return item;
  }
}

const ORIGINS: Readonly<Record<ExplainedDeclaration['origin'], string>> = {
  'user-agent': 'Default style',
  hint: 'Attributes',
  author: 'Style sheet',
  'style attribute': 'style attribute',
};

const isOfSameRule = (a: ExplainedDeclaration, b: ExplainedDeclaration): boolean =>
  a.origin === b.origin &&
  a.selector === b.selector &&
  a.layer === b.layer &&
  a.position?.source === b.position?.source;

const across = ({ left, right }: EdgeWidths): number => left + right;
const along = ({ top, bottom }: EdgeWidths): number => top + bottom;
const px = (value: number): string => String(Math.round(value * 100) / 100);

/** The values of a box's sides, in the order of CSS shorthands. Px have no unit. */
type Sides = readonly [top: string, right: string, bottom: string, left: string];

function sides({ top, right, bottom, left }: EdgeWidths | ExplainedBox['margin']): Sides {
  const text = (value: number | string): string => (typeof value === 'number' ? px(value) : value.replace(/px$/, ''));
  return [text(top), text(right), text(bottom), text(left)];
}

/** Draws the content, padding, border and margin of a box as nested areas with their sizes in px. */
function boxDiagram(content: string, edges: Readonly<Record<'padding' | 'border' | 'margin', Sides>>): HTMLElement {
  let inner = area('content', content);
  const words = [`Content ${content} px`];
  for (const [name, [top, right, bottom, left]] of Object.entries(edges)) {
    const label = document.createElement('b');
    label.textContent = name;
    const outer = area(name, label, span(top), span(left), inner, span(right), span(bottom));
    words.push(`${name} ${top} ${right} ${bottom} ${left}`);
    inner = outer;
  }
  inner.classList.add('box-model');
  inner.setAttribute('role', 'img');
  inner.setAttribute('aria-label', words.join(', '));
  return inner;
}

function area(name: string, ...parts: readonly (Node | string)[]): HTMLElement {
  const element = document.createElement('div');
  element.className = name;
  element.append(...parts);
  return element;
}

function span(text: string): HTMLElement {
  const element = document.createElement('span');
  element.textContent = text;
  return element;
}

function paragraph(text: string): HTMLParagraphElement {
  const element = document.createElement('p');
  element.textContent = text;
  return element;
}

function faint(text: string): HTMLElement {
  const element = span(text);
  element.className = 'faint';
  return element;
}
