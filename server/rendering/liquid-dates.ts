/**
 * The `date` filter. LiquidJS creates an `Intl` object of some 40 KB for each name of a month, a weekday or a time zone
 * that a template uses. Here each name is looked up once, and dates appear as in the data: neither shifted to the
 * machine's time zone nor in its language.
 */
import { filters, type Liquid } from 'liquidjs';
import { BoundedCache } from '../../engine/bounded-cache.ts';

/** The language of names. */
export const DATE_LOCALE = 'en-US';

/** A directive with flags, width and modifier, as LiquidJS reads them. */
const DIRECTIVE = /%[-_0^#:]*\d*[EO]?(.)/g;
/** A date without a time. JavaScript would read it as midnight in Greenwich. */
const DAY = /^\s*\d{4}-\d{2}-\d{2}\s*$/;
/** Seconds since 1970, which need no time zone. */
const SECONDS = /^\d+$/;
/** More names than templates use, and their characters: a directive may request a width. */
const MAX_NAMES = 500;
const MAX_NAME_CHARACTERS = 50_000;
const MAX_ZONES = 50;
const MINUTE_MS = 60_000;

type FilterHandler = Extract<Parameters<Liquid['registerFilter']>[1], (...given: never[]) => unknown>;

const plainDate = filters.date as FilterHandler;

/** Replaces the filter `date`. `liquid` must use `DATE_LOCALE` and keep time zones. */
export function registerDates(liquid: Liquid): void {
  const names = new BoundedCache<string, string>(MAX_NAMES, MAX_NAME_CHARACTERS);
  const zones = new BoundedCache<string, Intl.DateTimeFormat>(MAX_ZONES, MAX_ZONES);

  const date: FilterHandler = function (given: unknown, format?: unknown, zone?: unknown) {
    const value = typeof given === 'string' && DAY.test(given) ? `${given.trim()}T00:00` : given;
    const isNumber = typeof value === 'number' || (typeof value === 'string' && SECONDS.test(value));
    const offset = typeof zone === 'string' ? offsetIn(zone, value) : (zone ?? (isNumber ? 0 : undefined));
    const write = (text: string): string => plainDate.call(this, value, text, offset) as string;
    const directives = String(format ?? liquid.options.dateFormat);
    // Values that aren't dates are written unchanged.
    const month = write('%m');
    if (month === value || month === undefined) return value;
    return write(
      directives.replace(DIRECTIVE, (directive, conversion: string) => {
        if (conversion === 'Z' && typeof zone === 'string') return literal(zone);
        if ('bBh'.includes(conversion)) return nameOf(directive, new Date(2023, Number(month) - 1, 1), this);
        // 1 January 2023 is a Sunday.
        if ('aA'.includes(conversion)) return nameOf(directive, new Date(2023, 0, 1 + Number(write('%w'))), this);
        return directive;
      }),
    );
  };

  /** Returns the output of a directive for a date with the same name of the month or weekday. */
  function nameOf(directive: string, day: Date, filter: ThisParameterType<FilterHandler>): string {
    const key = `${directive} ${day.getMonth()} ${day.getDay()}`;
    const known = names.get(key);
    if (known !== undefined) return known;
    const name = literal(plainDate.call(filter, day, directive) as string);
    names.set(key, name, name.length);
    return name;
  }

  /** Returns the minutes from a zone's time to Greenwich time. @throws RangeError if there is no such zone */
  function offsetIn(zone: string, value: unknown): number | undefined {
    const time = timeOf(value);
    if (Number.isNaN(time)) return undefined;
    let zoned = zones.get(zone);
    if (zoned === undefined) zones.set(zone, (zoned = zonedFormat(zone)), 1);
    const part = new Map(zoned.formatToParts(time).map(({ type, value: digits }) => [type, Number(digits)]));
    const [year, month, day] = [part.get('year')!, part.get('month')! - 1, part.get('day')!];
    const there = Date.UTC(year, month, day, part.get('hour'), part.get('minute'), part.get('second'));
    return Math.round((Math.floor(time / 1000) * 1000 - there) / MINUTE_MS);
  }

  liquid.registerFilter('date', date);
}

const zonedFormat = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(DATE_LOCALE, {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });

function timeOf(value: unknown): number {
  if (value === 'now' || value === 'today') return Date.now();
  if (typeof value === 'number') return value * 1000;
  if (typeof value === 'string') return SECONDS.test(value) ? Number(value) * 1000 : new Date(value).getTime();
  return value instanceof Date ? value.getTime() : NaN;
}

/** Returns a format that produces the text unchanged. */
const literal = (text: string): string => text.replaceAll('%', '%%');
