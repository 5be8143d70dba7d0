/**
 * Formats numbers in the longhand East Asian styles (css-counter-styles-3 §7.1): Chinese, Japanese and Korean, informal
 * and formal. Digits are in groups of four. As in browsers, the range exceeds the ±9999 that the specification
 * requires.
 */
interface Longhand {
  readonly digits: string;
  /** The markers of ten, hundred and thousand. */
  readonly markers: readonly [string, string, string];
  /** The markers of groups: ten thousand, hundred million, trillion. */
  readonly groups: readonly [string, string, string];
  readonly negative: string;
  /** Whether a zero stands for any run of zeros between other digits. */
  readonly writesZeros: boolean;
  /** The separator between groups. */
  readonly separator: string;
  /** Returns whether the digit 1 is omitted before the marker of 10^`power` in a group. */
  dropsOne(power: number, group: number, groupIndex: number, value: number): boolean;
}

const never = (): boolean => false;
const chineseInformal: Longhand['dropsOne'] = (power, group, groupIndex, value) =>
  power === 1 && group < 20 && (groupIndex > 0 || value < 20);
const japaneseInformal: Longhand['dropsOne'] = (power, _group, _index, value) => power < 3 || value < 10_000;
const koreanInformal: Longhand['dropsOne'] = () => true;

type Parts = Pick<Longhand, 'digits' | 'markers' | 'groups' | 'dropsOne'>;

const chinese = (negative: string, parts: Parts): Longhand => ({
  ...parts,
  negative,
  writesZeros: true,
  separator: '',
});
const japanese = (parts: Parts): Longhand => ({ ...parts, negative: 'マイナス', writesZeros: false, separator: '' });
const korean = (parts: Parts): Longhand => ({ ...parts, negative: '마이너스 ', writesZeros: false, separator: ' ' });

const STYLES: ReadonlyMap<string, Longhand> = new Map(
  Object.entries<Longhand>({
    'simp-chinese-informal': chinese('负', {
      digits: '零一二三四五六七八九',
      markers: ['十', '百', '千'],
      groups: ['万', '亿', '万亿'],
      dropsOne: chineseInformal,
    }),
    'simp-chinese-formal': chinese('负', {
      digits: '零壹贰叁肆伍陆柒捌玖',
      markers: ['拾', '佰', '仟'],
      groups: ['万', '亿', '万亿'],
      dropsOne: never,
    }),
    'trad-chinese-informal': chinese('負', {
      digits: '零一二三四五六七八九',
      markers: ['十', '百', '千'],
      groups: ['萬', '億', '兆'],
      dropsOne: chineseInformal,
    }),
    'trad-chinese-formal': chinese('負', {
      digits: '零壹貳參肆伍陸柒捌玖',
      markers: ['拾', '佰', '仟'],
      groups: ['萬', '億', '兆'],
      dropsOne: never,
    }),
    'japanese-informal': japanese({
      digits: '〇一二三四五六七八九',
      markers: ['十', '百', '千'],
      groups: ['万', '億', '兆'],
      dropsOne: japaneseInformal,
    }),
    'japanese-formal': japanese({
      digits: '零壱弐参四伍六七八九',
      markers: ['拾', '百', '阡'],
      groups: ['萬', '億', '兆'],
      dropsOne: never,
    }),
    'korean-hangul-formal': korean({
      digits: '영일이삼사오육칠팔구',
      markers: ['십', '백', '천'],
      groups: ['만', '억', '조'],
      dropsOne: never,
    }),
    'korean-hanja-informal': korean({
      digits: '零一二三四五六七八九',
      markers: ['十', '百', '千'],
      groups: ['萬', '億', '兆'],
      dropsOne: koreanInformal,
    }),
    'korean-hanja-formal': korean({
      digits: '零壹貳參四五六七八九',
      markers: ['拾', '百', '仟'],
      groups: ['萬', '億', '兆'],
      dropsOne: never,
    }),
  }),
);

/** Returns null for other styles. Counters are 32-bit integers, so every value has a representation. */
export function chineseNumber(value: number, name: string): string | null {
  const style = STYLES.get(name === 'cjk-ideographic' ? 'trad-chinese-informal' : name);
  if (style === undefined) return null;
  const text = magnitude(Math.abs(value), style);
  return value < 0 ? style.negative + text : text;
}

function magnitude(value: number, style: Longhand): string {
  if (value === 0) return style.digits[0]!;
  let text = '';
  let zeroPending = false;
  for (let index = 3; index >= 0; index--) {
    const group = Math.floor(value / 10_000 ** index) % 10_000;
    if (group === 0) {
      zeroPending = text !== '';
      continue;
    }
    if (text !== '') text += style.separator;
    for (let power = 3; power >= 0; power--) {
      const digit = Math.floor(group / 10 ** power) % 10;
      if (digit === 0) {
        zeroPending = text !== '';
        continue;
      }
      if (zeroPending && style.writesZeros) text += style.digits[0];
      zeroPending = false;
      // Informal Korean omits the one before a lone ten thousand.
      const isBareGroup = power === 0 && group === 1 && index === 1 && style.dropsOne === koreanInformal;
      const drops = digit === 1 && ((power > 0 && style.dropsOne(power, group, index, value)) || isBareGroup);
      text += (drops ? '' : style.digits[digit]!) + (power > 0 ? style.markers[power - 1]! : '');
    }
    zeroPending = false;
    if (index > 0) text += style.groups[index - 1];
  }
  return text;
}

/** Formats `ethiopic-numeric` (css-counter-styles-3 §7.2). */
const UNITS = ['', '፩', '፪', '፫', '፬', '፭', '፮', '፯', '፰', '፱'];
const TENS = ['', '፲', '፳', '፴', '፵', '፶', '፷', '፸', '፹', '፺'];
const HUNDRED = '፻';
const MYRIAD = '፼';

/** Returns null for other styles, and for numbers out of range. */
export function ethiopicNumber(value: number, name: string): string | null {
  if (name !== 'ethiopic-numeric' || value < 1) return null;
  if (value === 1) return UNITS[1]!;
  const digits = String(value);
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  const groups = even.match(/\d\d/g) as RegExpMatchArray;
  let text = '';
  groups.forEach((group, i) => {
    const index = groups.length - 1 - i;
    const number = Number(group);
    const odd = index % 2 === 1;
    const isBareOne = (i === 0 && number === 1) || (odd && number === 1);
    if (number !== 0 && !isBareOne) text += TENS[Math.floor(number / 10)]! + UNITS[number % 10]!;
    if (odd && number !== 0) text += HUNDRED;
    if (!odd && index !== 0) text += MYRIAD;
  });
  return text;
}
