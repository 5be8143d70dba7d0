import { type Box, BoxKind } from '../boxes/box.ts';
import {
  type BoxFragment,
  type Fragment,
  FragmentFlag,
  type GapRule,
  type LineFragment,
} from '../layout/contract/fragment.ts';
import type { Page } from '../pages/page.ts';
import { LU_PER_PX, type LU, luFromPx } from '../units.ts';

const KIND_NAMES = new Map<number, string>(Object.entries(BoxKind).map(([name, kind]) => [kind, name]));

/** Formats in px with at most two decimals, without trailing zeros. */
export function formatLu(lu: LU): string {
  return String(Math.round((lu * 100) / LU_PER_PX) / 100);
}

/** Returns `<p#intro.lead>::before`, or `(anonymous)`. */
function boxLabel(box: Box): string {
  const element = box.element;
  const name = element
    ? `<${element.tag}${element.id ? `#${element.id}` : ''}${element.classes.map((name) => `.${name}`).join('')}>`
    : '(anonymous)';
  return box.pseudo ? `${name}::${box.pseudo}` : name;
}

/** Returns `Block <p>`, `Inline <em>`, ... */
export function boxTitle(box: Box): string {
  return `${KIND_NAMES.get(box.kind) ?? box.kind} ${boxLabel(box)}`;
}

/**
 * Dumps all pages with their areas, one line per fragment, indented by depth. Offsets are relative to the parent, sizes
 * are the border box's, in CSS px.
 */
export function dumpPages(pages: readonly Page[], select: ((box: Box) => boolean) | null = null): string {
  const lines: string[] = [];
  for (const page of pages) {
    const { area } = page;
    const notes = [
      page.name && `name ${page.name}`,
      page.blank && 'blank',
      page.scale !== 1 && `scale ${page.scale.toFixed(4)}`,
    ];
    lines.push(
      `page ${page.index + 1} (${page.side})  ${round(page.width)}x${round(page.height)}  area ${formatLu(area.x)},${formatLu(area.y)} ` +
        [`${formatLu(area.width)}x${formatLu(area.height)}`, ...notes.filter(Boolean)].join('  '),
    );
    if (page.root) write(page.root.fragment, page.root.x, page.root.y, 1, lines, select);
    for (const placed of page.positioned) write(placed.fragment, placed.x, placed.y, 1, lines, select);
    for (const placed of page.floats) write(placed.fragment, placed.x, placed.y, 1, lines, select);
    for (const placed of page.footnotes) write(placed.fragment, placed.x, placed.y, 1, lines, select);
    for (const placed of page.marginNotes) write(placed.fragment, placed.x, placed.y, 1, lines, select);
    for (const placed of page.marginBoxes) write(placed.fragment, placed.x, placed.y, 1, lines, select);
  }
  return lines.join('\n');
}

function round(px: number): number {
  return Math.round(px * 100) / 100;
}

function write(
  fragment: Fragment,
  x: LU,
  y: LU,
  depth: number,
  lines: string[],
  select: ((box: Box) => boolean) | null,
): void {
  if (select !== null && !(fragment.type === 'box' && select(fragment.box))) {
    if (fragment.type !== 'text') writeChildren(fragment, depth, lines, select);
    return;
  }
  const indent = '  '.repeat(depth);
  if (fragment.type === 'text') {
    const { run } = fragment;
    lines.push(
      `${indent}text x${formatLu(x)} y${formatLu(y)} w${formatLu(fragment.width)} glyphs ${run.glyphIds.length} ${run.face.key}`,
    );
    return;
  }
  lines.push(indent + (fragment.type === 'line' ? lineTitle(fragment, x, y) : blockTitle(fragment, x, y)));
  if (fragment.type === 'box')
    for (const rule of fragment.extra?.gapRules ?? []) lines.push(`${indent}  ${gapRuleTitle(rule)}`);
  // The contents of a selected box are shown in full.
  writeChildren(fragment, depth + 1, lines, null);
}

function writeChildren(
  fragment: BoxFragment | LineFragment,
  depth: number,
  lines: string[],
  select: ((box: Box) => boolean) | null,
): void {
  fragment.children.forEach((child, i) => {
    write(child, fragment.offsets[2 * i]!, fragment.offsets[2 * i + 1]!, depth, lines, select);
  });
}

function blockTitle(fragment: BoxFragment, x: LU, y: LU): string {
  const notes: string[] = [];
  if (fragment.flags & FragmentFlag.BreaksBefore) notes.push('continued');
  if (fragment.flags & FragmentFlag.BreaksAfter) notes.push('continues');
  if (fragment.flags & FragmentFlag.Repeated) notes.push('repeated');
  if (fragment.breakToken) notes.push(`break ${fragment.breakToken}`);
  const note = notes.length ? `  [${notes.join(', ')}]` : '';
  return `${boxTitle(fragment.box)}  x${formatLu(x)} y${formatLu(y)}  w${formatLu(fragment.width)} h${formatLu(fragment.height)}${note}`;
}

/** Describes the rectangle of a gap decoration before snapping. */
function gapRuleTitle({ x, y, length, horizontal, width, style }: GapRule): string {
  const half = luFromPx(width / 2);
  const [left, top] = horizontal ? [x, y - half] : [x - half, y];
  const size = horizontal ? `w${formatLu(length)} h${width}` : `w${width} h${formatLu(length)}`;
  return `rule x${formatLu(left)} y${formatLu(top)}  ${size}  ${style}`;
}

function lineTitle(line: LineFragment, x: LU, y: LU): string {
  const text = textOf(line).trim();
  return `line x${formatLu(x)} y${formatLu(y)} w${formatLu(line.width)} h${formatLu(line.height)} base${formatLu(line.baseline)}${text ? ` "${text}"` : ''}`;
}

/** Returns the line's text in visual order of its fragments, as displayed. */
export function textOf(fragment: Fragment): string {
  if (fragment.type === 'text')
    return fragment.replacementText ?? paragraphText(fragment.box).slice(fragment.run.start, fragment.run.end);
  return fragment.children.map(textOf).join('');
}

function paragraphText(box: Box): string {
  for (let at: Box | null = box; at; at = at.parent) if (at.inline) return at.inline.text;
  return '';
}
