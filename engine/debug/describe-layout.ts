/** Describes a laid-out document as plain data. */
import type { Box } from '../boxes/box.ts';
import type { Budget } from '../budget.ts';
import type { FontStyle } from '../css/computed-style.ts';
import type { DocumentLayout, LaidOutBox, LaidOutLine, LaidOutPage, PageBreak, Rectangle } from '../document-layout.ts';
import type { Element } from '../document/node.ts';
import { type BlockBreakToken, type BreakToken, BreakTokenFlag } from '../layout/contract/break-token.ts';
import { type BoxFragment, type Fragment, FragmentFlag, type LineFragment } from '../layout/contract/fragment.ts';
import type { Page, PlacedFragment } from '../pages/page.ts';
import { FragmentPath } from '../paint/sticky.ts';
import type { LaidOutDocument } from '../render.ts';
import { type LU, pxFromLu } from '../units.ts';
import { textOf } from './dump-fragments.ts';
import { lookOf } from './look.ts';

type Select = ((element: Element) => boolean) | null;

/** Called with each box that is described, and its place on the sheet. */
type Note = ((fragment: BoxFragment, place: Rectangle, page: Page) => void) | null;

/** `select`: restricts the boxes to these elements. */
export function describeLayout({ pages, diagnostics, budget }: LaidOutDocument, select: Select = null): DocumentLayout {
  return { pages: describePages(pages, budget, select), diagnostics: diagnostics.list() };
}

/** Describes only the pages of a document. */
export function describePages(
  pages: readonly Page[],
  budget: Budget,
  select: Select = null,
  note: Note = null,
): LaidOutPage[] {
  const selectors = new Selectors(budget);
  return pages.map((page, i) => {
    const boxes = new BoxList(selectors, select, note && ((fragment, place) => note(fragment, place, page)));
    return describePage(page, pages[i + 1] !== undefined, selectors, boxes);
  });
}

const round = (px: number): number => Math.round(px * 100) / 100;

function describePage(page: Page, isFollowed: boolean, selectors: Selectors, boxes: BoxList): LaidOutPage {
  const { area, scale } = page;
  const onArea = { x: pxFromLu(area.x), y: pxFromLu(area.y), scale };
  const inArea = (placed: PlacedFragment): void => boxes.add(placed, onArea);
  if (page.root) inArea(page.root);
  page.positioned.forEach(inArea);
  page.footnotes.forEach(inArea);
  page.marginNotes.forEach(inArea);
  for (const placed of page.marginBoxes) boxes.add(placed, ON_SHEET);
  return {
    number: page.index + 1,
    width: round(page.width),
    height: round(page.height),
    area: rectangle(area.x, area.y, area, ON_SHEET),
    boxes: boxes.found,
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
}

/** Receives the lines and fonts found; null where they aren't needed. */
type Contents = { readonly [K in keyof OwnContents]: OwnContents[K] | null };
const NOWHERE: Contents = { lines: null, fonts: null };

function noteFont({ fonts }: Contents, family: string): void {
  if (fonts !== null && !fonts.includes(family)) fonts.push(family);
}

const UNMOVED = { dx: 0, dy: 0 };

/** Collects the boxes of one page. */
class BoxList {
  readonly found: LaidOutBox[] = [];
  private readonly selectors: Selectors;
  private readonly select: Select;
  private readonly note: ((fragment: BoxFragment, place: Rectangle) => void) | null;
  private path = new FragmentPath();
  private origin = ON_SHEET;

  constructor(selectors: Selectors, select: Select, note: ((fragment: BoxFragment, place: Rectangle) => void) | null) {
    this.selectors = selectors;
    this.select = select;
    this.note = note;
  }

  add({ fragment, x, y }: PlacedFragment, on: Origin): void {
    this.path = new FragmentPath();
    this.origin = on;
    this.visit(fragment, x, y, 0, NOWHERE);
  }

  private visit(fragment: Fragment, x: LU, y: LU, depth: number, around: Contents): void {
    this.selectors.budget.tick();
    if (fragment.type === 'text') return noteFont(around, fragment.run.face.family);
    let inside = around;
    let innerDepth = depth;
    if (fragment.type === 'line') around.lines?.push(describeLine(fragment, x, y, this.origin));
    else if (fragment.box.element !== null && fragment.box.pseudo === null) {
      const { element } = fragment.box;
      if (this.isSelected(element)) {
        const own = { lines: [], fonts: [] };
        const place = rectangle(x, y, fragment, this.origin);
        this.found.push(this.describe(fragment, element, place, depth, own));
        this.note?.(fragment, place);
        inside = own;
        innerDepth++;
      } else {
        // Lines of boxes that aren't listed belong to the enclosing box, but their text isn't its own.
        inside = { lines: around.lines, fonts: null };
      }
    }
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
    return this.select === null || this.select(element);
  }

  private describe(
    fragment: BoxFragment,
    element: Element,
    place: Rectangle,
    depth: number,
    { lines, fonts }: OwnContents,
  ): LaidOutBox {
    const { style, flags, box } = fragment;
    return {
      selector: this.selectors.of(element),
      tag: element.tag,
      line: element.position?.line ?? null,
      column: element.position?.column ?? null,
      depth,
      ...place,
      font: fontText((style ?? box.style).font),
      usedFonts: fonts,
      look: lookOf(fragment, element),
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

function fontText({ fontStyle, fontWeight, fontSize, fontFamily }: FontStyle): string {
  const words = [
    fontStyle.type === 'normal' ? '' : fontStyle.type,
    fontWeight === 400 ? '' : fontWeight === 700 ? 'bold' : String(fontWeight),
    `${round(fontSize)}px`,
    fontFamily[0]?.name ?? '',
  ];
  return words.filter((word) => word !== '').join(' ');
}

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
