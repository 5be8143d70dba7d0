/**
 * Resolves `@font-palette-values` (css-fonts-4 §9) and `@font-feature-values` (css-fonts-4 §6.9), with which documents
 * name palettes and features of a font.
 */
import { Color } from '../css/color.ts';
import type { FontValuesRule } from '../css/rules.ts';
import { parseColor } from '../css/values/color.ts';
import { parseInteger } from '../css/values/numeric.ts';
import { readValue, type ValueReader } from '../css/values/value-reader.ts';
import type { Feature } from './shaping.ts';

/** A palette of a font and the colors that override its own. */
export interface PaletteChoice {
  readonly base: 'light' | 'dark' | number;
  readonly overrides: ReadonlyMap<number, Color>;
}

const LIGHT: PaletteChoice = { base: 'light', overrides: new Map() };
const DARK: PaletteChoice = { base: 'dark', overrides: new Map() };

/** The highest numbers of OpenType stylistic sets and character variants. */
const MAX_SET = 20;
const MAX_VARIANT = 99;

export class FontValues {
  /** By family and name. */
  private readonly palettes = new Map<string, PaletteChoice>();
  /** By family, type (`styleset`) and name. */
  private readonly features = new Map<string, readonly number[]>();

  constructor(rules: readonly FontValuesRule[]) {
    for (const rule of rules) {
      if (rule.kind === 'font-palette-values') this.addPalette(rule);
      else this.addFeatures(rule);
    }
  }

  private addPalette({ name, descriptors }: FontValuesRule): void {
    if (!name.startsWith('--')) return;
    const base = descriptors.get('base-palette')?.trim().toLowerCase() ?? '0';
    const palette: PaletteChoice = {
      base: base === 'light' || base === 'dark' ? base : /^\d{1,5}$/.test(base) ? Number(base) : 0,
      overrides: parseOverrides(descriptors.get('override-colors') ?? ''),
    };
    for (const family of parseFamilies(descriptors.get('font-family') ?? ''))
      this.palettes.set(`${family}\n${name}`, palette);
  }

  private addFeatures({ name, descriptors }: FontValuesRule): void {
    const families = parseFamilies(name);
    for (const [key, text] of descriptors) {
      const values = text.trim().split(/\s+/).map(Number);
      if (!values.every((value) => Number.isInteger(value) && value >= 0)) continue;
      for (const family of families) this.features.set(`${family}\n${key}`, values);
    }
  }

  /** Returns the palette that `font-palette` selects for a family; null: the font's default. */
  palette(family: string, name: string): PaletteChoice | null {
    if (name === 'normal') return null;
    if (name === 'light') return LIGHT;
    if (name === 'dark') return DARK;
    return this.palettes.get(`${family.toLowerCase()}\n${name}`) ?? null;
  }

  /** Returns the features that `font-variant-alternates` selects in a family (css-fonts-4 §6.8). */
  alternates(family: string, keywords: readonly string[]): Feature[] {
    const features: Feature[] = [];
    for (const keyword of keywords) {
      const open = keyword.indexOf('(');
      if (open === -1) continue;
      const type = keyword.slice(0, open);
      for (const name of keyword.slice(open + 1, -1).split(', ')) {
        const values = this.features.get(`${family.toLowerCase()}\n${type}/${name}`);
        if (values !== undefined) addAlternates(features, type, values);
      }
    }
    return features;
  }
}

function addAlternates(features: Feature[], type: string, values: readonly number[]): void {
  const [first = 0, second = 1] = values;
  const numbered = (prefix: string, n: number): string => prefix + String(n).padStart(2, '0');
  switch (type) {
    case 'stylistic':
      features.push({ tag: 'salt', value: first });
      break;
    case 'styleset':
      for (const n of values) if (n >= 1 && n <= MAX_SET) features.push({ tag: numbered('ss', n), value: 1 });
      break;
    case 'character-variant':
      if (first >= 1 && first <= MAX_VARIANT) features.push({ tag: numbered('cv', first), value: second });
      break;
    case 'swash':
      features.push({ tag: 'swsh', value: first }, { tag: 'cswh', value: first });
      break;
    case 'ornaments':
      features.push({ tag: 'ornm', value: first });
      break;
    case 'annotation':
      features.push({ tag: 'nalt', value: first });
      break;
  }
}

/** Returns the family names of a comma-separated list in lower case. */
function parseFamilies(text: string): string[] {
  const parts = readValue(text)?.commaSeparated() ?? [];
  return parts.flatMap((part) => familyName(part)?.toLowerCase() ?? []);
}

/** Returns undefined if there is no name; a string may be empty. */
function familyName(reader: ValueReader): string | undefined {
  const quoted = reader.string();
  if (quoted !== undefined) return quoted;
  const words: string[] = [];
  for (let word = reader.anyIdent(); word !== undefined; word = reader.anyIdent()) words.push(word);
  return words.length > 0 ? words.join(' ') : undefined;
}

/** Parses `override-colors`: pairs of an index and an absolute color. */
function parseOverrides(text: string): Map<number, Color> {
  const overrides = new Map<number, Color>();
  for (const part of readValue(text)?.commaSeparated() ?? []) {
    const index = parseInteger(part, 0);
    const color = parseColor(part);
    if (typeof index === 'number' && color instanceof Color && color !== Color.CURRENT) overrides.set(index, color);
  }
  return overrides;
}
