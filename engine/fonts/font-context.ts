/** The fonts of a render: the faces of each style, their metrics, and the face for each character. */
import type { FontFaceRule } from '../css/at-rules/font-face.ts';
import type { FontValuesRule } from '../css/rules.ts';
import { FontValues } from './font-values.ts';
import { featuresOf, planCaps } from './features.ts';
import type { FontStyle } from '../css/computed-style.ts';
import type { Budget } from '../budget.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { Resources } from '../document/resources.ts';
import type { FontFinder } from '../render-options.ts';
import { assertInvariant } from '../invariant.ts';
import type { FontFamily } from './font-family.ts';
import { didYouMean } from '../similar-names.ts';
import { bundledFamily, bundledFamilyNames, LAST_RESORT_FAMILY } from './bundled-fonts.ts';
import { codePointName, isDefaultIgnorable, isPrivateUse, isSynthesisedSpace } from './characters.ts';
import { DocumentFonts } from './document-fonts.ts';
import type { FaceMetrics, FontMetricsPx } from './face-metrics.ts';
import type { FontFace } from './font-face.ts';
import { fallbackFamilies, packageWith } from './fallback.ts';
import { Direction, ShapingSettings } from './shaping.ts';
import { shapingLanguage } from './shaping-language.ts';
import { usedFontSize } from '../css/values/used-font-size.ts';
import { advanceScale } from './used-size.ts';
import { ChoiceMaker, choiceCovers, type FontChoice, FontList, inRanges, type ListedFamily } from './font-list.ts';

/** Stand-ins that have more characters than their repertoire. */
const LAST_FALLBACKS = ['tinos', 'arimo', 'cousine'];

interface FontContextOptions {
  readonly fontFaces: readonly FontFaceRule[];
  readonly fontValues?: readonly FontValuesRule[];
  /** Font files that the caller passes. */
  readonly extraFonts: readonly Uint8Array[];
  /** Finds fonts that the document needs in addition. */
  readonly findFonts?: FontFinder | undefined;
  /** Resource files that `@font-face` rules may refer to. */
  readonly resources?: Resources | null;
  readonly diagnostics: Diagnostics;
  readonly budget: Budget;
}

/** Loads everything that must be loaded asynchronously. Everything after it is synchronous. */
export async function createFontContext({
  fontFaces,
  fontValues = [],
  extraFonts,
  findFonts,
  resources = null,
  diagnostics,
  budget,
}: FontContextOptions): Promise<FontContext> {
  const documentFonts = await DocumentFonts.prepare({
    rules: fontFaces,
    extraFonts,
    finder: findFonts ?? null,
    diagnostics,
    resources,
    budget,
  });
  return new FontContext(documentFonts, new FontValues(fontValues), diagnostics, budget);
}

export class FontContext {
  private readonly documentFonts: DocumentFonts;
  private readonly diagnostics: Diagnostics;
  private readonly budget: Budget;
  private readonly values: FontValues;
  private readonly maker: ChoiceMaker;
  private readonly lists = new Map<FontStyle, FontList>();
  private readonly metricsCache = new Map<FontStyle, StyleMetrics>();
  private readonly fallbacks = new Map<FontList, Map<string, FontChoice>>();
  /** Messages already reported about font packages that aren't installed. */
  private readonly missingScripts = new Map<string, string>();
  /** Missing families that have been reported. */
  private readonly missingFamilies = new Set<string>();

  constructor(documentFonts: DocumentFonts, values: FontValues, diagnostics: Diagnostics, budget: Budget) {
    this.documentFonts = documentFonts;
    this.values = values;
    this.maker = new ChoiceMaker(values);
    this.diagnostics = diagnostics;
    this.budget = budget;
  }

  /** Returns the style's primary font. */
  primary(font: FontStyle): FontFace {
    return this.list(font).primary.face;
  }

  /** Returns the primary font's metrics at the style's size, with the measures of other fonts that units depend on. */
  metrics(font: FontStyle): StyleMetrics {
    let metrics = this.metricsCache.get(font);
    if (!metrics) this.metricsCache.set(font, (metrics = new StyleMetrics(this.list(font), font.fontSize)));
    return metrics;
  }

  /** Returns the style's faces. Styles are shared, so lists are cached by reference. */
  list(font: FontStyle): FontList {
    let list = this.lists.get(font);
    if (!list) {
      const families = this.families(font);
      this.lists.set(font, (list = new FontList(font, families, this.maker)));
      const [first] = font.fontFamily;
      if (first !== undefined && this.familyOf(first) === null)
        this.noteMissingFamily(first.name, list, families.length === 1);
    }
    return list;
  }

  /**
   * Returns the settings for shaping with a face of a list. `spaced` means that letter-spacing applies. Equal arguments
   * return the same object.
   */
  shapingSettings(
    list: FontList,
    choice: FontChoice,
    direction: Direction,
    script: string,
    spaced: boolean,
  ): ShapingSettings {
    const font = list.style;
    const known = list.settingsOf(choice);
    for (const { settings, isSpaced } of known)
      if (settings.script === script && settings.direction === direction && isSpaced === spaced) return settings;
    const alternates = this.values.alternates(choice.face.family, font.fontVariantAlternates);
    const vertical = direction === Direction.Ttb;
    const features = featuresOf(font, choice, planCaps(font, choice), spaced, vertical, alternates);
    const settings = new ShapingSettings(direction, script, languageOf(font), features);
    known.push({ settings, isSpaced: spaced });
    return settings;
  }

  private families(font: FontStyle): ListedFamily[] {
    const families: ListedFamily[] = [];
    for (const listed of font.fontFamily) {
      const family = this.familyOf(listed);
      if (family !== null) families.push({ family, isGeneric: listed.generic });
    }
    const last = bundledFamily(LAST_RESORT_FAMILY, false);
    assertInvariant(last !== null, 'the last-resort family is bundled');
    families.push({ family: last, isGeneric: false });
    return families;
  }

  private familyOf({ name, generic }: FontStyle['fontFamily'][number]): FontFamily | null {
    return (generic ? null : this.documentFonts.familyNamed(name)) ?? bundledFamily(name, generic);
  }

  /**
   * Reports a missing family that is first in the list. Later families in a list are fallbacks by design. `isLast`
   * means that the list names no other family.
   */
  private noteMissingFamily(name: string, list: FontList, isLast: boolean): void {
    if (this.missingFamilies.has(name)) return;
    this.missingFamilies.add(name);
    const known = [...this.documentFonts.families.keys(), ...bundledFamilyNames()];
    const message = `Font family not found: ${JSON.stringify(name)}. ${list.primary.face.family} is used instead.${didYouMean(name, known)}`;
    this.diagnostics.reportAbout(name, 'font/missing-family', isLast ? 'warning' : 'info', message);
  }

  /**
   * Returns the face for a grapheme cluster: the first that covers all of it, else the first that covers its base
   * (css-fonts-4 §5.3, "cluster matching"). `emoji` prefers color glyphs.
   */
  choiceFor(list: FontList, cluster: string, emoji: boolean): FontChoice {
    if (!emoji) {
      const listed = firstInList(list, cluster);
      if (listed !== null) return listed;
    }
    let known = this.fallbacks.get(list);
    if (!known) this.fallbacks.set(list, (known = new Map()));
    const key = emoji ? `${cluster}\uFE0F` : cluster;
    let choice = known.get(key);
    if (!choice) known.set(key, (choice = this.findFallback(list, cluster, emoji)));
    return choice;
  }

  /** Like `choiceFor`, for a character that is a cluster by itself and not an emoji. */
  choiceForCharacter(list: FontList, unit: number): FontChoice {
    let choice = list.characters.get(unit);
    if (choice === undefined)
      list.characters.set(unit, (choice = this.choiceFor(list, String.fromCharCode(unit), false)));
    return choice;
  }

  private findFallback(list: FontList, cluster: string, emoji: boolean): FontChoice {
    this.budget.tick();
    const base = cluster.codePointAt(0)!;
    if (isSynthesisedSpace(base) || isDefaultIgnorable(base)) return list.primary;
    const candidates: FontChoice[] = [];
    for (const name of fallbackFamilies(base, list.style.language, emoji)) {
      const family = bundledFamily(name, false) ?? this.documentFonts.passed.get(name) ?? null;
      const choice = family === null ? null : list.fallback(family);
      if (choice === null || !choiceCovers(choice, base)) continue;
      if (coversCluster(choice, cluster)) return choice;
      candidates.push(choice);
    }
    if (emoji) {
      const listed = firstInList(list, cluster);
      if (listed !== null) return listed;
    }
    for (let i = 0; ; i++) {
      const choice = list.at(i);
      if (choice === null) break;
      if (list.isGeneric(i) && isPrivateUse(base)) continue;
      if (choiceCovers(choice, base)) return choice;
    }
    if (candidates[0]) return candidates[0];
    for (const family of this.documentFonts.passed.values()) {
      const choice = list.fallback(family);
      if (choice !== null && choiceCovers(choice, base)) return choice;
    }
    const found = this.documentFonts.familyWith(cluster);
    const choice = found === null ? null : list.fallback(found);
    if (choice !== null && choiceCovers(choice, base)) return choice;
    // Characters outside the stand-ins' repertoires, if no other font has them.
    const all = [list.primary, ...LAST_FALLBACKS.map((name) => list.fallback(bundledFamily(name, false)!))];
    for (const choice of all) if (choice !== null && choice.face.hasGlyph(base)) return choice;
    this.reportMissing(base);
    for (let i = 0; ; i++) {
      const choice = list.at(i);
      if (choice === null) return list.primary;
      // The missing-glyph box should come from a face meant for the character.
      if (choice.unicodeRange === null || inRanges(choice.unicodeRange, base)) return choice;
    }
  }

  private reportMissing(codePoint: number): void {
    const code = codePointName(codePoint);
    const name = packageWith(codePoint, (family) => bundledFamily(family, false) !== null);
    let message = `No font contains the character ${code}. Add a font that does with @font-face or the option fonts.`;
    if (name !== null) {
      // One message per package, because thousands of characters of a script may be missing.
      message =
        this.missingScripts.get(name) ?? `No font contains the character ${code}. Install ${name} and pass its fonts.`;
      this.missingScripts.set(name, message);
    }
    this.diagnostics.reportAbout(code, 'font/missing-glyph', 'warning', message);
  }
}

/** Returns the language in which a style's text is shaped. */
function languageOf({ language, fontLanguageOverride }: FontStyle): string {
  const isNormal = fontLanguageOverride === '' || fontLanguageOverride === 'normal';
  return shapingLanguage(language, isNormal ? null : fontLanguageOverride);
}

const DIGIT_ZERO = '0';
const WATER = '\u6c34';

/**
 * A style's metrics. `ch` and `ic` measure the first font of the list that has their character (css-values-4 §6.1.1).
 */
class StyleMetrics implements FontMetricsPx {
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  readonly emAscent: number;
  readonly emDescent: number;
  readonly xHeight: number;
  readonly capHeight: number;
  readonly averageAdvance: number;
  readonly boundsWidth: number;
  readonly spaceAdvance: number;
  private readonly list: FontList;
  private readonly sizePx: number;

  constructor(list: FontList, sizePx: number) {
    const metrics = choiceMetrics(list.primary, sizePx);
    this.ascent = metrics.ascent;
    this.descent = metrics.descent;
    this.lineGap = metrics.lineGap;
    this.emAscent = metrics.emAscent;
    this.emDescent = metrics.emDescent;
    this.xHeight = metrics.xHeight;
    this.capHeight = metrics.capHeight;
    this.averageAdvance = metrics.averageAdvance;
    this.boundsWidth = metrics.boundsWidth;
    this.list = list;
    this.sizePx = sizePx;
    this.spaceAdvance = metrics.spaceAdvance > 0 ? metrics.spaceAdvance : this.otherSpaceAdvance();
  }

  get zeroAdvance(): number {
    const choice = this.shows(DIGIT_ZERO);
    return choice === null ? this.em / 2 : choiceMetrics(choice, this.sizePx).zeroAdvance;
  }

  /**
   * The advance in px of an upright zero in vertical text. In fonts without vertical metrics, every glyph advances by
   * the font's height.
   */
  get zeroHeight(): number {
    const choice = this.shows(DIGIT_ZERO);
    if (choice === null || choice.face.hasVerticalMetrics) return this.em;
    const { ascent, descent } = choiceMetrics(choice, this.sizePx);
    return ascent + descent;
  }

  get icAdvance(): number {
    const choice = this.shows(WATER);
    return choice === null ? this.em : choiceMetrics(choice, this.sizePx).icAdvance;
  }

  /** Returns the space advance of the first font that has a space, for a primary font without one. */
  private otherSpaceAdvance(): number {
    const choice = firstInList(this.list, ' ');
    return choice === null ? 0 : choiceMetrics(choice, this.sizePx).spaceAdvance;
  }

  private get em(): number {
    return usedFontSize(this.sizePx * this.list.primary.scale);
  }

  /** Returns the font that shows a character, or null if only the last-resort font has it. */
  private shows(character: string): FontChoice | null {
    const { list } = this;
    const choice = firstInList(list, character);
    return choice === null || (choice.face.family.toLowerCase() === LAST_RESORT_FAMILY && choice !== list.primary)
      ? null
      : choice;
  }
}

function firstInList(list: FontList, cluster: string): FontChoice | null {
  const base = cluster.codePointAt(0)!;
  for (let i = 0; ; i++) {
    const choice = list.at(i);
    if (choice === null) return null;
    if (choice.unicodeRange !== null && !inRanges(choice.unicodeRange, base)) continue;
    // Only a font's name tells what its private-use characters mean (css-fonts-4 §5.2).
    if (list.isGeneric(i) && isPrivateUse(base)) continue;
    if (coversCluster(choice, cluster)) return choice;
  }
}

/** Returns whether a face covers a cluster unchanged, composed or decomposed. Invisible characters need no glyph. */
function coversCluster(choice: FontChoice, cluster: string): boolean {
  if (coversAll(choice, cluster)) return true;
  if (cluster.charCodeAt(0) < 0x80 && cluster.length === 1) return false;
  const composed = cluster.normalize('NFC');
  if (composed !== cluster && coversAll(choice, composed)) return true;
  const decomposed = cluster.normalize('NFD');
  return decomposed !== cluster && coversAll(choice, decomposed);
}

function coversAll(choice: FontChoice, cluster: string): boolean {
  for (let i = 0; i < cluster.length; i++) {
    const code = cluster.codePointAt(i)!;
    if (code > 0xffff) i++;
    // Shaping substitutes an ordinary hyphen for a non-breaking one.
    const stands = code === NO_BREAK_HYPHEN && choice.face.covers(HYPHEN);
    if (!choice.face.covers(code) && !stands && !isDefaultIgnorable(code)) return false;
  }
  return true;
}

const HYPHEN = 0x2010;
const NO_BREAK_HYPHEN = 0x2011;

/**
 * Returns a choice's metrics for a style's size, before `size-adjust` and `font-size-adjust`. Vertical ones are rounded
 * to whole px.
 */
export function choiceMetrics(choice: FontChoice, styleSizePx: number): FontMetricsPx {
  const { metrics } = choice.face;
  const size = usedFontSize(styleSizePx * choice.scale);
  const advance = advanceScale(size, metrics.unitsPerEm);
  const px = size / metrics.unitsPerEm;
  const { overrides } = choice;
  const emAscent = size * emAscentShare(metrics);
  return {
    ascent: Math.round(overrides?.ascent != null ? overrides.ascent * size : metrics.ascent * px),
    descent: Math.round(overrides?.descent != null ? overrides.descent * size : metrics.descent * px),
    lineGap: Math.round(overrides?.lineGap != null ? overrides.lineGap * size : metrics.lineGap * px),
    emAscent,
    emDescent: size - emAscent,
    xHeight: metrics.xHeight * px || size / 2,
    capHeight: metrics.capHeight * px || Math.round(metrics.ascent * px),
    averageAdvance: metrics.averageAdvance * px,
    boundsWidth: metrics.boundsWidth * px,
    // A glyph with zero advance differs from a missing glyph.
    zeroAdvance: !choice.face.hasGlyph(0x30) ? size / 2 : metrics.zeroAdvance * px,
    icAdvance: !choice.face.hasGlyph(0x6c34) ? size : metrics.icAdvance * px,
    spaceAdvance: metrics.spaceAdvance * advance,
  };
}

/**
 * Returns the share of a face's em box above the baseline. It uses the typographic metrics, whose sum rarely equals the
 * em, else the face's ascent and descent.
 */
export function emAscentShare({ typoAscent, typoDescent, ascent, descent }: FaceMetrics): number {
  if (typoAscent > 0 && typoDescent >= 0) return typoAscent / (typoAscent + typoDescent);
  const height = ascent + descent;
  return height > 0 && ascent >= 0 && descent >= 0 ? ascent / height : 0.8;
}
