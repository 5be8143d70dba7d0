/** The fonts of a document's `@font-face` rules (css-fonts-4 §4) and those that the caller passes. */
import type { FontFaceRule, FontFaceSource } from '../css/at-rules/font-face.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { Budget } from '../budget.ts';
import type { Resources } from '../document/resources.ts';
import type { FontFinder, FontRequest, FoundFont } from '../render-options.ts';
import { assertInvariant } from '../invariant.ts';
import { type BroughtFont, readFont, type TableMetrics } from './brought-font.ts';
import { bundledAliasNamed, bundledFaceNamed } from './bundled-fonts.ts';
import { decodeContainer, fontOfUrl, fontOfUrlNow } from './decoded-fonts.ts';
import type { FamilyFace, FontFamily } from './font-family.ts';
import { FontFile } from './font-file.ts';
import { type Fontkit, loadFontkit } from './fontkit-library.ts';
import { HarfBuzz } from './harfbuzz.ts';
import { FontFace } from './font-face.ts';

/** The supported values of `format()` (css-fonts-4 §11.1). */
const FORMATS: ReadonlySet<string> = new Set([
  'woff2',
  'woff',
  'truetype',
  'opentype',
  'collection',
  'woff2-variations',
  'woff-variations',
  'truetype-variations',
  'opentype-variations',
]);
/** The supported values of `tech()`. */
const TECHS: ReadonlySet<string> = new Set(['features-opentype', 'variations', 'color-colrv0', 'palettes']);

/** Decoded bytes of all sources by URL, so that data shared by several rules is decoded once. */
type DecodedSources = Map<string, Uint8Array | string>;

const isUsable = (source: FontFaceSource): boolean =>
  source.type === 'local' ||
  ((source.format === null || FORMATS.has(source.format)) && source.tech.every((tech) => TECHS.has(tech)));

const isUsableUrl = (source: FontFaceSource): boolean => source.type === 'url' && isUsable(source);

/** Where a document's fonts come from. */
interface FontSources {
  readonly rules: readonly FontFaceRule[];
  /** Font files that the caller passes. */
  readonly extraFonts: readonly Uint8Array[];
  readonly finder: FontFinder | null;
  readonly resources: Resources | null;
  readonly diagnostics: Diagnostics;
  readonly budget: Budget;
}

/** A font that fontkit and HarfBuzz can read. */
interface CheckedFont {
  readonly file: FontFile;
  readonly font: BroughtFont;
}

/**
 * A document's fonts by family name in lower case. WOFF2 is decoded in advance, other formats when a face is first
 * used.
 */
export class DocumentFonts {
  readonly families = new Map<string, FontFamily & { faces: FamilyFace[] }>();
  /** The caller's fonts only, which also serve as fallback for characters that no other font has. */
  readonly passed = new Map<string, FontFamily & { faces: FamilyFace[] }>();
  /** Families for which the caller was asked, by name in lower case. */
  private readonly found = new Map<string, FontFamily | null>();
  /** Faces that the caller found, by file and index. */
  private readonly foundFaces = new Map<Uint8Array, Map<number, FamilyFace | null>>();
  private readonly finder: FontFinder | null;
  private readonly diagnostics: Diagnostics;
  private readonly decoded: DecodedSources;
  private readonly resources: Resources | null;
  private readonly budget: Budget;
  /** Null if there are no fonts to read. */
  private readonly fontkit: Fontkit | null;
  private harfbuzz: HarfBuzz | null = null;
  private count = 0;

  private constructor(
    { finder, diagnostics, resources, budget }: FontSources,
    decoded: DecodedSources,
    fontkit: Fontkit | null,
  ) {
    this.finder = finder;
    this.budget = budget;
    this.fontkit = fontkit;
    this.diagnostics = diagnostics;
    this.decoded = decoded;
    this.resources = resources;
  }

  /** Asynchronous only because the WOFF2 decoder is, and fontkit is loaded if there are fonts to read. */
  static async prepare(sources: FontSources): Promise<DocumentFonts> {
    const { rules, extraFonts, finder, resources, budget } = sources;
    const decoded: DecodedSources = new Map();
    for (const rule of rules) await decodeFirstSource(rule, decoded, resources, budget);
    const bringsFonts =
      finder !== null || extraFonts.length > 0 || rules.some(({ sources }) => sources.some(isUsableUrl));
    const fontkit = bringsFonts ? await loadFontkit() : null;
    const fonts = new DocumentFonts(sources, decoded, fontkit);
    for (const rule of rules) fonts.addRule(rule);
    for (const bytes of extraFonts) await fonts.addExtra(bytes);
    return fonts;
  }

  private family(name: string, families = this.families): { faces: FamilyFace[] } {
    const key = name.toLowerCase();
    let family = families.get(key);
    if (!family) families.set(key, (family = { faces: [] }));
    return family;
  }

  /** Returns a family of the document or one that the caller finds, or null. */
  familyNamed(name: string): FontFamily | null {
    const key = name.toLowerCase();
    const known = this.families.get(key) ?? this.found.get(key);
    if (known !== undefined) return known;
    const faces = this.find({ family: name });
    const family = faces.length === 0 ? null : { faces };
    this.found.set(key, family);
    return family;
  }

  /** Adds a font that the caller finds for a character to the passed ones. Returns its family, or null. */
  familyWith(character: string): FontFamily | null {
    const faces = this.find({ character });
    if (faces.length === 0) return null;
    const family = { faces };
    this.passed.set(`found ${this.passed.size}`, family);
    return family;
  }

  private find(request: FontRequest): FamilyFace[] {
    const faces: FamilyFace[] = [];
    for (const font of this.finder?.(request) ?? []) {
      const face = this.foundFace(font);
      if (face !== null) faces.push(face);
    }
    return faces;
  }

  private foundFace({ bytes, index = 0 }: FoundFont): FamilyFace | null {
    const known = this.foundFaces.get(bytes) ?? new Map<number, FamilyFace | null>();
    this.foundFaces.set(bytes, known);
    let face = known.get(index);
    if (face === undefined) {
      this.budget.spendBytes(bytes.length);
      const checked = this.checkPassed(bytes, index, 'found by findFonts');
      face = checked === null ? null : this.passedFace(checked);
      known.set(index, face);
    }
    return face;
  }

  private addRule(rule: FontFaceRule): void {
    const key = `@font-face ${++this.count}`;
    let loaded: FontFace | null | undefined;
    let metrics: TableMetrics | null = null;
    const load = (): FontFace | null => {
      if (loaded !== undefined) return loaded;
      const found = this.firstWorking(rule, key);
      metrics = found?.metrics ?? null;
      return (loaded = found?.face ?? null);
    };
    const normal = rule.ascentOverride === null && rule.descentOverride === null && rule.lineGapOverride === null;
    this.family(rule.family).faces.push({
      // `auto` resolves to the range of a variable font, which must be read for it (css-fonts-4 §4.4).
      get weight(): readonly [number, number] {
        return rule.weight ?? axisRange(load(), 'wght') ?? [400, 400];
      },
      get stretch(): readonly [number, number] {
        return rule.stretch ?? axisRange(load(), 'wdth') ?? [100, 100];
      },
      get slope(): FamilyFace['slope'] {
        const slant = rule.style === null ? axisRange(load(), 'slnt') : null;
        if (slant !== null) return { type: 'oblique', degrees: [-slant[1], -slant[0]] };
        return rule.style ?? { type: 'normal', degrees: [0, 0] };
      },
      unicodeRange: rule.unicodeRange.length > 0 ? rule.unicodeRange : null,
      overrides: normal
        ? null
        : { ascent: rule.ascentOverride, descent: rule.descentOverride, lineGap: rule.lineGapOverride },
      sizeAdjust: rule.sizeAdjust,
      featureSettings: rule.featureSettings,
      variationSettings: rule.variationSettings,
      variableMetrics: () => metrics,
      load,
    });
  }

  /**
   * Loads the first usable source in order (css-fonts-4 §4.3). Bundled faces that are only metric-compatible with a
   * local one come last, because a font sent with the document is closer to the intended one.
   */
  private firstWorking(rule: FontFaceRule, key: string): { face: FontFace; metrics: TableMetrics | null } | null {
    for (const source of rule.sources) {
      if (!isUsable(source)) continue;
      if (source.type === 'local') {
        const face = bundledFaceNamed(source.name)?.load();
        if (face) return { face, metrics: null };
        const found = this.localFont(source.name);
        if (found !== null) return this.sourceFace(found, key, rule);
        continue;
      }
      const bytes = this.sourceBytes(source.url);
      const checked = typeof bytes === 'string' ? bytes : this.check(bytes);
      if (typeof checked === 'string') {
        this.diagnostics.warn(
          'font/broken',
          `The font ${JSON.stringify(rule.family)} was not loaded: ${checked}.`,
          rule.position,
        );
        continue;
      }
      return this.sourceFace(checked, key, rule);
    }
    for (const source of rule.sources) {
      const alias = isUsable(source) && source.type === 'local' ? bundledAliasNamed(source.name)?.load() : null;
      if (alias) return { face: alias, metrics: null };
    }
    return null;
  }

  /** Returns a font that the caller finds by its full or PostScript name, or null. */
  private localFont(name: string): CheckedFont | null {
    const [found] = this.finder?.({ face: name }) ?? [];
    return found === undefined ? null : this.checkPassed(found.bytes, found.index ?? 0, 'found by findFonts');
  }

  private sourceFace(
    checked: CheckedFont,
    key: string,
    rule: FontFaceRule,
  ): { face: FontFace; metrics: TableMetrics | null } {
    const { metrics, axes } = checked.font;
    return { face: this.face(checked, key, rule.family, rule), metrics: axes.length > 0 ? metrics : null };
  }

  private face({ file, font }: CheckedFont, key: string, family: string, rule: FontFaceRule | null): FontFace {
    const { names, metrics, axes } = font;
    const weight = rule?.weight?.[0] ?? (rule ? 400 : names.weight);
    const italic = rule ? rule.style !== null && rule.style.type !== 'normal' : names.italic;
    const { postscriptName } = names;
    const description = {
      key,
      family,
      postscriptName,
      weight,
      italic,
      variations: [],
      axes,
      coverage: null,
      standIn: null,
    };
    return new FontFace(description, metrics, file);
  }

  private sourceBytes(url: string): Uint8Array | string {
    const known = this.decoded.get(url);
    if (known !== undefined) return known;
    assertInvariant(this.fontkit !== null, 'fontkit is loaded if there are fonts to read');
    const bytes = fontOfUrlNow(url, this.resources, this.budget, this.fontkit);
    this.decoded.set(url, bytes);
    return bytes;
  }

  private check(bytes: Uint8Array, index = 0): CheckedFont | string {
    assertInvariant(this.fontkit !== null, 'fontkit is loaded if there are fonts to read');
    const font = readFont(this.fontkit, bytes, index, this.budget);
    if (typeof font === 'string') return font;
    const file = new FontFile(
      () => bytes,
      () => (this.harfbuzz ??= new HarfBuzz()),
      index,
    );
    return file.tryOpen() === null ? 'its tables are broken' : { file, font };
  }

  private async addExtra(given: Uint8Array): Promise<void> {
    const checked = this.checkPassed(await decodeContainer(given, this.budget), 0, 'in the option fonts');
    if (checked === null) return;
    const passed = this.passedFace(checked);
    const { family } = checked.font.names;
    this.family(family).faces.push(passed);
    this.family(family, this.passed).faces.push(passed);
  }

  /** Returns null after reporting that a font that comes from the caller can't be used. */
  private checkPassed(bytes: Uint8Array | string, index: number, origin: string): CheckedFont | null {
    const checked = typeof bytes === 'string' ? bytes : this.check(bytes, index);
    if (typeof checked !== 'string') return checked;
    this.diagnostics.warn('font/broken', `A font ${origin} was not loaded: ${checked}.`);
    return null;
  }

  private passedFace(checked: CheckedFont): FamilyFace {
    const { names, metrics } = checked.font;
    const face = this.face(checked, `font ${++this.count}`, names.family, null);
    const weightAxis = face.axes.find((axis) => axis.tag === 'wght');
    const widthAxis = face.axes.find((axis) => axis.tag === 'wdth');
    return {
      weight: weightAxis ? [weightAxis.min, weightAxis.max] : [names.weight, names.weight],
      stretch: widthAxis ? [widthAxis.min, widthAxis.max] : [names.stretch, names.stretch],
      slope: { type: names.italic ? 'italic' : 'normal', degrees: [0, 0] },
      unicodeRange: null,
      overrides: null,
      sizeAdjust: 1,
      featureSettings: [],
      variationSettings: [],
      variableMetrics: () => (face.axes.length > 0 ? metrics : null),
      load: () => face,
    };
  }
}

function axisRange(face: FontFace | null, tag: string): readonly [number, number] | null {
  const axis = face?.axes.find((candidate) => candidate.tag === tag);
  return axis ? [axis.min, axis.max] : null;
}

/** Decodes a rule's sources up to the first that decodes or isn't WOFF2. Later ones are rarely needed. */
async function decodeFirstSource(
  rule: FontFaceRule,
  decoded: DecodedSources,
  resources: Resources | null,
  budget: Budget,
): Promise<void> {
  for (const source of rule.sources) {
    if (!isUsable(source)) continue;
    if (source.type === 'local') {
      if (bundledFaceNamed(source.name) !== null) return;
      continue;
    }
    if (!decoded.has(source.url)) decoded.set(source.url, await fontOfUrl(source.url, resources, budget));
    if (decoded.get(source.url) instanceof Uint8Array) return;
  }
}
