/** The values of `mathvariant` (MathML 3 §3.2.2) that choose letters from Unicode's mathematical alphabets. */
export const MATH_VARIANTS = [
  'bold',
  'italic',
  'bold-italic',
  'double-struck',
  'bold-fraktur',
  'script',
  'bold-script',
  'fraktur',
  'sans-serif',
  'bold-sans-serif',
  'sans-serif-italic',
  'sans-serif-bold-italic',
  'monospace',
  'initial',
  'tailed',
  'looped',
  'stretched',
] as const;

export type MathVariant = (typeof MATH_VARIANTS)[number];

/** The internal `text-transform` values for them. Authors can't use them: MathML Core removed the property values. */
export const VARIANT_TRANSFORMS: ReadonlyMap<string, MathVariant> = new Map(
  MATH_VARIANTS.map((variant) => [`-internal-math-${variant}`, variant]),
);
