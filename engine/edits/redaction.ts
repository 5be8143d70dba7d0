/**
 * Redaction by selector, for public copies. What is removed never reaches style, layout or the file. The same words
 * elsewhere are masked in attributes and metadata, and reported in the text.
 */
import type { Budget } from '../budget.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { isAttachment } from '../document/attachments.ts';
import { type Document, type Element, Namespace, Text } from '../document/node.ts';
import { isStyleElement } from '../document/element-facts.ts';
import { optionError } from '../errors.ts';
import type { ResolvedOptions } from '../options.ts';
import { parseQuery, Queries } from './queries.ts';
import { blocked, Secrets } from './secrets.ts';
import {
  createElement,
  elementsExcept,
  elementsOf,
  filterAttributes,
  plainText,
  removeNodes,
  setAttribute,
} from './tree.ts';

export interface Redaction {
  readonly selector: string;
  readonly place: 'keep' | 'close';
}

/** Attributes that determine position and size, and say nothing about content. */
const KEPT_ATTRIBUTES: ReadonlySet<string> = new Set(
  'class id style dir lang colspan rowspan span width height type size rows cols viewBox hidden start'.split(' '),
);
/** A `style` attribute with these may hold content. */
const HOLDS_CONTENT = /url\(|image|src\(|["'\\]|--/i;
/** Elements whose contents aren't text in their place. */
const OPAQUE: ReadonlySet<string> = new Set(
  'audio canvas datalist iframe math object picture script select style svg template textarea video'.split(' '),
);
/** Elements that structure the document even if they are empty. */
const STRUCTURAL: ReadonlySet<string> = new Set('html head body title td th caption col colgroup'.split(' '));
/** Elements that don't separate words. */
const INLINE: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i ins kbd mark q s samp small span strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

/**
 * Redacts what the selector matches, and returns the removed phrases. The nodes must be numbered again afterwards.
 * @throws RenderError `invalid_options` for an invalid selector
 */
export function redact(
  document: Document,
  { selector, place }: Redaction,
  budget: Budget,
  diagnostics: Diagnostics,
): Secrets {
  const query = parseQuery(selector);
  if (query === null) throw optionError('redact.selector', 'must be a valid CSS selector');
  const queries = new Queries(document, budget);
  const secrets = new Secrets(budget);
  const redacted: Element[] = [];
  const isOutermost = (element: Element): boolean => {
    if (!queries.matches(query, element)) return false;
    redacted.push(element);
    return true;
  };
  elementsExcept(document.root, isOutermost, budget);
  if (redacted.length === 0)
    diagnostics.warn('redact/no-match', `The selector "${selector}" of \`redact\` matches no element.`);
  for (const element of redacted) noteSecrets(element, secrets, budget);
  if (place === 'close') close(redacted);
  else for (const element of redacted) cover(element, budget);
  new Remainder(secrets, budget, diagnostics).search(document.root);
  return secrets;
}

/** Records the text of an element and of the innermost elements in it, such as the cells of a row. */
function noteSecrets(element: Element, secrets: Secrets, budget: Budget): void {
  secrets.add(plainText(element.children));
  for (const inner of elementsOf(element, budget)) {
    if (inner !== element && !inner.children.some(({ type }) => type === 'element'))
      secrets.add(plainText(inner.children));
    for (const { name, value } of inner.attributes)
      if (name === 'alt' || name === 'title' || name === 'value' || name === 'aria-label') secrets.add(value);
  }
}

/** Removes elements. Cells and the like only lose their contents. */
function close(elements: readonly Element[]): void {
  const isEmptied = ({ isHtml, tag, parent }: Element): boolean => parent === null || (isHtml && STRUCTURAL.has(tag));
  removeNodes(elements.filter((element) => !isEmptied(element)));
  for (const element of elements.filter(isEmptied)) {
    element.children.length = 0;
    filterAttributes(element, ({ name }) => KEPT_ATTRIBUTES.has(name));
  }
}

/** Covers the contents of an element with blocks of the same length. */
function cover(element: Element, budget: Budget): void {
  for (const inner of elementsOf(element, budget)) {
    if (inner.tag === 'style' || inner.tag === 'script') {
      inner.children.length = 0;
      continue;
    }
    filterAttributes(
      inner,
      ({ name, value }) => KEPT_ATTRIBUTES.has(name) && (name !== 'style' || !HOLDS_CONTENT.test(value)),
    );
    if (OPAQUE.has(inner.tag) || inner.tag === 'img' || inner.tag === 'embed') {
      inner.children.length = 0;
      setAttribute(inner, 'style', `${inner.attribute('style') ?? ''}; background: #000`);
    } else coverTexts(inner, budget);
  }
}

function coverTexts(element: Element, budget: Budget): void {
  const isPlain = !element.isHtml || element.tag === 'title' || element.tag === 'option';
  element.children.forEach((child, i) => {
    if (child.type !== 'text' || child.data.trim() === '') return;
    const text = new Text(blocked(child.data));
    const bar = { class: 'redaction', role: 'img', 'aria-label': 'redacted', style: 'color: #000; background: #000' };
    const node = isPlain ? text : createElement('span', bar, [text], element.position, budget);
    element.children[i] = node;
    node.parent = element;
  });
}

const LEFT_OUT = 'An attachment was left out of the redacted copy, because it may contain the same text.';

/** Searches what remains of the document for redacted phrases. */
class Remainder {
  private readonly secrets: Secrets;
  private readonly budget: Budget;
  private readonly diagnostics: Diagnostics;

  constructor(secrets: Secrets, budget: Budget, diagnostics: Diagnostics) {
    this.secrets = secrets;
    this.budget = budget;
    this.diagnostics = diagnostics;
  }

  search(root: Element): void {
    const pending: (Element | Text | null)[] = [root];
    let text = '';
    const places: { readonly start: number; readonly element: Element }[] = [];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      this.budget.tick();
      if (node === null) text += '\n';
      else if (node.type === 'text') text += node.data;
      else {
        this.attributes(node);
        if (isStyleElement(node)) {
          this.style(node);
          continue;
        }
        if (node.tag === 'script') continue;
        if (node.tag === 'title' && node.isHtml) this.title(node);
        const separates = node.namespace !== Namespace.Html || !INLINE.has(node.tag);
        if (separates) text += '\n';
        places.push({ start: text.length, element: node });
        if (separates) pending.push(null);
        for (let i = node.children.length - 1; i >= 0; i--) pending.push(node.children[i]!);
      }
    }
    this.report(text, places);
  }

  /** Reports phrases in the text at the last element that starts before them. */
  private report(text: string, places: readonly { readonly start: number; readonly element: Element }[]): void {
    let at = 0;
    for (const { start } of this.secrets.find(text)) {
      while (at + 1 < places.length && places[at + 1]!.start <= start) at++;
      this.diagnostics.warn(
        'redact/remaining',
        'Text that was redacted elsewhere is still visible.',
        places[at]!.element.position,
      );
    }
  }

  private attributes(element: Element): void {
    if (element.attributes.length === 0) return;
    // Attached files can't be searched.
    if (isAttachment(element) && element.attribute('href') !== null) {
      filterAttributes(element, ({ name }) => name !== 'href' && name !== 'rel');
      this.diagnostics.report('redact/attachment', 'info', LEFT_OUT, element.position);
    }
    for (const { name, value } of element.attributes) {
      if (this.secrets.find(value).length === 0) continue;
      // Rules and links depend on these.
      if (name === 'id' || name === 'class' || name === 'style')
        this.diagnostics.warn(
          'redact/remaining',
          `The ${name} of an element contains text that was redacted.`,
          element.position,
        );
      else setAttribute(element, name, this.secrets.mask(value));
    }
  }

  private title(element: Element): void {
    for (const child of element.children) if (child.type === 'text') child.data = this.secrets.mask(child.data);
  }

  private style(element: Element): void {
    if (this.secrets.find(plainText(element.children)).length > 0)
      this.diagnostics.warn('redact/remaining', 'A style sheet contains text that was redacted.', element.position);
  }
}

/** Returns the options without the redacted phrases. Attached files can't be searched, so they are left out. */
export function redactedOptions(options: ResolvedOptions, secrets: Secrets, diagnostics: Diagnostics): ResolvedOptions {
  const mask = <T extends string | undefined>(text: T): T | string => (text === undefined ? text : secrets.mask(text));
  const { title, author, subject, keywords, header, footer, attachments } = options;
  if (attachments.length > 0) diagnostics.report('redact/attachment', 'info', LEFT_OUT, null, attachments.length);
  return {
    ...options,
    title: mask(title),
    author: mask(author),
    subject: mask(subject),
    keywords: mask(keywords),
    header: mask(header),
    footer: mask(footer),
    attachments: [],
  };
}
