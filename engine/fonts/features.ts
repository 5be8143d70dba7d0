/** Determines the OpenType features of a style (css-fonts-4 §6 and §7.2), in order of precedence (§7.2). */
import type { FontStyle } from '../css/computed-style.ts';
import type { FontChoice } from './font-list.ts';
import type { Feature } from './shaping.ts';

const on = (tag: string): Feature => ({ tag, value: 1 });
const off = (tag: string): Feature => ({ tag, value: 0 });

const LIGATURES: ReadonlyMap<string, readonly Feature[]> = new Map([
  ['none', [off('liga'), off('clig'), off('dlig'), off('hlig'), off('calt')]],
  ['common-ligatures', [on('liga'), on('clig')]],
  ['no-common-ligatures', [off('liga'), off('clig')]],
  ['discretionary-ligatures', [on('dlig')]],
  ['no-discretionary-ligatures', [off('dlig')]],
  ['historical-ligatures', [on('hlig')]],
  ['no-historical-ligatures', [off('hlig')]],
  ['contextual', [on('calt')]],
  ['no-contextual', [off('calt')]],
]);

const NUMERIC: ReadonlyMap<string, string> = new Map([
  ['lining-nums', 'lnum'],
  ['oldstyle-nums', 'onum'],
  ['proportional-nums', 'pnum'],
  ['tabular-nums', 'tnum'],
  ['diagonal-fractions', 'frac'],
  ['stacked-fractions', 'afrc'],
  ['ordinal', 'ordn'],
  ['slashed-zero', 'zero'],
]);

const EAST_ASIAN: ReadonlyMap<string, string> = new Map([
  ['jis78', 'jp78'],
  ['jis83', 'jp83'],
  ['jis90', 'jp90'],
  ['jis04', 'jp04'],
  ['simplified', 'smpl'],
  ['traditional', 'trad'],
  ['full-width', 'fwid'],
  ['proportional-width', 'pwid'],
  ['ruby', 'ruby'],
]);

/** Features of each `font-variant-caps` value. */
const CAPS: ReadonlyMap<string, readonly string[]> = new Map([
  ['small-caps', ['smcp']],
  ['all-small-caps', ['c2sc', 'smcp']],
  ['petite-caps', ['pcap']],
  ['all-petite-caps', ['c2pc', 'pcap']],
  ['unicase', ['unic']],
  ['titling-caps', ['titl']],
]);

/** How a face implements `font-variant-caps`: with features or with scaled capitals (css-fonts-4 §6.6). */
type CapsSynthesis = 'none' | 'lower' | 'all' | 'upper';

interface CapsPlan {
  readonly features: readonly string[];
  /** The letters that become scaled capitals. */
  readonly synthesis: CapsSynthesis;
}

const NO_CAPS: CapsPlan = { features: [], synthesis: 'none' };

export function planCaps(style: FontStyle, choice: FontChoice): CapsPlan {
  const { fontVariantCaps: caps } = style;
  if (caps === 'normal') return NO_CAPS;
  const { face } = choice;
  const wanted = CAPS.get(caps)!;
  if (wanted.every((tag) => face.hasFeature('GSUB', tag))) return { features: wanted, synthesis: 'none' };
  // Petite capitals fall back to small capitals.
  const small = caps === 'petite-caps' ? ['smcp'] : caps === 'all-petite-caps' ? ['c2sc', 'smcp'] : null;
  if (small !== null && small.every((tag) => face.hasFeature('GSUB', tag)))
    return { features: small, synthesis: 'none' };
  if (caps === 'titling-caps' || style.fontSynthesisSmallCaps === 'none') return NO_CAPS;
  if (caps === 'unicase') return { features: face.hasFeature('GSUB', 'smcp') ? ['smcp'] : [], synthesis: 'upper' };
  return { features: [], synthesis: caps.startsWith('all-') ? 'all' : 'lower' };
}

/** Returns the size in px of synthesised small capitals: 0.7 of the font size, rounded to whole px. */
export const smallCapsSize = (fontSizePx: number): number => Math.round(fontSizePx * 0.7);

/**
 * Returns all features for shaping with a face; later ones win. `spaced` means that letter-spacing applies.
 * `alternates` are the features of named alternates.
 */
export function featuresOf(
  style: FontStyle,
  choice: FontChoice,
  caps: CapsPlan,
  spaced: boolean,
  vertical: boolean,
  alternates: readonly Feature[],
): Feature[] {
  const features: Feature[] = choice.featureSettings.map(({ tag, value }) => ({ tag, value }));
  // `text-rendering: optimizeSpeed` may disable kerning and ligatures, but browsers keep them in print.
  if (style.fontKerning === 'none') features.push(off('kern'), ...(vertical ? [off('vkrn')] : []));
  // Letter-spacing disables optional ligatures (css-text-3 §8.2).
  if (style.fontVariantLigatures.length === 0 && spaced) features.push(off('liga'), off('clig'));
  for (const keyword of style.fontVariantLigatures) features.push(...(LIGATURES.get(keyword) ?? []));
  for (const tag of caps.features) features.push(on(tag));
  addKeywords(features, style.fontVariantNumeric, NUMERIC);
  addKeywords(features, style.fontVariantEastAsian, EAST_ASIAN);
  if (style.fontVariantAlternates.includes('historical-forms')) features.push(on('hist'));
  features.push(...alternates);
  if (style.fontVariantPosition !== 'normal') features.push(on(style.fontVariantPosition === 'sub' ? 'subs' : 'sups'));
  for (const { tag, value } of style.fontFeatureSettings) features.push({ tag, value });
  return features;
}

function addKeywords(features: Feature[], keywords: readonly string[], tags: ReadonlyMap<string, string>): void {
  for (const keyword of keywords) {
    const tag = tags.get(keyword);
    if (tag !== undefined) features.push(on(tag));
  }
}
