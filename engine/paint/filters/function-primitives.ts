/** Converts CSS filter functions to the SVG primitives that define them (filter-effects-1 §13). */
import { Color } from '../../css/color.ts';
import { type FilterFunction } from '../../css/computed-values.ts';
import { floodAttributes, num } from './markup.ts';

type PlainFunction = Exclude<FilterFunction, { readonly type: 'url' }>;

const SRGB = 'color-interpolation-filters="sRGB"';

const share = (amount: number): number => Math.min(1, Math.max(0, amount));

/**
 * Returns the markup of a function's single primitive. Its input is the previous result. `current` is `currentcolor`.
 */
export function functionPrimitive(filter: PlainFunction, current: Color): string {
  switch (filter.type) {
    case 'blur':
      return `<feGaussianBlur ${SRGB} stdDeviation="${num(Math.max(0, filter.px))}"/>`;
    case 'drop-shadow': {
      const { x, y, blur, color } = filter.shadow;
      const flood = floodAttributes(color === Color.CURRENT ? current : color);
      return `<feDropShadow ${SRGB} dx="${num(x)}" dy="${num(y)}" stdDeviation="${num(blur)}"${flood}/>`;
    }
    case 'hue-rotate':
      return `<feColorMatrix ${SRGB} type="hueRotate" values="${num(filter.degrees)}"/>`;
    case 'saturate':
      return `<feColorMatrix ${SRGB} type="saturate" values="${num(Math.max(0, filter.amount))}"/>`;
    case 'grayscale':
      return `<feColorMatrix ${SRGB} type="saturate" values="${num(1 - share(filter.amount))}"/>`;
    case 'sepia':
      return `<feColorMatrix ${SRGB} type="matrix" values="${sepia(1 - share(filter.amount))
        .map(num)
        .join(' ')}"/>`;
    case 'brightness':
      return transfer(Math.max(0, filter.amount), 0);
    case 'contrast': {
      const slope = Math.max(0, filter.amount);
      return transfer(slope, 0.5 - 0.5 * slope);
    }
    case 'invert':
      return transfer(1 - 2 * share(filter.amount), share(filter.amount));
    case 'opacity':
      return `<feComponentTransfer ${SRGB}><feFuncA type="linear" slope="${num(share(filter.amount))}"/></feComponentTransfer>`;
  }
}

function transfer(slope: number, intercept: number): string {
  const line = `type="linear" slope="${num(slope)}" intercept="${num(intercept)}"`;
  return `<feComponentTransfer ${SRGB}><feFuncR ${line}/><feFuncG ${line}/><feFuncB ${line}/></feComponentTransfer>`;
}

/** Returns the matrix of `sepia()` (filter-effects-1 §13.1). */
function sepia(s: number): number[] {
  const red = [0.393 + 0.607 * s, 0.769 - 0.769 * s, 0.189 - 0.189 * s];
  const green = [0.349 - 0.349 * s, 0.686 + 0.314 * s, 0.168 - 0.168 * s];
  const blue = [0.272 - 0.272 * s, 0.534 - 0.534 * s, 0.131 + 0.869 * s];
  return [...red, 0, 0, ...green, 0, 0, ...blue, 0, 0, 0, 0, 0, 1, 0];
}
