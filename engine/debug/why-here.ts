/** Explains why an element is on its page, and finds changes that move it to an earlier one by trying them. */
import type { ComputedStyle } from '../css/computed-style.ts';
import type { SourcePosition } from '../diagnostics.ts';
import type { Element } from '../document/node.ts';
import type { LaidOutBox, LaidOutPage } from '../document-layout.ts';
import { withTypedErrors } from '../error-edge.ts';
import { type LaidOutDocument, layoutDocument } from '../render.ts';
import type { DocumentGiven, RenderOptions } from '../render-options.ts';
import { describePages } from './describe-layout.ts';
import { matchingElements } from './select.ts';

/** A declaration whose change moves the element: one property of one element. */
interface DeclarationChange {
  readonly property: string;
  /** The value in effect, and the value that was tried. */
  readonly value: string;
  readonly instead: string;
  /** A selector of the element that has the declaration, and the position of its tag. */
  readonly element: string;
  readonly line: number | null;
  /** Where the value is declared; null: by the user-agent style sheet, an attribute, or nowhere. */
  readonly declared: SourcePosition | null;
}

/** A change that moves the element to `page`. */
type PageChange =
  | { readonly type: 'declarations'; readonly page: number; readonly changes: readonly DeclarationChange[] }
  /** How much less content on the page before it moves the element, in CSS px. */
  | { readonly type: 'space'; readonly page: number; readonly px: number; readonly onPage: number };

export interface WhyHere {
  readonly element: string;
  readonly line: number | null;
  /** The page on which the element begins, counted from 1. */
  readonly page: number;
  /** What begins the page; null on the first one. */
  readonly begins: {
    readonly element: string | null;
    readonly line: number | null;
    /** Whether a break was forced; otherwise the page before is full. */
    readonly isForced: boolean;
    /** Whether the element continues from the page before. */
    readonly continues: boolean;
    /** The empty space in CSS px at the end of the page before. */
    readonly left: number;
  } | null;
  /** Smallest first. */
  readonly changes: readonly PageChange[];
}

/** A property of an element that may affect a break, and the value to try. */
interface Candidate {
  readonly element: Element;
  readonly property: string;
  readonly value: string;
  readonly instead: string;
}

const FORCED: ReadonlySet<string> = new Set(['page', 'left', 'right', 'recto', 'verso', 'always', 'all']);
const AVOIDED: ReadonlySet<string> = new Set(['avoid', 'avoid-page']);
/** Maximum number of changes that are tried one by one. */
const MAX_TRIALS = 24;
/** Maximum number of examined elements at the start of the page. */
const MAX_BEGINNING = 12;
/** Less space than this is the smallest change, in CSS px: about a line. */
const ABOUT_A_LINE = 16;

/**
 * Lays out a document, and explains the page of the first element that a selector matches. Returns null if it matches no
 * element, or one without a box.
 * @throws RenderError like `render`, and `invalid_options` for a selector that doesn't parse.
 */
export function whyHere(html: DocumentGiven, selector: string, options: RenderOptions = {}): Promise<WhyHere | null> {
  return withTypedErrors(options, async (followed) => {
    const laidOut = await layoutDocument(html, followed);
    const [element] = matchingElements(laidOut.document, selector);
    const pages = describePages(laidOut);
    const found = element === undefined ? null : placeOf(laidOut, element);
    if (element === undefined || found === null) return null;
    const { page, box } = found;
    const own = { element: box.selector, line: box.line, page };
    if (page === 1) return { ...own, begins: null, changes: [] };
    const trials = new Trials(html, followed, exactSelector(element), page);
    const changes = await changesOf(laidOut, element, pages, page, trials);
    return { ...own, begins: beginningOf(pages, page), changes };
  });
}

/** Returns the page on which an element begins, and its box there. */
function placeOf(laidOut: LaidOutDocument, element: Element): { page: number; box: LaidOutBox } | null {
  for (const { number, boxes } of describePages(laidOut, (one) => one === element)) {
    const box = boxes.find(({ repeated }) => !repeated);
    if (box !== undefined) return { page: number, box };
  }
  return null;
}

function beginningOf(pages: readonly LaidOutPage[], page: number): WhyHere['begins'] {
  const before = pages[page - 2]!;
  const at = before.break;
  const box = pages[page - 1]!.boxes.find(({ selector }) => selector === at?.at);
  return {
    element: at?.at ?? null,
    line: box?.line ?? null,
    isForced: at?.kind === 'forced',
    continues: at !== null && !at.before,
    left: roomLeft(before),
  };
}

/** Returns the empty space after the last content of a page. */
function roomLeft({ area, boxes }: LaidOutPage): number {
  let end = area.y;
  for (const box of boxes) {
    const isIn = box.y >= area.y - 1 && box.y < area.y + area.height;
    if (!isIn || (box.continues && box.lines.length === 0)) continue;
    const last = box.lines.at(-1);
    end = Math.max(end, box.continues && last !== undefined ? last.y + last.height : box.y + box.height);
  }
  return Math.max(0, Math.round((area.y + area.height - end) * 100) / 100);
}

/** Lays out the document with other styles. */
class Trials {
  private readonly html: DocumentGiven;
  private readonly options: RenderOptions;
  private readonly selector: string;
  private readonly page: number;

  constructor(html: DocumentGiven, options: RenderOptions, selector: string, page: number) {
    this.html = html;
    this.options = options;
    this.selector = selector;
    this.page = page;
  }

  /** Returns the earlier page to which some styles move the element, or null. */
  async pageWith(css: string): Promise<number | null> {
    const userStyles = [...(this.options.userStyles ?? []), css];
    const laidOut = await layoutDocument(this.html, { ...this.options, userStyles });
    const [element] = matchingElements(laidOut.document, this.selector);
    const found = element === undefined ? null : placeOf(laidOut, element);
    return found !== null && found.page < this.page ? found.page : null;
  }
}

async function changesOf(
  laidOut: LaidOutDocument,
  element: Element,
  pages: readonly LaidOutPage[],
  page: number,
  trials: Trials,
): Promise<readonly PageChange[]> {
  const changes: PageChange[] = [];
  const candidates = candidatesFor(laidOut, element, page).slice(0, MAX_TRIALS);
  const described = (candidate: Candidate): DeclarationChange => describe(laidOut, pages, candidate);
  for (const candidate of candidates) {
    const earlier = await trials.pageWith(styleFor(candidate));
    if (earlier !== null) changes.push({ type: 'declarations', page: earlier, changes: [described(candidate)] });
  }
  if (changes.length === 0 && candidates.length > 1) {
    const earlier = await trials.pageWith(candidates.map(styleFor).join('\n'));
    if (earlier !== null) changes.push({ type: 'declarations', page: earlier, changes: candidates.map(described) });
  }
  const space = await spaceFor(laidOut, pages[page - 2]!, trials);
  if (space === null) return changes;
  return space.type === 'space' && space.px <= ABOUT_A_LINE ? [space, ...changes] : [...changes, space];
}

/** Finds how much more room on the page before moves the element, by making that page larger. */
async function spaceFor(
  { styler, document }: LaidOutDocument,
  { number, width, height, area }: LaidOutPage,
  trials: Trials,
): Promise<PageChange | null> {
  const isVertical = styler.styleOf(document.root).text.writingMode !== 'horizontal-tb';
  const withRoom = (px: number): Promise<number | null> => {
    const size = isVertical ? `${width + px}px ${height}px` : `${width}px ${height + px}px`;
    return trials.pageWith(`@page :nth(${number}) { size: ${size} !important }`);
  };
  let enough = Math.ceil(isVertical ? area.width : area.height);
  let page = await withRoom(enough);
  if (page === null) return null;
  for (let little = 0; enough - little > 1;) {
    const middle = Math.ceil((little + enough) / 2);
    const moved = await withRoom(middle);
    if (moved === null) little = middle;
    else [enough, page] = [middle, moved];
  }
  return { type: 'space', page, px: enough, onPage: number };
}

/**
 * Returns the properties that may have affected the break before a page, starting with those nearest to the element.
 */
function candidatesFor(laidOut: LaidOutDocument, element: Element, page: number): readonly Candidate[] {
  const { styler } = laidOut;
  const beginning: Element[] = [];
  const ending: Element[] = [];
  describePages(laidOut, null, (fragment, _, { index }) => {
    const one = fragment.box.element!;
    if (index === page - 1 && beginning.length < MAX_BEGINNING && !beginning.includes(one)) beginning.push(one);
    if (index === page - 2) ending.push(one);
  });
  const around: Element[] = [];
  for (let at: Element | null = element; at !== null && at.parent !== null; at = at.parent) around.push(at);
  const candidates: Candidate[] = [];
  const seen = new Set<Element>();
  for (const one of [...around, ...beginning, ...ending.slice(-MAX_BEGINNING).reverse()]) {
    if (seen.has(one) || one.tag === 'body' || one.parent === null) continue;
    seen.add(one);
    candidates.push(...propertiesOf(one, styler.styleOf(one), styler.styleOf(one.parent)));
  }
  return candidates;
}

function propertiesOf(element: Element, { box, text }: ComputedStyle, around: ComputedStyle): readonly Candidate[] {
  const found: Candidate[] = [];
  const add = (property: string, value: string, instead: string): void => {
    found.push({ element, property, value, instead });
  };
  if (AVOIDED.has(box.breakInside)) add('break-inside', box.breakInside, 'auto');
  for (const [property, value] of [
    ['break-before', box.breakBefore],
    ['break-after', box.breakAfter],
  ] as const)
    if (AVOIDED.has(value) || FORCED.has(value)) add(property, value, 'auto');
  if (box.page !== around.box.page) add('page', box.page === '' ? 'auto' : box.page, 'auto');
  const hasLines = element.children.some((child) => child.type === 'text' && /\S/.test(child.data));
  if (hasLines && box.display.outside === 'block') {
    if (text.orphans > 1) add('orphans', String(text.orphans), '1');
    if (text.widows > 1) add('widows', String(text.widows), '1');
  }
  return found;
}

/** Applies a candidate with a higher specificity than anything in the document. */
const styleFor = ({ element, property, instead }: Candidate): string =>
  `${exactSelector(element)}:not(#\\:a#\\:a#\\:a#\\:a) { ${property}: ${instead} !important }`;

/** Returns a selector that matches only this element. */
function exactSelector(element: Element): string {
  const steps: string[] = [];
  for (let at = element; at.parent !== null; at = at.parent) steps.push(`:nth-child(${at.elementIndex + 1})`);
  return [':root', ...steps.reverse()].join('>');
}

/** Other names under which a property may be declared. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  'break-inside': ['page-break-inside'],
  'break-before': ['page-break-before'],
  'break-after': ['page-break-after'],
};

function describe(
  { styler }: LaidOutDocument,
  pages: readonly LaidOutPage[],
  { element, property, value, instead }: Candidate,
): DeclarationChange {
  const names = [property, ...(ALIASES[property] ?? [])];
  const declaration = styler.explain(element).findLast((one) => names.includes(one.property) && !one.overridden);
  const { line } = element.position ?? { line: null };
  const box = pages
    .flatMap(({ boxes }) => boxes)
    .find((one) => one.line === line && one.tag === element.tag && one.column === (element.position?.column ?? null));
  return {
    property,
    value,
    instead,
    element: box?.selector ?? element.tag,
    line,
    declared: declaration?.position ?? null,
  };
}

const px = (length: number): string => `${Math.round(length)} px`;
const atLine = (line: number | null): string => (line === null ? '' : ` (line ${line})`);

/** Returns the explanation as text for the terminal. */
export function whyHereText({ element, line, page, begins, changes }: WhyHere): string {
  const lines = [`${element}${atLine(line)} is on page ${page}.`];
  if (begins === null) return [...lines, 'It is the first page, so nothing moved the element there.'].join('\n');
  const what = begins.element === null ? 'other content' : `${begins.element}${atLine(begins.line)}`;
  const how = begins.continues ? `continues ${what}` : `begins with ${what}`;
  const why = begins.isForced ? 'a break is forced there' : `page ${page - 1} has ${px(begins.left)} left`;
  lines.push(`Page ${page} ${how}: ${why}.`);
  if (changes.length === 0)
    return [...lines, 'No change of one declaration or of the space on a page moves it.'].join('\n');
  const [smallest, ...others] = changes.map(changeText);
  lines.push('Smallest change that moves it to an earlier page:', `  ${smallest}`);
  if (others.length > 0) lines.push('Other changes that move it:', ...others.map((text) => `  ${text}`));
  return lines.join('\n');
}

/** Sources in the document use its lines. */
const IN_DOCUMENT: ReadonlySet<string> = new Set(['document', 'style attribute']);

function placeText({ source, line, column }: SourcePosition): string {
  return `${IN_DOCUMENT.has(source) ? '' : `in ${source} `}at line ${line}, column ${column}`;
}

function changeText(change: PageChange): string {
  const to = `moves it to page ${change.page}`;
  if (change.type === 'space') return `${px(change.px)} less content on page ${change.onPage}: ${to}`;
  const parts = change.changes.map(({ property, value, instead, element, line, declared }) => {
    const place = declared === null ? '' : `, declared ${placeText(declared)}`;
    const action = instead === 'auto' ? `without ${property}: ${value}` : `${property}: ${instead} instead of ${value}`;
    return `${action} on ${element}${atLine(line)}${place}`;
  });
  return `${parts.join('; ')}: ${to}`;
}
