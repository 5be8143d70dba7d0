/** Resolves a style's font-family list to faces, one family at a time and only as far as characters require. */
import type { FontStyle } from '../css/computed-style.ts';
import {
  BOLD_THRESHOLD,
  type FamilyFace,
  matchFaces,
  type FontFamily,
  type MetricOverrides,
  OBLIQUE_THRESHOLD,
} from './font-family.ts';
import type { FontValues, PaletteChoice } from './font-values.ts';
import type { AxisSetting } from './harfbuzz.ts';
import type { FontFace } from './font-face.ts';
import type { ShapingSettings } from './shaping.ts';

/** A face as used by a style. */
export interface FontChoice {
  readonly face: FontFace;
  /** Ratio of the size at which the face is used to the style's font size (`size-adjust`, `font-size-adjust`). */
  readonly scale: number;
  readonly syntheticBold: boolean;
  /** Horizontal shift per unit of height; 0: not slanted. */
  readonly syntheticSlant: number;
  readonly overrides: MetricOverrides | null;
  readonly unicodeRange: readonly (readonly [number, number])[] | null;
  /** `font-feature-settings` of the `@font-face` rule. */
  readonly featureSettings: readonly AxisSetting[];
}

/** Returns whether a choice may show a code point: it must be in the unicode-range and in the font. */
export function choiceCovers(choice: FontChoice, codePoint: number): boolean {
  if (choice.unicodeRange !== null && !inRanges(choice.unicodeRange, codePoint)) return false;
  return choice.face.covers(codePoint);
}

export function inRanges(ranges: readonly (readonly [number, number])[], codePoint: number): boolean {
  for (const [from, to] of ranges) if (codePoint >= from && codePoint <= to) return true;
  return false;
}

const REGULAR = { fontWeight: 400, fontStretch: 100, fontStyle: { type: 'normal', degrees: 0 } } as const;

/** Makes choices of faces and caches their variation instances. */
export class ChoiceMaker {
  private readonly values: FontValues;
  private readonly instances = new Map<FamilyFace, Map<string, FontFace>>();
  private readonly recoloured = new Map<FontFace, Map<PaletteChoice, FontFace>>();

  constructor(values: FontValues) {
    this.values = values;
  }

  /** Returns null if the face's font can't be loaded. */
  choose(entry: FamilyFace, style: FontStyle, aspect: number | null): FontChoice | null {
    const base = entry.load();
    if (base === null) return null;
    const face = this.recolour(this.instance(entry, base, style), style);
    const bold =
      style.fontWeight >= BOLD_THRESHOLD && entry.weight[1] < BOLD_THRESHOLD && style.fontSynthesisWeight !== 'none';
    return {
      face,
      scale: sizeFactor(entry, face, style, aspect),
      syntheticBold: bold,
      syntheticSlant: needsSlant(entry, face, style) ? slantOf(style) : 0,
      overrides: entry.overrides,
      unicodeRange: entry.unicodeRange,
      featureSettings: entry.featureSettings,
    };
  }

  /** Returns the face with the palette that `font-palette` selects. */
  private recolour(face: FontFace, style: FontStyle): FontFace {
    const palette = this.values.palette(face.family, style.fontPalette);
    if (palette === null) return face;
    const known = this.recoloured.get(face) ?? new Map<PaletteChoice, FontFace>();
    this.recoloured.set(face, known);
    let found = known.get(palette);
    if (!found) known.set(palette, (found = face.withPalette(palette, known.size + 1)));
    return found;
  }

  /**
   * Returns the face at the style's variation settings. Axes driven by properties come first, then the descriptor's
   * settings, then the property's (css-fonts-4 §7).
   */
  private instance(entry: FamilyFace, base: FontFace, style: FontStyle): FontFace {
    const metrics = entry.variableMetrics();
    if (metrics === null) return base;
    const settings = new Map<string, number>();
    const clamp = (value: number, [from, to]: readonly [number, number]): number => Math.min(to, Math.max(from, value));
    const slanted = style.fontStyle.type !== 'normal';
    for (const axis of base.axes) {
      let value: number | null = null;
      if (axis.tag === 'wght') value = clamp(style.fontWeight, entry.weight);
      else if (axis.tag === 'wdth') value = clamp(style.fontStretch, entry.stretch);
      else if (axis.tag === 'opsz' && style.fontOpticalSizing === 'auto') value = style.fontSize;
      else if (axis.tag === 'ital' && entry.slope.type === 'italic') value = style.fontStyle.type === 'italic' ? 1 : 0;
      else if (axis.tag === 'slnt' && slanted && entry.slope.type === 'oblique')
        value = -clamp(style.fontStyle.degrees || 14, entry.slope.degrees);
      if (value !== null) settings.set(axis.tag, Math.min(axis.max, Math.max(axis.min, value)));
    }
    for (const { tag, value } of [...entry.variationSettings, ...style.fontVariationSettings]) settings.set(tag, value);
    const variations = [...settings].map(([tag, value]) => ({ tag, value }));
    const key = variations.map(({ tag, value }) => `${tag}${value}`).join();
    const known = this.instances.get(entry) ?? new Map<string, FontFace>();
    this.instances.set(entry, known);
    let face = known.get(key);
    if (!face) known.set(key, (face = base.withVariations(variations, metrics)));
    return face;
  }
}

/**
 * Returns the size factor. `font-size-adjust` overrides `size-adjust` (css-fonts-5 §2.1). `aspect` is its value, with
 * `from-font` resolved against the primary font.
 */
function sizeFactor(entry: FamilyFace, face: FontFace, style: FontStyle, aspect: number | null): number {
  if (aspect === null || style.fontSizeAdjust === null) return entry.sizeAdjust;
  const own = aspectValue(face, style.fontSizeAdjust.metric);
  return own > 0 ? aspect / own : entry.sizeAdjust;
}

/** Returns whether an upright face must be slanted (css-fonts-4 §2.5). */
function needsSlant(entry: FamilyFace, face: FontFace, style: FontStyle): boolean {
  const { type, degrees } = style.fontStyle;
  if (type === 'normal' || entry.slope.type !== 'normal' || style.fontSynthesisStyle === 'none') return false;
  if (face.variations.some(({ tag, value }) => (tag === 'slnt' || tag === 'ital') && value !== 0)) return false;
  return type === 'italic' ? style.fontSynthesisStyle !== 'oblique-only' : Math.abs(degrees) >= OBLIQUE_THRESHOLD;
}

/** The slope of `italic` and of `oblique` without an angle: 14°, as rounded by browsers. */
const USUAL_SLANT = 0.25;
/** The largest synthetic angle in degrees. Beyond it, letters would be lines. */
const STEEPEST = 60;

/** Returns the slope of a synthesised slant, which has the requested angle (css-fonts-4 §2.5). */
function slantOf({ fontStyle: { type, degrees } }: FontStyle): number {
  if (type === 'italic' || degrees === 14) return USUAL_SLANT;
  return Math.tan((Math.min(STEEPEST, Math.max(-STEEPEST, degrees)) * Math.PI) / 180);
}

/** Returns the ratio of a face's font-size-adjust metric to the font size. */
function aspectValue(face: FontFace, metric: string): number {
  const { metrics } = face;
  const value =
    metric === 'cap-height'
      ? metrics.capHeight
      : metric === 'ch-width'
        ? metrics.zeroAdvance
        : metric.startsWith('ic-')
          ? metrics.icAdvance || metrics.unitsPerEm
          : metrics.xHeight;
  return value / metrics.unitsPerEm;
}

interface KnownSettings {
  readonly settings: ShapingSettings;
  /** Whether the settings are for text with letter-spacing. */
  readonly isSpaced: boolean;
}

/** A family of a list, named directly or through a generic family. */
export interface ListedFamily {
  readonly family: FontFamily;
  readonly isGeneric: boolean;
}

/** The faces of a style's family list, in order. */
export class FontList {
  readonly style: FontStyle;
  private readonly families: readonly ListedFamily[];
  private readonly maker: ChoiceMaker;
  private readonly found: FontChoice[] = [];
  /** Indices of the faces from generic families. */
  private readonly generic = new Set<number>();
  private readonly fallbacks = new Map<FontFamily, FontChoice | null>();
  private readonly settings = new Map<FontChoice, KnownSettings[]>();
  /** Faces already found for characters, by UTF-16 unit. */
  readonly characters = new Map<number, FontChoice>();
  private nextFamily = 0;
  private aspect: number | null = null;
  private primaryChoice: FontChoice | null = null;

  /** The last family must always work. */
  constructor(style: FontStyle, families: readonly ListedFamily[], maker: ChoiceMaker) {
    this.style = style;
    this.families = families;
    this.maker = maker;
    const adjust = style.fontSizeAdjust;
    if (adjust !== null)
      this.aspect = adjust.value === 'from-font' ? aspectValue(this.primary.face, adjust.metric) : adjust.value;
    if (this.aspect !== null) {
      this.found.length = 0;
      this.generic.clear();
      this.nextFamily = 0;
      this.primaryChoice = null;
    }
  }

  /** Returns the face at `index`, or null beyond the last. */
  at(index: number): FontChoice | null {
    while (this.found.length <= index && this.nextFamily < this.families.length) {
      const { family, isGeneric } = this.families[this.nextFamily++]!;
      for (const entry of matchFaces(family, this.style)) {
        const choice = this.maker.choose(entry, this.style, this.aspect);
        if (choice === null) continue;
        if (isGeneric) this.generic.add(this.found.length);
        this.found.push(choice);
      }
    }
    return this.found[index] ?? null;
  }

  /** Returns whether the face at `index` comes from a generic family. `at` must have returned it before. */
  isGeneric(index: number): boolean {
    return this.generic.has(index);
  }

  /** Returns the shaping settings used so far with a face. */
  settingsOf(choice: FontChoice): KnownSettings[] {
    let known = this.settings.get(choice);
    if (known === undefined) this.settings.set(choice, (known = []));
    return known;
  }

  /** The primary font: the first whose unicode-range includes U+0020 (css-fonts-4 §2.1.1, "first available font"). */
  get primary(): FontChoice {
    if (this.primaryChoice !== null) return this.primaryChoice;
    for (let i = 0; ; i++) {
      const choice = this.at(i);
      if (choice === null) break;
      if (choice.unicodeRange === null || inRanges(choice.unicodeRange, 0x20)) return (this.primaryChoice = choice);
    }
    return (this.primaryChoice = this.at(0)!);
  }

  /**
   * Returns the regular face of a fallback family, always the same object.
   *
   * DEVIATION, as in Chromium on Linux: fallback matches a character, not a style, so bold and italic are synthesised.
   */
  fallback(family: FontFamily): FontChoice | null {
    let choice = this.fallbacks.get(family);
    if (choice === undefined) {
      const [entry] = matchFaces(family, REGULAR);
      choice = entry === undefined ? null : this.maker.choose(entry, this.style, this.aspect);
      this.fallbacks.set(family, choice);
    }
    return choice;
  }
}
