/** Determines how list items are labeled. */
import type { Box } from '../boxes/box.ts';
import type { Element } from '../document/node.ts';
import type { StructureFacts } from './structure.ts';

/** Maps counter styles to `ListNumbering` (ISO 32000-1 table 347). */
const NUMBERINGS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    disc: 'Disc',
    circle: 'Circle',
    square: 'Square',
    decimal: 'Decimal',
    'decimal-leading-zero': 'Decimal',
    'lower-roman': 'LowerRoman',
    'upper-roman': 'UpperRoman',
    'lower-alpha': 'LowerAlpha',
    'lower-latin': 'LowerAlpha',
    'upper-alpha': 'UpperAlpha',
    'upper-latin': 'UpperAlpha',
  }),
);

/** How marker shapes are read aloud. */
const SHAPES: ReadonlyMap<string, StructureFacts> = new Map(
  Object.entries<string>({ disc: '•', circle: '◦', square: '▪' }).map(([shape, actualText]) => [shape, { actualText }]),
);

/** Returns the labeling of a list's items; `None` without labels. */
export function numberingOf(element: Element, box: Box | null): string {
  const style = box?.style.text.listStyleType ?? null;
  const named = style?.type === 'name' ? NUMBERINGS.get(style.name) : undefined;
  if (element.tag === 'dl') return 'Description';
  if (named !== undefined) return named;
  if (style === null) return 'None';
  return element.tag === 'ol' ? 'Decimal' : 'Disc';
}

/** Returns the text that replaces a drawn list marker, or null when the marker is text. */
export function markerFacts(marker: Box): StructureFacts | null {
  const shape = marker.data?.type === 'marker' ? marker.data.shape : null;
  return shape === null ? null : (SHAPES.get(shape) ?? null);
}
