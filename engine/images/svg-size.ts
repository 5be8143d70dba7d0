/** The intrinsic size of an SVG image (css-images-3 §5.1): from its root's attributes, without building it. */
export interface SvgSize {
  readonly width: number | null;
  readonly height: number | null;
  readonly ratio: number | null;
}

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
  em: 16,
  rem: 16,
  ex: 8,
};

/** A length attribute of an svg element in CSS px, font-relative units at 16 px; null: none, or a percentage. */
export function svgLength(value: string | null | undefined): number | null {
  const match = /^\s*\+?(\d*\.?\d+(?:e[+-]?\d+)?)([a-z]*)\s*$/i.exec(value ?? '');
  const unit = match ? UNITS[match[2].toLowerCase()] : undefined;
  return match && unit !== undefined ? Number(match[1]) * unit : null;
}

export function svgSize(markup: string): SvgSize {
  const tag = /<(?:\w+:)?svg\b((?:[^>"']|"[^"]*"|'[^']*')*)>/i.exec(markup)?.[1] ?? '';
  const attributes = new Map<string, string>();
  for (const match of tag.matchAll(/([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    attributes.set(match[1], match[2] ?? match[3]);
  const width = svgLength(attributes.get('width'));
  const height = svgLength(attributes.get('height'));
  const box = (attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const viewRatio = box.length === 4 && box[2] > 0 && box[3] > 0 ? box[2] / box[3] : null;
  const ratio = width && height ? width / height : attributes.get('preserveAspectRatio') === 'none' ? null : viewRatio;
  return { width, height, ratio };
}
