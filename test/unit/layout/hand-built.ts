/** Builds boxes by hand, for layout tests without parser, cascade and fonts. */
import { Box, BoxFlag, BoxKind, PROPAGATED_FLAGS } from '../../../engine/boxes/box.ts';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import type { BoxStyle, RareStyle } from '../../../engine/css/computed-style.ts';
import { Length } from '../../../engine/css/length.ts';
import { initialStyle } from '../../../engine/css/properties/registry.ts';
import { Diagnostics } from '../../../engine/diagnostics.ts';
import type { BlockBreakToken } from '../../../engine/layout/contract/break-token.ts';
import type { LayoutContext, TextServices } from '../../../engine/layout/contract/contract.ts';
import type { BoxFragment } from '../../../engine/layout/contract/fragment.ts';
import { layoutFragmentainer } from '../../../engine/layout/fragmentation/fragmentainer.ts';
import { createLayoutContext } from '../../../engine/layout/layout-node.ts';
import { LU_PER_PX } from '../../../engine/units.ts';
import type { LayoutResult } from '../../../engine/layout/contract/layout-result.ts';

let nextId = 1000;

export const px = (value: number): Length => Length.px(value);

const FORCED = new Set(['page', 'left', 'right', 'recto', 'verso', 'column', 'always', 'all']);

type Props = Partial<BoxStyle> & { name?: string; margin?: readonly [number, number]; rare?: Partial<RareStyle> };

/** Returns a block container with these properties. */
export function block(props: Props, children: readonly Box[] = [], kind: BoxKind = BoxKind.Block): Box {
  const base = initialStyle();
  const { name, margin, rare, ...own } = props;
  const sides = margin ? { marginTop: px(margin[0]), marginBottom: px(margin[1]) } : {};
  const style = base.with(nextId++, {
    box: { ...base.box, ...sides, ...own },
    rare: { ...base.rare, ...rare },
  });
  const box = new Box(kind, style, null, name ?? null);
  if (own.float && own.float !== 'none') box.flags |= BoxFlag.Float | BoxFlag.HasFloat | BoxFlag.NewFormattingContext;
  if (own.position === 'absolute' || own.position === 'fixed')
    box.flags |= BoxFlag.OutOfFlow | BoxFlag.NewFormattingContext;
  if (own.position && own.position !== 'static') box.flags |= BoxFlag.AbsoluteContainer;
  if (own.overflowX === 'hidden') box.flags |= BoxFlag.NewFormattingContext;
  if (FORCED.has(own.breakBefore ?? '') || FORCED.has(own.breakAfter ?? '')) box.flags |= BoxFlag.HasForcedBreak;
  if (own.breakInside || own.breakBefore || own.breakAfter) box.flags |= BoxFlag.HasBreakAvoid;
  if (rare?.columnSpan === 'all') box.flags |= BoxFlag.Spanner;
  if (own.page) box.flags |= BoxFlag.HasNamedPage;
  for (const child of children) {
    child.parent = box;
    box.append(child);
    box.flags |= child.flags & PROPAGATED_FLAGS;
  }
  return box;
}

/** Returns the root of a document, with boxes numbered. */
export function root(children: readonly Box[], props: Props = {}): Box {
  const box = block({ name: 'root', ...props }, children);
  box.flags |= BoxFlag.Root | BoxFlag.NewFormattingContext;
  let index = 0;
  const number = (b: Box): void => {
    b.index = index++;
    b.children.forEach(number);
  };
  number(box);
  return box;
}

const NO_TEXT: TextServices = {
  paragraph: () => {
    throw new Error('no text here');
  },
  metrics: () => ({
    ascent: 14,
    descent: 3,
    emAscent: 13,
    emDescent: 3,
    lineGap: 1,
    xHeight: 7,
    capHeight: 10,
    zeroAdvance: 8,
    icAdvance: 16,
    averageAdvance: 8,
    boundsWidth: 16,
    spaceAdvance: 4,
  }),
  primaryFace: () => {
    throw new Error('no text here');
  },
  shape: () => {
    throw new Error('no text here');
  },
  emAscent: () => 13,
  runMetrics: () => {
    throw new Error('no text here');
  },
};

export function context(width = 400, height = 300): LayoutContext {
  return createLayoutContext({
    budget: new Budget(DEFAULT_LIMITS),
    diagnostics: new Diagnostics(),
    text: NO_TEXT,
    initialWidth: width * LU_PER_PX,
    initialHeight: height * LU_PER_PX,
    quirks: false,
    lineHeightQuirk: false,
  });
}

/** Returns the named boxes of each page as `name x,y wxh` (px, absolute). */
export function pages(rootBox: Box, width = 400, height = 300): string[][] {
  const result: string[][] = [];
  const ctx = context(width, height);
  let token: BlockBreakToken | null = null;
  for (let i = 0; i < 50; i++) {
    const page: LayoutResult = layoutFragmentainer(ctx, rootBox, width * LU_PER_PX, height * LU_PER_PX, 0, token);
    result.push(describe(page.fragment));
    token = page.breakToken;
    if (token === null) return result;
  }
  throw new Error(`no end of pages: ${String(token)}`);
}

function describe(fragment: BoxFragment): string[] {
  const lines: string[] = [];
  const visit = (f: BoxFragment, x: number, y: number): void => {
    if (f.box.pseudo !== null && f.box.pseudo !== 'root') {
      lines.push(`${f.box.pseudo} ${x / 64},${y / 64} ${f.width / 64}x${f.height / 64}`);
    }
    f.children.forEach((child, i) => {
      if (child.type === 'box') visit(child, x + f.offsets[i * 2]!, y + f.offsets[i * 2 + 1]!);
    });
  };
  visit(fragment, 0, 0);
  return lines;
}
