/** The longhand East Asian styles of css-counter-styles-3 §7.1: Chinese, Japanese and Korean, informal and formal. */
interface Longhand {
  readonly digits: string;
  /** Markers of ten, hundred, thousand. */
  readonly markers: readonly [string, string, string];
  readonly negative: string;
  /** Japanese and Korean: a digit 1 before a marker of an informal number is dropped, and zeros are never written. */
  readonly informalOne: 'keep' | 'drop-tens' | 'drop-all';
  readonly writesZeros: boolean;
  /** Korean separates groups of four; only the lowest is in range here. */
}

const STYLES: Readonly<Record<string, Longhand>> = {
  'simp-chinese-informal': {
    digits: '零一二三四五六七八九',
    markers: ['十', '百', '千'],
    negative: '负',
    informalOne: 'drop-tens',
    writesZeros: true,
  },
  'simp-chinese-formal': {
    digits: '零壹贰叁肆伍陆柒捌玖',
    markers: ['拾', '佰', '仟'],
    negative: '负',
    informalOne: 'keep',
    writesZeros: true,
  },
  'trad-chinese-informal': {
    digits: '零一二三四五六七八九',
    markers: ['十', '百', '千'],
    negative: '負',
    informalOne: 'drop-tens',
    writesZeros: true,
  },
  'trad-chinese-formal': {
    digits: '零壹貳參肆伍陸柒捌玖',
    markers: ['拾', '佰', '仟'],
    negative: '負',
    informalOne: 'keep',
    writesZeros: true,
  },
  'japanese-informal': {
    digits: '〇一二三四五六七八九',
    markers: ['十', '百', '千'],
    negative: 'マイナス',
    informalOne: 'drop-all',
    writesZeros: false,
  },
  'japanese-formal': {
    digits: '零壱弐参四伍六七八九',
    markers: ['拾', '百', '阡'],
    negative: 'マイナス',
    informalOne: 'keep',
    writesZeros: false,
  },
  'korean-hangul-formal': {
    digits: '영일이삼사오육칠팔구',
    markers: ['십', '백', '천'],
    negative: '마이너스 ',
    informalOne: 'keep',
    writesZeros: false,
  },
  'korean-hanja-informal': {
    digits: '零一二三四五六七八九',
    markers: ['十', '百', '千'],
    negative: '마이너스 ',
    informalOne: 'drop-all',
    writesZeros: false,
  },
  'korean-hanja-formal': {
    digits: '零壹貳參四五六七八九',
    markers: ['拾', '百', '仟'],
    negative: '마이너스 ',
    informalOne: 'keep',
    writesZeros: false,
  },
};
const LIMIT = 9999;

/** null: another style, or a number beyond ±9999, which falls back. */
export function chineseNumber(value: number, name: string): string | null {
  const style = STYLES[name === 'cjk-ideographic' ? 'trad-chinese-informal' : name];
  if (!style || Math.abs(value) > LIMIT) return null;
  const text = magnitude(Math.abs(value), style);
  return value < 0 ? style.negative + text : text;
}

function magnitude(value: number, style: Longhand): string {
  const digits = [...style.digits];
  if (value === 0) return digits[0];
  let text = '';
  let zeroPending = false;
  for (let power = 3; power >= 0; power--) {
    const digit = Math.floor(value / 10 ** power) % 10;
    if (digit === 0) {
      zeroPending = text !== '';
      continue;
    }
    if (zeroPending && style.writesZeros) text += digits[0];
    zeroPending = false;
    const dropsOne =
      digit === 1 &&
      power > 0 &&
      (style.informalOne === 'drop-all' || (style.informalOne === 'drop-tens' && power === 1 && value < 20));
    text += (dropsOne ? '' : digits[digit]) + (power > 0 ? style.markers[power - 1] : '');
  }
  return text;
}
