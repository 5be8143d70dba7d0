/** Adjusts `display` and `float` for position, float and the parent's layout (css-display-3 §2.7, css2 §9.7). */
import { type BoxStyle, ComputedStyle } from '../css/computed-style.ts';
import type { Display } from '../css/computed-values.ts';
import { display } from '../css/values/display.ts';

/** Returns the block-level equivalent. */
function blockify(value: Display): Display {
  switch (value.outside) {
    case 'inline':
      // An inline-block becomes a plain block container (css-display-3 §2.7).
      return display('block', value.inside === 'flow-root' ? 'flow' : value.inside, value.listItem);
    case 'internal':
      return display('block', 'flow', value.listItem);
    default:
      return value;
  }
}

const isOutOfFlow = (position: BoxStyle['position']): boolean => position === 'absolute' || position === 'fixed';

/** Adjusts a style. `container`: the nearest ancestor with a box, if it is a flex or grid container. */
export function adjustDisplay(style: ComputedStyle, isRoot: boolean, container: ComputedStyle | null): ComputedStyle {
  const { box } = style;
  const { display: computed } = box;
  // Old flexboxes (2009) lay out their inline-level children in lines.
  const inLine = container?.box.oldFlexbox === true && computed.outside === 'inline' && box.float === 'none';
  const inContainer = container !== null && !inLine;
  if (computed.outside === 'none') return style;
  const outOfFlow = isOutOfFlow(box.position);
  const floats = box.float !== 'none' && !outOfFlow && !inContainer;
  let adjusted = computed;
  if (isRoot && computed.outside === 'contents') adjusted = display('block', 'flow');
  else if ((isRoot || outOfFlow || floats || inContainer) && computed.outside !== 'contents')
    adjusted = blockify(computed);
  const float = outOfFlow || inContainer ? 'none' : box.float;
  if (adjusted === computed && float === box.float) return style;
  return withBox(style, {
    ...box,
    display: adjusted,
    float,
    wasInlineLevel: outOfFlow && computed.outside === 'inline',
  });
}

export function withBox(style: ComputedStyle, box: BoxStyle): ComputedStyle {
  return style.with(style.id, { box });
}
