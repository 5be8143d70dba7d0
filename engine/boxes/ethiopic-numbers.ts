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
