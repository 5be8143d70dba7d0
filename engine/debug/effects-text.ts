/** Writes filters, clip paths and masks as CSS text. */
import type { ComputedStyle } from '../css/computed-style.ts';
import type {
  BackgroundSize,
  BasicShape,
  ClipPath,
  FilterFunction,
  MaskLayer,
  Position,
} from '../css/computed-values.ts';
import { Length } from '../css/length.ts';
import { lengthText } from './computed-values.ts';
import { hashText, imageText, px, round, shadowsText, urlText } from './value-text.ts';

const length = (value: Length): string => lengthText(value) ?? 'calc()';
const extent = (value: Length | string): string => (value instanceof Length ? length(value) : value);
const point = ({ x, y }: Position): string => `${length(x)} ${length(y)}`;

/** Returns the value of `filter` or `backdrop-filter`; empty without one. */
export const filtersText = (filters: readonly FilterFunction[], style: ComputedStyle): string =>
  filters.map((one) => filterText(one, style)).join(' ');

function filterText(one: FilterFunction, style: ComputedStyle): string {
  switch (one.type) {
    case 'blur':
      return `blur(${px(one.px)})`;
    case 'drop-shadow':
      return `drop-shadow(${shadowsText([one.shadow], style)})`;
    case 'hue-rotate':
      return `hue-rotate(${round(one.degrees)}deg)`;
    case 'url':
      return `url(${urlText(one.url)})`;
    default:
      return `${one.type}(${round(one.amount)})`;
  }
}

/** Returns the value of `clip-path`; empty without one. */
export function clipPathText(clip: ClipPath | null): string {
  if (clip === null) return '';
  const url = clip.url === null ? '' : `url(${urlText(clip.url)})`;
  return [clip.shape === null ? '' : shapeText(clip.shape), clip.box ?? '', url]
    .filter((part) => part !== '')
    .join(' ');
}

function shapeText(shape: BasicShape): string {
  switch (shape.type) {
    case 'inset': {
      const sides = [shape.top, shape.right, shape.bottom, shape.left].map(length).join(' ');
      const radii = shape.radii?.map(({ x, y }) => point({ x, y })).join(', ');
      return `inset(${sides}${radii === undefined ? '' : ` round ${radii}`})`;
    }
    case 'circle':
      return `circle(${extent(shape.radius)}${placed(shape.position)})`;
    case 'ellipse':
      return `ellipse(${extent(shape.rx)} ${extent(shape.ry)}${placed(shape.position)})`;
    case 'polygon':
      return `polygon(${shape.evenOdd ? 'evenodd, ' : ''}${shape.points.map(point).join(', ')})`;
    case 'path':
      // Paths are long, and a shape() depends on the size of its box.
      return `path(${hashText(shape.dataFor?.(100, 100) ?? shape.d)})`;
  }
}

const placed = (position: Position | null): string => (position === null ? '' : ` at ${point(position)}`);

/** Returns the layers of `mask`; empty without an image. */
export function maskText(layers: readonly MaskLayer[], style: ComputedStyle): string {
  if (layers.every(({ image }) => image === null)) return '';
  return layers
    .map(({ image, position, size, repeatX, repeatY, mode, composite }) => {
      const parts = [
        image === null ? 'none' : imageText(image, style),
        `${point(position)} / ${sizeText(size)}`,
        repeatX === repeatY ? repeatX : `${repeatX} ${repeatY}`,
        mode === 'match-source' ? '' : mode,
        composite === 'add' ? '' : composite,
      ];
      return parts.filter((part) => part !== '').join(' ');
    })
    .join(', ');
}

const sizeText = (size: BackgroundSize): string =>
  typeof size === 'string' ? size : `${length(size.width)} ${length(size.height)}`;
