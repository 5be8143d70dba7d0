/** Describes a laid-out document as plain data. */
import type { Box } from '../boxes/box.ts';
import type { Budget } from '../budget.ts';
import type {
  DocumentLayout,
  LaidOutBox,
  LaidOutLine,
  LaidOutMarginBox,
  LaidOutPage,
  PageBreak,
  Rectangle,
} from '../document-layout.ts';
import type { Element } from '../document/node.ts';
import { type BlockBreakToken, type BreakToken, BreakTokenFlag } from '../layout/contract/break-token.ts';
import { type BoxFragment, type Fragment, FragmentFlag, type LineFragment } from '../layout/contract/fragment.ts';
import type { Page, PlacedFragment } from '../pages/page.ts';
import { FragmentPath } from '../paint/sticky.ts';
import type { LaidOutDocument } from '../render.ts';
import { type LU, pxFromLu } from '../units.ts';
import { textOf } from './dump-fragments.ts';
import { DrawingTexts } from './drawing-text.ts';
import { lookOf, pseudoLookOf } from './look.ts';
import { fontText, round } from './value-text.ts';

type Select = ((element: Element) => boolean) | null;

/** Called with each box that is described, and its place on the sheet. */
type Note = ((fragment: BoxFragment, place: Rectangle, page: Page) => void) | null;

/** `select`: restricts the boxes to these elements. */
export function describeLayout(laidOut: LaidOutDocument, select: Select = null): DocumentLayout {
  return { pages: describePages(laidOut, select), diagnostics: laidOut.diagnostics.list() };
}

/** Describes only the pages of a document. */
export function describePages(
  { pages, budget, styler }: Pick<LaidOutDocument, 'pages' | 'budget' | 'styler'>,
  select: Select = null,
  note: Note = null,
): LaidOutPage[] {
  const selectors = new Selectors(budget);
  const drawings = new DrawingTexts(styler, budget);
  return pages.map((page, i) => {
    const noteHere = note && ((fragment: BoxFragment, place: Rectangle) => note(fragment, place, page));
    const boxes = new BoxList({ selectors, drawings, select, note: noteHere });
    return describePage(page, pages[i + 1] !== undefined, selectors, boxes);
  });
}

function describePage(page: Page, isFollowed: boolean, selectors: Selectors, boxes: BoxList): LaidOutPage {
  const { area, scale } = page;
  const onArea = { x: pxFromLu(area.x), y: pxFromLu(area.y), scale };
  const inArea = (placed: PlacedFragment): void => void boxes.add(placed, onArea);
  if (page.root) inArea(page.root);
  page.positioned.forEach(inArea);
  page.footnotes.forEach(inArea);
  page.marginNotes.forEach(inArea);
  const marginBoxes: LaidOutMarginBox[] = [];
  for (const placed of page.marginBoxes) {
    const lines = boxes.add(placed, ON_SHEET);
    const { pseudo } = placed.fragment.box;
    if (lines.length > 0 && pseudo !== null)
      marginBoxes.push({ name: pseudo, ...rectangle(placed.x, placed.y, placed.fragment, ON_SHEET), lines });
  }
  return {
    number: page.index + 1,
    width: round(page.width),
    height: round(page.height),
    area: rectangle(area.x, area.y, area, ON_SHEET),
    boxes: boxes.found,
    marginBoxes: boxes.isComplete ? marginBoxes : [],
    break: isFollowed ? describeBreak(page.root?.fragment.breakToken ?? null, selectors) : null,
  };
}

/** The origin on the sheet of positions in layout units, in CSS px, and their scale there. */
interface Origin {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}
const ON_SHEET: Origin = { x: 0, y: 0, scale: 1 };

function rectangle(x: LU, y: LU, size: { readonly width: LU; readonly height: LU }, on: Origin): Rectangle {
  const { scale } = on;
  return {
    x: round(on.x + pxFromLu(x) * scale),
    y: round(on.y + pxFromLu(y) * scale),
    width: round(pxFromLu(size.width) * scale),
    height: round(pxFromLu(size.height) * scale),
  };
}

function describeBreak(token: BlockBreakToken | null, selectors: Selectors): PageBreak {
  let at: BreakToken | null = token;
  let forced = false;
  while (at?.type === 'block' && at.children[0] !== undefined) at = at.children[0];
  if (at?.type === 'block') forced = (at.flags & BreakTokenFlag.Forced) !== 0;
  const before = at?.type === 'block' && (at.flags & BreakTokenFlag.BreakBefore) !== 0;
  const element = at === null ? null : nearestElement(at.box);
  return { kind: forced ? 'forced' : 'unforced', at: element && selectors.of(element), before };
}

function nearestElement(box: Box): Element | null {
  for (let at: Box | null = box; at !== null; at = at.parent) if (at.element !== null) return at.element;
  return null;
}

/** The data gathered for a box while its fragments are visited. */
interface OwnContents {
  readonly lines: LaidOutLine[];
  readonly fonts: string[];
  readonly look: Record<string, string>;
}

/** Receives what is found; null where it isn't needed. */
type Contents = { readonly [K in keyof OwnContents]: OwnContents[K] | null };

/** Adds the appearance of a pseudo-element's first box: `::before color`. */
function notePseudo({ look }: Contents, fragment: BoxFragment, pseudo: string): void {
  if (look === null || `::${pseudo} content` in look) return;
  for (const [name, value] of Object.entries(pseudoLookOf(fragment))) look[`::${pseudo} ${name}`] = value;
}

function noteFont({ fonts }: Contents, family: string): void {
  if (fonts !== null && !fonts.includes(family)) fonts.push(family);
}

const UNMOVED = { dx: 0, dy: 0 };

/** Selects the boxes of a page to describe, and holds the data for their descriptions. */
interface Describing {
  readonly selectors: Selectors;
  readonly drawings: DrawingTexts;
  readonly select: Select;
  readonly note: ((fragment: BoxFragment, place: Rectangle) => void) | null;
}

/** Collects the boxes of one page. */
class BoxList {
  readonly found: LaidOutBox[] = [];
  private readonly with: Describing;
  private path = new FragmentPath();
  private origin = ON_SHEET;

  constructor(describing: Describing) {
    this.with = describing;
  }

  /** Whether all boxes are listed. */
  get isComplete(): boolean {
    return this.with.select === null;
  }

  /** Returns the lines that belong to no element. */
  add({ fragment, x, y }: PlacedFragment, on: Origin): LaidOutLine[] {
    this.path = new FragmentPath();
    this.origin = on;
    const lines: LaidOutLine[] = [];
    this.visit(fragment, x, y, 0, { lines, fonts: null, look: null });
    return lines;
  }

  private visit(fragment: Fragment, x: LU, y: LU, depth: number, around: Contents): void {
    this.with.selectors.budget.tick();
    if (fragment.type === 'text') return noteFont(around, fragment.run.face.family);
    let inside = around;
    let innerDepth = depth;
    if (fragment.type === 'line') around.lines?.push(describeLine(fragment, x, y, this.origin));
    else if (fragment.box.element !== null && fragment.box.pseudo === null) {
      const { element } = fragment.box;
      if (this.isSelected(element)) {
        const own = { lines: [], fonts: [], look: lookOf(fragment) };
        if (fragment.box.data?.type === 'replaced' && fragment.box.data.content === 'svg')
          own.look.drawing = this.with.drawings.of(element);
        const place = rectangle(x, y, fragment, this.origin);
        this.found.push(this.describe(fragment, element, place, depth, own));
        this.with.note?.(fragment, place);
        inside = own;
        innerDepth++;
      } else {
        // Lines of boxes that aren't listed belong to the enclosing box, but their text isn't its own.
        inside = { lines: around.lines, fonts: null, look: null };
      }
    } else if (fragment.box.pseudo !== null) notePseudo(around, fragment, fragment.box.pseudo);
    if (fragment.type === 'box') this.path.enter(fragment, x, y);
    fragment.children.forEach((child, i) => {
      const left = x + (fragment.offsets[2 * i] ?? 0);
      const top = y + (fragment.offsets[2 * i + 1] ?? 0);
      // Sticky boxes are listed where they are painted.
      const isSticky = child.type === 'box' && child.style.box.position === 'sticky';
      const { dx, dy } = isSticky ? this.path.shiftOf(child, left, top) : UNMOVED;
      this.visit(child, left + dx, top + dy, innerDepth, inside);
    });
    if (fragment.type === 'box') this.path.leave();
  }

  private isSelected(element: Element): boolean {
    return this.with.select?.(element) ?? true;
  }

  private describe(
    fragment: BoxFragment,
    element: Element,
    place: Rectangle,
    depth: number,
    { lines, fonts, look }: OwnContents,
  ): LaidOutBox {
    const { style, flags, box } = fragment;
    return {
      selector: this.with.selectors.of(element),
      tag: element.tag,
      line: element.position?.line ?? null,
      column: element.position?.column ?? null,
      depth,
      ...place,
      font: fontText((style ?? box.style).font),
      usedFonts: fonts,
      look,
      continued: (flags & FragmentFlag.BreaksBefore) !== 0,
      continues: (flags & FragmentFlag.BreaksAfter) !== 0,
      repeated: (flags & FragmentFlag.Repeated) !== 0,
      lines,
    };
  }
}

const describeLine = (line: LineFragment, x: LU, y: LU, on: Origin): LaidOutLine => ({
  ...rectangle(x, y, line, on),
  text: textOf(line).trim(),
});

/** Longer ids and classes are left out of selectors, which every box inside would repeat. */
const MAX_NAME_LENGTH = 100;

/** An element's number among its siblings with the same tag, from 1, and the count of them. */
interface Rank {
  readonly number: number;
  readonly alike: { readonly count: number };
}

/** Creates selectors that match a single element, starting at the nearest element with an id. */
class Selectors {
  private readonly known = new Map<Element, string>();
  readonly budget: Budget;
  private readonly ranks = new WeakMap<Element, Rank>();

  constructor(budget: Budget) {
    this.budget = budget;
  }

  of(element: Element): string {
    let selector = this.known.get(element);
    if (selector === undefined) this.known.set(element, (selector = this.make(element)));
    return selector;
  }

  private make(element: Element): string {
    this.budget.tick();
    if (element.id !== null && element.id.length <= MAX_NAME_LENGTH) return `#${escapeIdentifier(element.id)}`;
    const { parent } = element;
    const step = this.ownStep(element);
    if (parent === null || parent.parent === null || element.tag === 'body') return step;
    const above = this.of(parent);
    return above === 'body' || above === 'html' ? step : `${above} > ${step}`;
  }

  /** `tr.total:nth-of-type(3)`; the number only where siblings have the tag. */
  private ownStep(element: Element): string {
    const { tag, classes, parent } = element;
    const first = classes.find(({ length }) => length <= MAX_NAME_LENGTH);
    const name = tag + (first === undefined ? '' : `.${escapeIdentifier(first)}`);
    const rank = parent === null ? null : this.rankOf(element, parent);
    return rank !== null && rank.alike.count > 1 ? `${name}:nth-of-type(${rank.number})` : name;
  }

  /** Counts all children of a parent at once. */
  private rankOf(element: Element, parent: Element): Rank {
    if (!this.ranks.has(element)) {
      const tags = new Map<string, { count: number }>();
      for (const node of parent.children) {
        this.budget.tick();
        if (node.type !== 'element') continue;
        let alike = tags.get(node.tag);
        if (alike === undefined) tags.set(node.tag, (alike = { count: 0 }));
        this.ranks.set(node, { number: ++alike.count, alike });
      }
    }
    return this.ranks.get(element)!;
  }
}

const escapeIdentifier = (name: string): string =>
  name.replace(/[^\w\u0080-\uffff-]|^\d/g, (c) => `\\${c.charCodeAt(0).toString(16)} `);
