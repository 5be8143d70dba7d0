/** Quotation marks for `open-quote` and `close-quote`, and their depth (css-content-3 §3). */
type QuotePairs = readonly (readonly [string, string])[];

const ENGLISH: QuotePairs = [
  ['“', '”'],
  ['‘', '’'],
];
const GUILLEMETS: QuotePairs = [
  ['«', '»'],
  ['‹', '›'],
];
const GERMAN: QuotePairs = [
  ['„', '“'],
  ['‚', '‘'],
];
const SWEDISH: QuotePairs = [
  ['”', '”'],
  ['’', '’'],
];
const LOW_HIGH: QuotePairs = [
  ['„', '”'],
  ['‚', '’'],
];
const CORNERS: QuotePairs = [
  ['「', '」'],
  ['『', '』'],
];

/** The marks of `quotes: auto` by language, from CLDR. Other languages use the English ones. */
const BY_LANGUAGE: ReadonlyMap<string, QuotePairs> = new Map(
  Object.entries<QuotePairs>({
    af: ENGLISH,
    am: GUILLEMETS,
    ar: [
      ['”', '“'],
      ['’', '‘'],
    ],
    az: ENGLISH,
    be: [
      ['«', '»'],
      ['„', '“'],
    ],
    bg: [
      ['„', '“'],
      ['’', '’'],
    ],
    bs: LOW_HIGH,
    ca: [
      ['«', '»'],
      ['“', '”'],
    ],
    cs: GERMAN,
    cy: [
      ['‘', '’'],
      ['“', '”'],
    ],
    da: ENGLISH,
    de: GERMAN,
    'de-ch': GUILLEMETS,
    el: [
      ['«', '»'],
      ['“', '”'],
    ],
    es: [
      ['«', '»'],
      ['“', '”'],
    ],
    et: [
      ['„', '“'],
      ['«', '»'],
    ],
    eu: ENGLISH,
    fa: GUILLEMETS,
    fi: SWEDISH,
    fr: [
      ['«', '»'],
      ['«', '»'],
    ],
    'fr-ca': [
      ['«', '»'],
      ['”', '“'],
    ],
    'fr-ch': GUILLEMETS,
    gsw: GUILLEMETS,
    he: [
      ['”', '”'],
      ['’', '’'],
    ],
    hr: LOW_HIGH,
    hu: [
      ['„', '”'],
      ['»', '«'],
    ],
    hy: GUILLEMETS.slice(0, 1).concat(GUILLEMETS.slice(0, 1)),
    is: GERMAN,
    it: [
      ['«', '»'],
      ['“', '”'],
    ],
    ja: CORNERS,
    ka: [
      ['„', '“'],
      ['«', '»'],
    ],
    kk: [
      ['“', '”'],
      ['‘', '’'],
    ],
    lt: GERMAN,
    lv: [
      ['“', '”'],
      ['‘', '’'],
    ],
    mk: GERMAN,
    nb: [
      ['«', '»'],
      ['‘', '’'],
    ],
    nl: [
      ['‘', '’'],
      ['‘', '’'],
    ],
    nn: [
      ['«', '»'],
      ['‘', '’'],
    ],
    no: [
      ['«', '»'],
      ['‘', '’'],
    ],
    pl: [
      ['„', '”'],
      ['«', '»'],
    ],
    pt: ENGLISH,
    'pt-pt': [
      ['«', '»'],
      ['“', '”'],
    ],
    ro: [
      ['„', '”'],
      ['«', '»'],
    ],
    ru: [
      ['«', '»'],
      ['„', '“'],
    ],
    sk: GERMAN,
    sl: [
      ['„', '“'],
      ['‚', '‘'],
    ],
    sq: [
      ['«', '»'],
      ['“', '”'],
    ],
    sr: [
      ['„', '”'],
      ['’', '’'],
    ],
    sv: SWEDISH,
    tr: ENGLISH,
    uk: [
      ['«', '»'],
      ['„', '“'],
    ],
    ur: [
      ['”', '“'],
      ['’', '‘'],
    ],
    uz: [
      ['“', '”'],
      ['’', '‘'],
    ],
    'zh-hant': CORNERS,
    'zh-tw': CORNERS,
    'zh-hk': CORNERS,
    zh: ENGLISH,
  }),
);

function pairsOfLanguage(language: string): QuotePairs {
  let tag = language.toLowerCase();
  while (tag !== '') {
    const pairs = BY_LANGUAGE.get(tag);
    if (pairs) return pairs;
    const dash = tag.lastIndexOf('-');
    tag = dash < 0 ? '' : tag.slice(0, dash);
  }
  return ENGLISH;
}

/** The current quote depth of the document. */
export class QuoteDepth {
  depth = 0;

  /**
   * Returns the mark for a quote keyword and updates the depth; '' if none is shown. A null `quotes` is `auto`: the
   * marks of the surrounding text's language.
   */
  mark(quote: 'open' | 'close' | 'no-open' | 'no-close', quotes: QuotePairs | null, language: () => string): string {
    const pairs = quotes ?? pairsOfLanguage(language());
    if (quote === 'open' || quote === 'no-open') {
      const depth = this.depth++;
      return quote === 'open' ? markAt(pairs, depth, 0) : '';
    }
    // A closing mark without an open quote shows nothing and doesn't change the depth.
    if (this.depth === 0) return '';
    const depth = --this.depth;
    return quote === 'close' ? markAt(pairs, depth, 1) : '';
  }
}

function markAt(pairs: QuotePairs, depth: number, side: 0 | 1): string {
  if (pairs.length === 0) return '';
  return pairs[Math.min(depth, pairs.length - 1)]![side];
}
