/** Checks the layout in a snapshot, which anyone who can change the repository may have written. */
import type { LaidOutPage } from '../../engine/index.ts';

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
/** JSON can hold numbers that are read as infinite. */
const isNumber: Check = Number.isFinite;
const isFlag: Check = (value) => typeof value === 'boolean';

/** Accepts fields that snapshots of older versions lack. */
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const fields = (checks: Readonly<Record<string, Check>>): Check => {
  const entries = Object.entries(checks);
  return (value) =>
    typeof value === 'object' &&
    value !== null &&
    entries.every(([name, check]) => check((value as Readonly<Record<string, unknown>>)[name]));
};

const RECTANGLE = { x: isNumber, y: isNumber, width: isNumber, height: isNumber };
const areLines = listOf(fields({ ...RECTANGLE, text: isText }));

const isBox = fields({
  ...RECTANGLE,
  selector: isText,
  tag: isText,
  line: optional(orNull(isNumber)),
  column: optional(orNull(isNumber)),
  depth: optional(isNumber),
  font: optional(isText),
  usedFonts: optional(listOf(isText)),
  look: optional((value) => typeof value === 'object' && value !== null && Object.values(value).every(isText)),
  continued: optional(isFlag),
  continues: optional(isFlag),
  repeated: optional(isFlag),
  lines: areLines,
});

const isPage = fields({
  number: isNumber,
  width: isNumber,
  height: isNumber,
  area: fields(RECTANGLE),
  boxes: listOf(isBox),
  marginBoxes: optional(listOf(fields({ ...RECTANGLE, name: isText, lines: areLines }))),
  break: optional(orNull(fields({ kind: isText, at: orNull(isText), before: isFlag }))),
});

/** Returns whether a value is a list of pages as `layout()` describes them, now or in an older version. */
export const arePages = (value: unknown): value is readonly LaidOutPage[] => listOf(isPage)(value);
