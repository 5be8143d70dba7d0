/**
 * Summarizes a layout for the context of a model, for `inspect_layout`. It runs in the worker, so that only the summary
 * is transferred.
 */
import type { Diagnostic, DocumentLayout, LaidOutBox, LaidOutPage, PageBreak } from '../../engine/index.ts';

/** The content to describe: an outline of all pages, or boxes filtered by page, selector or both. */
export interface LayoutQuestion {
  readonly selector: string | null;
  /** 1-based. null: all pages. */
  readonly page: number | null;
}

/** Limits that save the model's context. */
const MOST_BOXES = 150;
const MOST_CHARACTERS = 16_000;
/** Limit per page in an outline. */
const MOST_OUTLINE = 12;
const MOST_PROBLEMS = 10;
const MOST_FONTS = 5;
const MOST_TEXT = 80;
/** Tolerance for overflow of the sheet, in px, because positions are rounded. */
const EDGE_TOLERANCE = 1;

/** An element's box, with the lines of its anonymous boxes. */
interface Listed {
  readonly box: LaidOutBox;
  /** Depth among the listed boxes. */
  readonly depth: number;
  readonly texts: string[];
  lineCount: number;
}

/** Describes a layout in about `MOST_CHARACTERS` characters, plus a few closing lines. */
export function summariseLayout({ pages, diagnostics }: DocumentLayout, question: LayoutQuestion): string {
  const { selector, page } = question;
  const isOutline = selector === null && page === null;
  const text = new BoundedText();
  text.add(`${counted(pages.length, 'page')}.`);
  const asked = page === null ? pages : pages.filter(({ number }) => number === page);
  let boxes = 0;
  for (const one of asked) boxes += describePage(text, one, isOutline);
  if (boxes === 0 && text.leftOut === 0 && selector !== null)
    text.add(`No box on ${page === null ? 'any page' : `page ${page}`} matches ${cut(selector)}.`);
  if (isOutline) describeProblems(text, pages, diagnostics);
  if (text.leftOut > 0) text.end(`${text.leftOut} more boxes are not listed. Use a narrower selector, or pass page.`);
  else if (isOutline) text.end('To list all boxes of a page, pass page. To list some elements, pass selector.');
  return text.toString();
}

/** Adds a page. Returns the number of matching boxes. */
function describePage(
  text: BoundedText,
  { number, width, height, area, boxes, break: pageBreak }: LaidOutPage,
  isOutline: boolean,
): number {
  const listed = oneForEach(boxes);
  const count = isOutline ? `: ${counted(listed.length, 'box', 'boxes')}` : '';
  text.add(`Page ${number}, ${width} x ${height} px, area ${size(area)} at ${area.x},${area.y}${count}`);
  const shown = isOutline ? listed.filter(isInOutline).slice(0, MOST_OUTLINE) : listed;
  for (const one of shown) text.addBox(boxInWords(one, isOutline));
  if (pageBreak) text.add(`  ${breakInWords(pageBreak)}`);
  return listed.length;
}

/** Returns whether a box belongs to the outline: children of the body, and all headings. */
const isInOutline = ({ box, depth }: Listed): boolean => depth === 2 || /^h[1-6]$/.test(box.tag);

function boxInWords({ box, depth, texts, lineCount }: Listed, isOutline: boolean): string {
  const { selector, x, y, font, usedFonts } = box;
  const indent = '  '.repeat(isOutline ? 1 : Math.min(depth, 20) + 1);
  const place = `${indent}${cut(selector)} at ${x},${y} ${size(box)}`;
  if (texts[0] === undefined) return place;
  const fonts = isOutline ? '' : ` ${cut(font)}${drawnIn(font, usedFonts.slice(0, MOST_FONTS))}`;
  const more = lineCount > 1 ? ` and ${counted(lineCount - 1, 'line')} more` : '';
  return `${place}${fonts} ${JSON.stringify(texts[0])}${more}`;
}

function describeProblems(text: BoundedText, pages: readonly LaidOutPage[], diagnostics: readonly Diagnostic[]): void {
  const problems = [
    ...pages.flatMap((page) => page.boxes.flatMap((box) => overEdge(page, box))),
    ...diagnostics.filter(({ severity }) => severity !== 'info').map(({ message }) => cut(message, 200)),
  ];
  if (problems.length === 0) return;
  text.add('Problems:');
  for (const problem of problems.slice(0, MOST_PROBLEMS)) text.add(`  ${problem}`);
  if (problems.length > MOST_PROBLEMS) text.add(`  ${problems.length - MOST_PROBLEMS} more problems are not listed.`);
}

/** Reports the edges of the sheet that a box crosses. The part outside is invisible. */
function overEdge({ number, width, height }: LaidOutPage, box: LaidOutBox): string[] {
  const over: readonly (readonly [string, number])[] = [
    ['left', -box.x],
    ['top', -box.y],
    ['right', box.x + box.width - width],
    ['bottom', box.y + box.height - height],
  ];
  return over
    .filter(([, by]) => by > EDGE_TOLERANCE)
    .map(
      ([side, by]) => `${cut(box.selector)} extends ${Math.round(by)} px beyond the ${side} edge of page ${number}.`,
    );
}

/** Returns one box per element. Inner boxes of the same element only contribute their lines. */
function oneForEach(boxes: readonly LaidOutBox[]): Listed[] {
  const found: Listed[] = [];
  /** The ancestors, outermost first. `own`: whether the box itself is listed. */
  const open: { readonly depth: number; readonly listed: Listed; readonly own: boolean }[] = [];
  for (const box of boxes) {
    while (open.length > 0 && open.at(-1)!.depth >= box.depth) open.pop();
    const around = open.at(-1)?.listed;
    const first = box.lines[0];
    if (around?.box.selector === box.selector) {
      if (first !== undefined && around.texts.length === 0) around.texts.push(cut(first.text));
      around.lineCount += box.lines.length;
      open.push({ depth: box.depth, listed: around, own: false });
      continue;
    }
    const depth = open.filter(({ own }) => own).length;
    const listed: Listed = {
      box,
      depth,
      texts: first === undefined ? [] : [cut(first.text)],
      lineCount: box.lines.length,
    };
    found.push(listed);
    open.push({ depth: box.depth, listed, own: true });
  }
  return found;
}

/** Collects lines up to a limit. After the first box without room none is added, because a gap would be misleading. */
class BoundedText {
  leftOut = 0;
  private readonly lines: string[] = [];
  private boxes = MOST_BOXES;
  private characters = MOST_CHARACTERS;
  private linesLeftOut = 0;

  add(line: string): void {
    if (this.characters < line.length) this.linesLeftOut++;
    else this.push(line);
  }

  addBox(line: string): void {
    if (this.boxes === 0 || this.characters < line.length) {
      this.boxes = 0;
      this.leftOut++;
      return;
    }
    this.boxes--;
    this.push(line);
  }

  /** Adds a closing line, regardless of the limit. */
  end(line: string): void {
    if (this.linesLeftOut > 0) this.lines.push(`${counted(this.linesLeftOut, 'more line')} left out.`);
    this.lines.push(line);
  }

  toString(): string {
    return this.lines.join('\n');
  }

  private push(line: string): void {
    this.characters -= line.length;
    this.lines.push(line);
  }
}

const size = ({ width, height }: { readonly width: number; readonly height: number }): string => `${width} x ${height}`;

const cut = (text: string, most = MOST_TEXT): string => (text.length > most ? `${text.slice(0, most)}…` : text);

const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

const GENERIC = / (?:serif|sans-serif|monospace|cursive|fantasy|math|system-ui|ui-[a-z-]+)$/;

/** Names the font in use if it isn't the first requested family. */
const drawnIn = (font: string, [first, ...more]: readonly string[]): string =>
  first === undefined || GENERIC.test(font) || (more.length === 0 && font.endsWith(` ${first}`))
    ? ''
    : ` (drawn in ${cut([first, ...more].join(', '))})`;

function breakInWords({ kind, at, before }: PageBreak): string {
  const why = kind === 'forced' ? 'forced' : 'the page is full';
  return at === null
    ? `The next page begins: ${why}.`
    : `The next page begins ${before ? 'before' : 'inside'} ${cut(at)}: ${why}.`;
}
