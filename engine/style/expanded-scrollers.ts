/**
 * Expands scroll containers, because paper can't be scrolled (the option `overflow: 'expand'`): in the block
 * direction a container grows with its content, and in the inline direction its content shrinks to fit.
 */
import { type BoxStyle, ComputedStyle } from '../css/computed-style.ts';
import type { ContentFit } from '../css/computed-values.ts';
import { Length } from '../css/length.ts';
import { display } from '../css/values/display.ts';
import type { Element } from '../document/node.ts';

/** Content that is too wide shrinks to a tenth of its size at most. */
const SHRUNK: ContentFit = { isInline: true, isTracking: false, least: 0.1 };

const scrolls = (overflow: BoxStyle['overflowX']): boolean => overflow === 'auto' || overflow === 'scroll';

/** Returns the style without scrolling. The viewport of a page can't scroll either, so body and root are expanded even if they hide overflow. */
export function expandedScroller(style: ComputedStyle, element: Element): ComputedStyle {
  const { box, rare, text } = style;
  const isViewport = element.parent === null || (element.tag === 'body' && element.isHtml);
  const expands = (overflow: BoxStyle['overflowX']): boolean =>
    scrolls(overflow) || (isViewport && overflow === 'hidden');
  const vertical = text.writingMode !== 'horizontal-tb';
  const [block, inline] = vertical ? [box.overflowX, box.overflowY] : [box.overflowY, box.overflowX];
  if (!expands(block) && !scrolls(inline)) return style;
  if (!expands(block)) return style.with(style.id, { rare: { ...rare, pagewrightFit: SHRUNK } });
  // Content that shrinks to fit must not make the page shrink as well.
  const across = isViewport ? 'visible' : 'clip';
  const size = vertical
    ? { width: Length.AUTO, maxWidth: Length.NONE, minWidth: withoutZero(box.minWidth) }
    : { height: Length.AUTO, maxHeight: Length.NONE, minHeight: withoutZero(box.minHeight) };
  const inside =
    box.display.inside === 'flow' ? display(box.display.outside, 'flow-root', box.display.listItem) : box.display;
  const overflow = vertical ? { overflowX: 'visible', overflowY: across } : { overflowX: across, overflowY: 'visible' };
  return style.with(style.id, {
    box: { ...box, ...size, ...overflow, display: isViewport ? box.display : inside } as BoxStyle,
    rare: { ...rare, fieldSizing: 'content', pagewrightFit: scrolls(inline) ? SHRUNK : rare.pagewrightFit },
  });
}

/** A flex item that could shrink below its content because it scrolled becomes as large as its content. */
const withoutZero = (length: Length): Length => (length.isLength && length.resolvePx(0) === 0 ? Length.AUTO : length);
