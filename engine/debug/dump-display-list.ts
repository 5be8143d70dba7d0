/** Prints display lists, one indented line per command, such as `fillRect 8 8 100 20 #ff0000`. */
import {
  closerOf,
  type Command,
  type DisplayList,
  isCloser,
  type PageOutput,
  type Path,
  type SheetTrim,
} from '../paint/display-list.ts';
import { colorText } from './color-text.ts';

/** Formats a number with at most three decimals. */
function num(n: number): string {
  const rounded = Math.round(n * 1000) / 1000;
  return Object.is(rounded, -0) ? '0' : String(rounded);
}

const nums = (...values: number[]): string => values.map(num).join(' ');

const LETTERS = ['M', 'L', 'C', 'Z'];

export function pathText(path: Path): string {
  const out: string[] = [];
  for (let i = 0; i < path.length;) {
    const op = path[i++];
    const count = op === 3 ? 0 : op === 2 ? 6 : 2;
    out.push([LETTERS[op!], ...path.slice(i, i + count).map(num)].join(' '));
    i += count;
  }
  return out.join(' ');
}

/** Returns the arguments of a command in readable form. */
function argumentsOf(c: Command): readonly string[] {
  switch (c.type) {
    case 'transform':
      return [nums(...c.matrix)];
    case 'clipRect':
      return [nums(c.x, c.y, c.width, c.height)];
    case 'clipPath':
      return [pathText(c.path), c.evenOdd ? 'evenodd' : ''];
    case 'fillRect':
      return [nums(c.x, c.y, c.width, c.height), colorText(c.color)];
    case 'fillPath':
      return [pathText(c.path), c.evenOdd ? 'evenodd' : 'nonzero', colorText(c.color)];
    case 'strokePath': {
      const { width, dash } = c.stroke;
      const dashes = dash.length > 0 ? `dash ${nums(...dash)}` : '';
      return [pathText(c.path), `width ${num(width)}`, dashes, colorText(c.color)];
    }
    case 'fillGradient': {
      const { type, geometry, repeating, stops } = c.gradient;
      const colors = stops.map(({ offset, color }) => `${num(offset)} ${colorText(color)}`).join(', ');
      const rule = c.evenOdd ? 'evenodd' : 'nonzero';
      return [pathText(c.path), rule, repeating ? 'repeating' : '', type, nums(...geometry), `[${colors}]`];
    }
    case 'fillPattern': {
      const { x, y, width, height, stepX, stepY } = c.cell;
      return [pathText(c.path), nums(x, y, width, height, stepX, stepY)];
    }
    case 'drawGlyphs': {
      const { run, x, y, text } = c.placement;
      const font = `${run.face.key} ${num(run.fontSize)}px`;
      const stroke = c.stroke === null ? '' : `stroke ${num(c.stroke.width)}`;
      return [nums(x, y), font, colorText(c.color), stroke, JSON.stringify(text)];
    }
    case 'drawImage':
      return [nums(c.x, c.y, c.width, c.height), c.image.data.type, c.smooth ? '' : 'pixelated'];
    case 'beginGroup':
      return [num(c.opacity), c.blend, c.isolated ? 'isolated' : ''];
    case 'beginContentLayer':
      return [JSON.stringify(c.layer.name), c.layer.medium ?? '', c.layer.isHidden ? 'hidden' : ''];
    case 'link':
      return [nums(c.x, c.y, c.width, c.height), 'url' in c.target ? c.target.url : `#${c.target.destination}`];
    case 'comment':
      return [c.comment.style, nums(c.x, c.y, c.width, c.height), JSON.stringify(c.comment.text)];
    case 'destination':
      return [c.name, nums(c.x, c.y)];
    case 'bookmark': {
      const { level, title, x, y, open } = c.bookmark;
      return [`h${level}`, JSON.stringify(title), nums(x, y), open ? '' : 'closed'];
    }
    case 'field': {
      const { field, look } = c;
      return [field.content.type, field.path.join('.'), nums(look.x, look.y, look.width, look.height)];
    }
    case 'beginTag':
      return [`#${c.structure}`];
    case 'beginArtifact':
      return [c.kind === 'layout' ? '' : c.kind];
    default:
      return [];
  }
}

/** Collects the text of pages. */
export class PageDump implements PageOutput {
  private readonly lines: string[] = [];
  private depth = 0;

  private add(name: string, ...parts: readonly string[]): void {
    const words = [name, ...parts].filter((part) => part !== '').join(' ');
    this.lines.push('  '.repeat(this.depth) + words);
  }

  private nest(name: string, parts: readonly string[], content: DisplayList, end: string): void {
    this.add(name, ...parts);
    this.depth++;
    this.draw(content);
    this.depth--;
    this.add(end);
  }

  beginPage(width: number, height: number, trim: SheetTrim | null = null): void {
    this.add('beginPage', nums(width, height), trim === null ? '' : `trim ${nums(trim.page, trim.bleed)}`);
    this.depth++;
  }

  draw(list: DisplayList): void {
    for (const command of list) this.command(command);
  }

  private command(command: Command): void {
    const parts = argumentsOf(command);
    switch (command.type) {
      case 'shadow':
      case 'backdrop':
        return this.draw(command.content);
      case 'fillPattern':
        return this.nest('fillPattern', parts, command.content, 'endPattern');
      case 'field':
        return this.nest('field', parts, command.shown, 'endField');
      case 'beginMask': {
        const { x, y, width, height } = command.bounds;
        this.nest('mask', [command.kind, nums(x, y, width, height)], command.content, 'endMaskImage');
      }
    }
    if (isCloser(command)) this.depth--;
    this.add(command.type, ...parts);
    if (closerOf(command) !== null) this.depth++;
  }

  endPage(): void {
    this.depth--;
    this.add('endPage');
  }

  leavePage(id: number): void {
    this.depth--;
    this.add(`leavePage ${id}`);
  }

  returnToPage(id: number): void {
    this.add('returnToPage', num(id));
    this.depth++;
  }

  /** Returns one indented line per command. */
  toString(): string {
    return this.lines.join('\n');
  }
}
