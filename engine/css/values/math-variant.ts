/** MathML 3 §3.2.2: the values of `mathvariant` that choose letters of the mathematical alphabets of Unicode. */
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

/** The user agent's own values of `text-transform` for them: authors have none for it (MathML Core took them out). */
export const VARIANT_TRANSFORMS: ReadonlyMap<string, MathVariant> = new Map(
  MATH_VARIANTS.map((variant) => [`-internal-math-${variant}`, variant]),
);
