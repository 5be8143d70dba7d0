/** Formats date and time fields (HTML §4.10.5.1.7 to 13) like a browser with an American locale. */

/** A part of a date: an editable field, or the text between two. */
export interface DatePart {
  readonly text: string;
  /** Candidate texts, the widest of which determines the field's width; null if it isn't a field. */
  readonly widths: readonly string[] | null;
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const NO_MONTH = '---------';
const WIDEST_MONTH = [NO_MONTH, 'September'];
/** Years have up to six digits. */
const WIDEST_YEAR = ['yyyy', '000000'];
const TWO_DIGITS = ['--', '00'];
const NARROW_SPACE = '\u202f';

/** Returns the parts of an `input`'s value, or its placeholder if empty; null if the type isn't a date or time. */
export function dateParts(type: string, value: string): DatePart[] | null {
  switch (type) {
    case 'date':
      return dayParts(/^(\d{4,})-(\d\d)-(\d\d)$/.exec(value));
    case 'time':
      return clockParts(/^()(\d\d):(\d\d)/.exec(value));
    case 'datetime-local': {
      const match = /^(\d{4,})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)/.exec(value);
      return [
        ...dayParts(match),
        between(', '),
        ...clockParts(match === null ? null : [match[0], '', match[4]!, match[5]!]),
      ];
    }
    case 'month': {
      const match = /^(\d{4,})-(\d\d)$/.exec(value);
      const name = match === null ? undefined : MONTHS[Number(match[2]) - 1];
      const year = name === undefined ? '----' : match![1]!;
      return [field(name ?? NO_MONTH, WIDEST_MONTH), between(' '), field(year, WIDEST_YEAR)];
    }
    case 'week': {
      const match = /^(\d{4,})-W(\d\d)$/.exec(value);
      return [
        between('Week '),
        field(match?.[2] ?? '--', TWO_DIGITS),
        between(', '),
        field(match?.[1] ?? '----', WIDEST_YEAR),
      ];
    }
    default:
      return null;
  }
}

const field = (text: string, widths: readonly string[]): DatePart => ({ text, widths });
const between = (text: string): DatePart => ({ text, widths: null });

function dayParts(match: readonly string[] | null): DatePart[] {
  const slash = between('/');
  return [
    field(match?.[2] ?? 'mm', ['mm', '00']),
    slash,
    field(match?.[3] ?? 'dd', ['dd', '00']),
    slash,
    field(match?.[1] ?? 'yyyy', WIDEST_YEAR),
  ];
}

function clockParts(match: readonly string[] | null): DatePart[] {
  const hour = match === null ? 0 : Number(match[2]);
  const texts =
    match === null ? ['--', '--', '--'] : [String(hour % 12 || 12).padStart(2, '0'), match[3], hour < 12 ? 'AM' : 'PM'];
  return [
    field(texts[0]!, TWO_DIGITS),
    between(':'),
    field(texts[1]!, TWO_DIGITS),
    between(NARROW_SPACE),
    field(texts[2]!, ['--', 'AM', 'PM']),
  ];
}
