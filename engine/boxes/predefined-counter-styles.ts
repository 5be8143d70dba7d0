/**
 * The predefined simple counter styles (css-counter-styles-3 §6), and those of its older drafts that browsers have
 * kept. The longhand East Asian styles and Ethiopic use separate algorithms.
 */
import type { CounterStyleRule, CounterSystem } from '../css/at-rules/counter-style.ts';

interface Definition {
  readonly system: CounterSystem['type'];
  /** Symbols of one character each, or a list. */
  readonly symbols?: string | readonly string[];
  /** Pairs of weight:symbol. */
  readonly additive?: string;
  readonly range?: readonly [number, number];
  readonly suffix?: string;
  readonly pad?: { readonly length: number; readonly symbol: string };
  readonly fallback?: string;
  readonly negative?: readonly [string, string];
}

const LATIN = 'abcdefghijklmnopqrstuvwxyz';
const ROMAN = '1000:M 900:CM 500:D 400:CD 100:C 90:XC 50:L 40:XL 10:X 9:IX 5:V 4:IV 1:I';
const ARMENIAN =
  '9000:Ք 8000:Փ 7000:Ւ 6000:Ց 5000:Ր 4000:Տ 3000:Վ 2000:Ս 1000:Ռ 900:Ջ 800:Պ 700:Չ 600:Ո 500:Շ 400:Ն 300:Յ 200:Մ 100:Ճ 90:Ղ 80:Ձ 70:Հ 60:Կ 50:Ծ 40:Խ 30:Լ 20:Ի 10:Ժ 9:Թ 8:Ը 7:Է 6:Զ 5:Ե 4:Դ 3:Գ 2:Բ 1:Ա';
const HEBREW =
  '10000:י׳ 9000:ט׳ 8000:ח׳ 7000:ז׳ 6000:ו׳ 5000:ה׳ 4000:ד׳ 3000:ג׳ 2000:ב׳ 1000:א׳ 400:ת 300:ש 200:ר 100:ק 90:צ 80:פ 70:ע 60:ס 50:נ 40:מ 30:ל 20:כ 19:יט 18:יח 17:יז 16:טז 15:טו 10:י 9:ט 8:ח 7:ז 6:ו 5:ה 4:ד 3:ג 2:ב 1:א';
const GEORGIAN =
  '10000:ჵ 9000:ჰ 8000:ჯ 7000:ჴ 6000:ხ 5000:ჭ 4000:წ 3000:ძ 2000:ც 1000:ჩ 900:შ 800:ყ 700:ღ 600:ქ 500:ფ 400:ჳ 300:ტ 200:ს 100:რ 90:ჟ 80:პ 70:ო 60:ჲ 50:ნ 40:მ 30:ლ 20:კ 10:ი 9:თ 8:ჱ 7:ზ 6:ვ 5:ე 4:დ 3:გ 2:ბ 1:ა';
const IDEOGRAPHIC_COMMA = '、';

function digitsFrom(zero: number): string[] {
  return Array.from({ length: 10 }, (_, i) => String.fromCodePoint(zero + i));
}

const numeric = (zero: number): Definition => ({ system: 'numeric', symbols: digitsFrom(zero) });

/** Defines a style with Ethiopic letters in the order of one language. */
const ethiopic = (symbols: string): Definition => ({ system: 'alphabetic', symbols, suffix: '፦ ' });

const DEFINITIONS: ReadonlyMap<string, Definition> = new Map(
  Object.entries<Definition>({
    decimal: { system: 'numeric', symbols: '0123456789' },
    'decimal-leading-zero': { system: 'numeric', symbols: '0123456789', pad: { length: 2, symbol: '0' } },
    'arabic-indic': numeric(0x660),
    persian: numeric(0x6f0),
    urdu: numeric(0x6f0),
    bengali: numeric(0x9e6),
    cambodian: numeric(0x17e0),
    khmer: numeric(0x17e0),
    devanagari: numeric(0x966),
    gujarati: numeric(0xae6),
    gurmukhi: numeric(0xa66),
    kannada: numeric(0xce6),
    lao: numeric(0xed0),
    malayalam: numeric(0xd66),
    mongolian: numeric(0x1810),
    myanmar: numeric(0x1040),
    oriya: numeric(0xb66),
    tamil: numeric(0xbe6),
    telugu: numeric(0xc66),
    thai: numeric(0xe50),
    tibetan: numeric(0xf20),
    'cjk-decimal': {
      system: 'numeric',
      symbols: '〇一二三四五六七八九',
      range: [0, Infinity],
      suffix: IDEOGRAPHIC_COMMA,
    },
    'lower-alpha': { system: 'alphabetic', symbols: LATIN },
    'lower-latin': { system: 'alphabetic', symbols: LATIN },
    'upper-alpha': { system: 'alphabetic', symbols: LATIN.toUpperCase() },
    'upper-latin': { system: 'alphabetic', symbols: LATIN.toUpperCase() },
    'lower-greek': { system: 'alphabetic', symbols: 'αβγδεζηθικλμνξοπρστυφχψω' },
    hiragana: {
      system: 'alphabetic',
      symbols: 'あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん',
      suffix: IDEOGRAPHIC_COMMA,
    },
    'hiragana-iroha': {
      system: 'alphabetic',
      symbols: 'いろはにほへとちりぬるをわかよたれそつねならむうゐのおくやまけふこえてあさきゆめみしゑひもせす',
      suffix: IDEOGRAPHIC_COMMA,
    },
    katakana: {
      system: 'alphabetic',
      symbols: 'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヰヱヲン',
      suffix: IDEOGRAPHIC_COMMA,
    },
    'katakana-iroha': {
      system: 'alphabetic',
      symbols: 'イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス',
      suffix: IDEOGRAPHIC_COMMA,
    },
    hangul: { system: 'alphabetic', symbols: '가나다라마바사아자차카타파하' },
    'hangul-consonant': { system: 'alphabetic', symbols: 'ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ' },
    'ethiopic-halehame': ethiopic('ሀለሐመሠረሰቀበተኀነአከወዐዘየደገጠጰጸፀፈፐ'),
    'ethiopic-halehame-am': ethiopic('ሀለሐመሠረሰሸቀበተቸኀነኘአከኸወዐዘዠየደጀገጠጨጰጸፀፈፐ'),
    'ethiopic-halehame-ti-er': ethiopic('ሀለሐመረሰሸቀቐበተቸነኘአከኸወዐዘዠየደጀገጠጨጰጸፈፐ'),
    'ethiopic-halehame-ti-et': ethiopic('ሀለሐመሠረሰሸቀቐበተቸኀነኘአከኸወዐዘዠየደጀገጠጨጰጸፀፈፐ'),
    'lower-roman': { system: 'additive', additive: ROMAN.toLowerCase(), range: [1, 3999] },
    'upper-roman': { system: 'additive', additive: ROMAN, range: [1, 3999] },
    armenian: { system: 'additive', additive: ARMENIAN, range: [1, 9999] },
    'upper-armenian': { system: 'additive', additive: ARMENIAN, range: [1, 9999] },
    'lower-armenian': { system: 'additive', additive: ARMENIAN.toLowerCase(), range: [1, 9999] },
    hebrew: { system: 'additive', additive: HEBREW, range: [1, 10999] },
    georgian: { system: 'additive', additive: GEORGIAN, range: [1, 19999] },
    'cjk-earthly-branch': {
      system: 'fixed',
      symbols: '子丑寅卯辰巳午未申酉戌亥',
      suffix: IDEOGRAPHIC_COMMA,
      fallback: 'cjk-decimal',
    },
    'cjk-heavenly-stem': {
      system: 'fixed',
      symbols: '甲乙丙丁戊己庚辛壬癸',
      suffix: IDEOGRAPHIC_COMMA,
      fallback: 'cjk-decimal',
    },
    disc: { system: 'cyclic', symbols: '•', suffix: ' ' },
    circle: { system: 'cyclic', symbols: '◦', suffix: ' ' },
    square: { system: 'cyclic', symbols: '▪', suffix: ' ' },
    'disclosure-open': { system: 'cyclic', symbols: '▾', suffix: ' ' },
    'disclosure-closed': { system: 'cyclic', symbols: '▸', suffix: ' ' },
    'ethiopic-numeric': { system: 'numeric', symbols: '0123456789', range: [1, Infinity], suffix: '/ ' },
  }),
);
const CJK = { suffix: IDEOGRAPHIC_COMMA, range: [-9999, 9999] } as const;
const KOREAN = { suffix: ', ', range: [-9999, 9999] } as const;
/** The affixes of styles with algorithms. Within their range, chinese-numbers.ts generates their digits. */
const LONGHANDS: ReadonlyMap<string, Definition> = new Map<string, Definition>([
  ...[
    'simp-chinese-informal',
    'simp-chinese-formal',
    'trad-chinese-informal',
    'trad-chinese-formal',
    'japanese-informal',
    'japanese-formal',
    'cjk-ideographic',
  ].map(
    (name) => [name, { system: 'numeric', symbols: '〇一二三四五六七八九', fallback: 'cjk-decimal', ...CJK }] as const,
  ),
  ...['korean-hangul-formal', 'korean-hanja-informal', 'korean-hanja-formal'].map(
    (name) => [name, { system: 'numeric', symbols: '0123456789', ...KOREAN }] as const,
  ),
]);

const made = new Map<string, CounterStyleRule | null>();

/** Returns null for an unknown style. Names are ASCII case-insensitive. */
export function predefinedCounterStyle(name: string): CounterStyleRule | null {
  const lower = name.toLowerCase();
  let rule = made.get(lower);
  if (rule === undefined) {
    const definition = DEFINITIONS.get(lower) ?? LONGHANDS.get(lower);
    rule = definition === undefined ? null : toRule(lower, definition);
    if (rule) made.set(lower, rule);
  }
  return rule ?? null;
}

function toRule(
  name: string,
  { system, symbols = [], additive = '', range, suffix, pad, fallback, negative }: Definition,
): CounterStyleRule {
  return {
    name,
    system: system === 'fixed' ? { type: 'fixed', first: 1 } : ({ type: system } as CounterSystem),
    symbols: typeof symbols === 'string' ? [...symbols] : symbols,
    additiveSymbols:
      additive === ''
        ? []
        : additive.split(' ').map((pair) => {
            const colon = pair.indexOf(':');
            return { weight: Number(pair.slice(0, colon)), symbol: pair.slice(colon + 1) };
          }),
    negative: negative ?? null,
    prefix: null,
    suffix: suffix ?? null,
    range: range ? [range] : null,
    pad: pad ?? null,
    fallback: fallback ?? null,
  };
}
