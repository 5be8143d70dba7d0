/** Properties that CSS defines and this engine ignores, each with the reason that a diagnostic gives. */

const REASONS: Readonly<Record<string, string>> = {
  'paper does not move': '',
};

export const unsupportedProperties: ReadonlyMap<string, string> = new Map(Object.entries(REASONS));
