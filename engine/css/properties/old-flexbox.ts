/**
 * Maps `display: -webkit-box` and its properties, from the 2009 draft, to flexbox (compat.spec.whatwg.org,
 * css-overflow-4 §5.2).
 */
import type { Mutable } from '../../mutable.ts';
import type { BoxStyle, ComputedStyle } from '../computed-style.ts';
import type { Alignment } from '../computed-values.ts';
import { alignment } from '../values/alignment.ts';
import { display, DISPLAY_WEBKIT_BOX, DISPLAY_WEBKIT_INLINE_BOX } from '../values/display.ts';
import { parseInteger, parseNumber } from '../values/numeric.ts';
import { type Definition, keywords, table } from './definition.ts';

const compat = table('box', 'compat');

export const oldFlexboxProperties: readonly Definition[] = [
  compat('-webkit-box-orient', 'horizontal', (reader) => {
    const keyword = keywords('horizontal', 'vertical', 'inline-axis', 'block-axis')(reader);
    return keyword === 'inline-axis' ? 'horizontal' : keyword === 'block-axis' ? 'vertical' : keyword;
  }),
  compat('-webkit-box-direction', 'normal', keywords('normal', 'reverse')),
  compat('-webkit-box-pack', 'start', keywords('start', 'end', 'center', 'justify')),
  compat('-webkit-box-align', 'stretch', keywords('start', 'end', 'center', 'baseline', 'stretch')),
  compat('-webkit-box-flex', 0, (reader) => parseNumber(reader, 0)),
  compat('-webkit-box-ordinal-group', 1, (reader) => parseInteger(reader, 1)),
];

const PACK: Readonly<Record<BoxStyle['webkitBoxPack'], Alignment>> = {
  start: alignment('flex-start'),
  end: alignment('flex-end'),
  center: alignment('center'),
  justify: alignment('space-between'),
};

const ALIGN: Readonly<Record<BoxStyle['webkitBoxAlign'], Alignment>> = {
  start: alignment('flex-start'),
  end: alignment('flex-end'),
  center: alignment('center'),
  baseline: alignment('baseline'),
  stretch: alignment('stretch'),
};

const AUTOMATIC = alignment('auto');

/** Converts the old properties to the new ones. New properties have no effect on old flexboxes. */
export function finishOldFlexbox(box: Mutable<BoxStyle>, parent: ComputedStyle): void {
  if (parent.box.oldFlexbox) {
    box.flexGrow = box.flexShrink = box.webkitBoxFlex;
    // Anonymous items belong to the first group.
    box.order = box.webkitBoxOrdinalGroup - 1;
    box.alignSelf = AUTOMATIC;
  }
  if (box.display !== DISPLAY_WEBKIT_BOX && box.display !== DISPLAY_WEBKIT_INLINE_BOX) return;
  const outside = box.display === DISPLAY_WEBKIT_BOX ? 'block' : 'inline';
  const vertical = box.webkitBoxOrient === 'vertical';
  // The prefixed property applies to vertical old flexboxes only.
  if (vertical && box.continue === '-webkit-legacy') box.lineClamp = box.maxLines;
  if (vertical && box.lineClamp !== null) {
    box.display = display(outside, 'flow-root');
    return;
  }
  box.display = display(outside, 'flex');
  box.oldFlexbox = true;
  box.flexWrap = 'nowrap';
  const axis = vertical ? 'column' : 'row';
  box.flexDirection = box.webkitBoxDirection === 'reverse' ? `${axis}-reverse` : axis;
  box.justifyContent = PACK[box.webkitBoxPack];
  box.alignItems = ALIGN[box.webkitBoxAlign];
}
