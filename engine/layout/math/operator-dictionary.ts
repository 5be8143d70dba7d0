/** The operator dictionary (MathML Core appendix B): spacing and properties of operators by text and form. */
import type { OperatorForm } from '../../boxes/box.ts';
import { lazily } from '../../lazily.ts';

interface OperatorEntry {
  /** In em. */
  readonly lspace: number;
  readonly rspace: number;
  readonly stretchy: boolean;
  readonly symmetric: boolean;
  readonly largeop: boolean;
  readonly movablelimits: boolean;
}

const THIN = 3 / 18;
const MEDIUM = 4 / 18;
const THICK = 5 / 18;

function entry(lspace: number, rspace: number, properties = ''): OperatorEntry {
  const has = (letter: string): boolean => properties.includes(letter);
  return {
    lspace,
    rspace,
    stretchy: has('s'),
    symmetric: has('y'),
    largeop: has('l'),
    movablelimits: has('m'),
  };
}

/** The entry of unlisted operators. */
const DEFAULT = entry(THICK, THICK);

/** The categories of the specification. Property letters: s is stretchy, y symmetric, l largeop, m movablelimits. */
const CATEGORIES: ReadonlyMap<string, OperatorEntry> = new Map([
  ['A', entry(THICK, THICK, 's')],
  ['B', entry(MEDIUM, MEDIUM)],
  ['C', entry(THIN, THIN)],
  ['0', entry(0, 0)],
  ['F', entry(0, 0, 'sy')],
  ['H', entry(THIN, THIN, 'yl')],
  ['I', entry(0, 0, 's')],
  ['J', entry(THIN, THIN, 'ylm')],
  ['L', entry(THIN, 0)],
  ['M', entry(0, THIN)],
]);

/**
 * Hexadecimal code point ranges by form and category. Categories D, E and K of the specification are merged into 0, and
 * G into F.
 */
const RANGES: Readonly<Record<OperatorForm, readonly (readonly [category: string, ranges: string])[]>> = {
  infix: [
    [
      'A',
      `2190-2195 219A-21AE 21B0-21B5 21B9 21BC-21D5 21DA-21F0 21F3-21FF 2794 2799 279B-27A1 27A5-27A6 27A8-27AF 27B1 27B3 27B5
      27B8 27BA-27BE 27F0-27F1 27F4-27FF 2900-2920 2934-2937 2942-2975 297C-297F 2B04-2B07 2B0C-2B11 2B30-2B3E 2B40-2B4C
      2B60-2B65 2B6A-2B6D 2B70-2B73 2B7A-2B7D 2B80-2B87 2B95 2BA0-2BAF 2BB8`,
    ],
    [
      'B',
      `2B 2D 2F B1 F7 2044 2212-2216 2227-222A 2236 2238 228C-228E 2293-2296 2298 229D-229F 22BB-22BD 22CE-22CF 22D2-22D3
      2795-2797 29B8 29BC 29C4-29C5 29F5-29FB 2A1F-2A2E 2A38-2A3A 2A3E 2A40-2A4F 2A51-2A63 2ADB 2AF6 2AFB 2AFD`,
    ],
    [
      'C',
      `25 2A 2E 3F-40 5E B7 D7 2022 2043 2217-2219 2240 2297 2299-229B 22A0-22A1 22BA 22C4-22C7 22C9-22CC 2305-2306 27CB 27CD
      29C6-29C8 29D4-29D7 29E2 2A1D-2A1E 2A2F-2A37 2A3B-2A3D 2A3F 2A50 2A64-2A65 2ADC-2ADD 2AFE`,
    ],
    ['0', '5C 5F 2061-2064 2206'],
    ['M', '2C 3A-3B'],
  ],
  prefix: [
    [
      '0',
      `21 2B 2D AC B1 2018 201C 2200-2201 2203-2204 2207 2212-2213 221F-2222 2234-2235 223C 22BE-22BF 2310 2319 2795-2796 27C0
      299B-29AF 2AEC-2AED`,
    ],
    [
      'F',
      `28 5B 7B 7C 2016 2308 230A 2329 2772 27E6 27E8 27EA 27EC 27EE 2980 2983 2985 2987 2989 298B 298D 298F 2991 2993 2995 2997
      2999 29D8 29DA 29FC`,
    ],
    ['H', '222B-2233 2A0B-2A1C'],
    ['J', '220F-2211 22C0-22C3 2A00-2A0A 2A1D-2A1E 2AFC 2AFF'],
    ['L', '2145-2146 2202 221A-221C'],
  ],
  postfix: [
    ['0', '21-22 25-27 60 A8 B0 B2-B4 B8-B9 2CA-2CB 2D8-2DA 2DD 311 2019-201B 201D-201F 2032-2037 2057 20DB-20DC 23CD'],
    [
      'F',
      `29 5D 7C 7D 2016 2309 230B 232A 2773 27E7 27E9 27EB 27ED 27EF 2980 2984 2986 2988 298A 298C 298E 2990 2992 2994 2996 2998
      2999 29D9 29DB 29FD`,
    ],
    ['I', '5E-5F 7E AF 2C6-2C7 2C9 2CD 2DC 2F7 302 203E 2322-2323 23B4-23B5 23DC-23E1 1EEF0-1EEF1'],
  ],
};

/** Two-character ASCII operators without the spacing of relations. */
const PAIRS: ReadonlyMap<string, string> = new Map([
  ['infix &&', 'B'],
  ['infix **', 'C'],
  ['infix <>', 'C'],
  ['prefix ||', '0'],
  ['postfix !!', '0'],
  ['postfix ++', '0'],
  ['postfix --', '0'],
]);

interface Range {
  readonly first: number;
  readonly last: number;
  readonly entry: OperatorEntry;
}

function tableOf(form: OperatorForm): readonly Range[] {
  const ranges = RANGES[form].flatMap(([category, text]) =>
    text.split(/\s+/).map((range) => {
      const [first, last = first] = range.split('-').map((digits) => parseInt(digits, 16));
      return { first: first!, last: last!, entry: CATEGORIES.get(category)! };
    }),
  );
  return ranges.sort((a, b) => a.first - b.first);
}

const TABLES: Readonly<Record<OperatorForm, () => readonly Range[]>> = {
  infix: lazily(() => tableOf('infix')),
  prefix: lazily(() => tableOf('prefix')),
  postfix: lazily(() => tableOf('postfix')),
};

function rangeLookup(table: readonly Range[], code: number): OperatorEntry | null {
  let low = 0;
  let high = table.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = table[middle]!;
    if (code < range.first) high = middle - 1;
    else if (code > range.last) low = middle + 1;
    else return range.entry;
  }
  return null;
}

/** Returns the entry of an operator in a form, or in the first form that has one (MathML Core §3.2.4.2). */
export function operatorEntry(text: string, form: OperatorForm): OperatorEntry {
  for (const tried of [form, 'infix', 'postfix', 'prefix'] as const) {
    const found = entryIn(text, tried);
    if (found !== null) return found;
  }
  return DEFAULT;
}

function entryIn(text: string, form: OperatorForm): OperatorEntry | null {
  // A combining overlay doesn't change the operator.
  const base = text.length === 2 && /[\u0338\u20D2]/.test(text[1]!) ? text[0]! : text;
  const pair = PAIRS.get(`${form} ${base}`);
  if (pair !== undefined) return CATEGORIES.get(pair)!;
  const code = base.codePointAt(0);
  if (code === undefined || base.length !== String.fromCodePoint(code).length) return null;
  // As infix operators, these two are relations.
  if (form === 'infix' && (code === 0x7c || code === 0x223c)) return DEFAULT;
  return rangeLookup(TABLES[form](), code);
}

/** Whether an operator stretches along the line. All others stretch across it (MathML Core appendix B.3). */
export function stretchesInline(text: string): boolean {
  const code = text.codePointAt(0) ?? 0;
  return INLINE_STRETCHY().some(([first, last]) => code >= first && code <= last);
}

const INLINE_STRETCHY = lazily(() =>
  [
    '3D 5E-5F 7E AF 2C6-2C7 2C9 2CD 2DC 2F7 302 332 203E 20D0-20D1 20D6-20D7 20E1 2190 2192 2194 2198 2199 219A-21A3 21A4 21A6 21A9-21AE',
    '21B4 21B9-21BD 21C0-21C1 21C4 21C6-21C7 21C9 21CB-21D0 21D2 21D4 21DA-21DD 21E0 21E2 21E4-21E6 21E8 21F0 21F4 21F6-21FF',
    '2322-2323 23B4-23B5 23DC-23E1 2500 27F5-27FF 2900-2907 290C-2911 2914-2918 291A-2920 2942-2948 294A-294B 294E 2950 2952-2953',
    '2956-2957 295A-295B 295E-295F 2962 2964 2966-296D 2970 2974-2975 297C-297D 2B04-2B05 2B0C 2B30-2B3E 2B40-2B4C 2B60 2B62 2B64',
    '2B6A 2B6C 2B70 2B72 2B7A 2B7C 2B80 2B82 2B84 2B86 2B95 FE35-FE38 1EEF0-1EEF1',
  ]
    .join(' ')
    .split(' ')
    .map((range): readonly [number, number] => {
      const [first, last = first] = range.split('-').map((digits) => parseInt(digits, 16));
      return [first!, last!];
    }),
);
