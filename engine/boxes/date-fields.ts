/** What the fields for dates and times say (HTML §4.10.5.1.7 to 13), as an American browser writes it. */

/** A piece of a date: a field that could be edited, or what is between two. */
export interface DatePart {
  readonly text: string;
  readonly isField: boolean;
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
/** Room for the longest name of a month. */
const MONTH_LENGTH = 9;
const NARROW_SPACE = '\u202f';

/** The parts of an `input`'s value, or of what stands in an empty one; null: the type is no date or time. */
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
      if (match === null || name === undefined) return [field('-'.repeat(MONTH_LENGTH)), between(' '), field('----')];
      return [field(name), between(' '), field(match[1]!), between('\u00a0'.repeat(MONTH_LENGTH - name.length))];
    }
    case 'week': {
      const match = /^(\d{4,})-W(\d\d)$/.exec(value);
      return [between('Week '), field(match?.[2] ?? '--'), between(', '), field(match?.[1] ?? '----')];
    }
    default:
      return null;
  }
}

const field = (text: string): DatePart => ({ text, isField: true });
const between = (text: string): DatePart => ({ text, isField: false });

function dayParts(match: readonly string[] | null): DatePart[] {
  const slash = between('/');
  return [field(match?.[2] ?? 'mm'), slash, field(match?.[3] ?? 'dd'), slash, field(match?.[1] ?? 'yyyy')];
}

function clockParts(match: readonly string[] | null): DatePart[] {
  const hour = match === null ? 0 : Number(match[2]);
  const texts =
    match === null ? ['--', '--', '--'] : [String(hour % 12 || 12).padStart(2, '0'), match[3], hour < 12 ? 'AM' : 'PM'];
  return [field(texts[0]!), between(':'), field(texts[1]!), between(NARROW_SPACE), field(texts[2]!)];
}
