import { type Box, BoxFlag } from '../boxes/box.ts';
import { InlineItemKind } from '../text/inline-content.ts';
import { boxTitle } from './dump-fragments.ts';

const SHOWN_FLAGS = [
  'Anonymous',
  'OutOfFlow',
  'Float',
  'NewFormattingContext',
  'AtomicInline',
  'FlexItem',
  'GridItem',
  'ContinuesBefore',
  'ContinuesAfter',
  'HasForcedBreak',
] as const;

/** Dumps the box tree, one line per box, with inline content as its items. */
export function dumpBoxes(root: Box, select: ((box: Box) => boolean) | null = null): string {
  const lines: string[] = [];
  write(root, 0, lines, select);
  return lines.join('\n');
}

function write(box: Box, depth: number, lines: string[], select: ((box: Box) => boolean) | null): void {
  if (select && !select(box)) {
    for (const inner of innerBoxes(box)) write(inner, depth, lines, select);
    return;
  }
  const indent = '  '.repeat(depth);
  lines.push(indent + title(box));
  if (box.marker) write(box.marker, depth + 1, lines, null);
  if (box.data?.type === 'table') for (const column of box.data.columns) write(column, depth + 1, lines, null);
  if (box.inline) writeItems(box, depth + 1, lines);
  for (const child of box.children) write(child, depth + 1, lines, null);
}

function title(box: Box): string {
  const flags = SHOWN_FLAGS.filter((name) => box.has(BoxFlag[name]));
  const facts = factsOf(box);
  return `${boxTitle(box)} #${box.index}${facts}${flags.length ? ` [${flags.join(' ')}]` : ''}`;
}

/** Describes a box's data if it is unusual. */
function factsOf({ data }: Box): string {
  switch (data?.type) {
    case 'replaced':
      return ` ${data.content} ${data.intrinsicWidth ?? 'auto'}x${data.intrinsicHeight ?? 'auto'}`;
    case 'cell':
      return data.columnSpan === 1 && data.rowSpan === 1 ? '' : ` spans ${data.columnSpan}x${data.rowSpan}`;
    case 'column':
      return data.span === 1 ? '' : ` span ${data.span}`;
    case 'ruby':
      return ` ruby ${data.part}`;
    case 'marker':
      return data.shape === null ? '' : ` ${data.shape}`;
    default:
      return '';
  }
}

function innerBoxes(box: Box): Box[] {
  const inner = [...box.children];
  for (const item of box.inline?.items ?? [])
    if (item.kind !== InlineItemKind.Text && item.kind !== InlineItemKind.Close && item.kind !== InlineItemKind.Break)
      inner.push(item.box);
  return inner;
}

function writeItems(container: Box, depth: number, lines: string[]): void {
  let level = depth;
  for (const item of container.inline?.items ?? []) {
    const indent = '  '.repeat(level);
    switch (item.kind) {
      case InlineItemKind.Text:
        lines.push(indent + JSON.stringify(container.inline?.text.slice(item.start, item.end)));
        break;
      case InlineItemKind.Open:
        lines.push(indent + title(item.box));
        level++;
        break;
      case InlineItemKind.Close:
        level--;
        break;
      case InlineItemKind.Break:
        lines.push(`${indent}break`);
        break;
      default:
        write(item.box, level, lines, null);
    }
  }
}
