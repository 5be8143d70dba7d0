/** Grid shorthands (css-grid-2 §7.4, §7.8, §8.4). */
import { Length } from '../length.ts';
import { type GridLine, type TrackList, type TrackListItem } from '../computed-values.ts';
import {
  areaRow,
  AUTO_LINE,
  isNameOnly,
  parseAutoTracks,
  parseGridLine,
  parseLineNames,
  parseTrackList,
  parseTrackSize,
  ROW_FLOW,
  trackItems,
  validAreas,
} from '../values/grid.ts';
import { combine, combineList, type Specified } from '../values/specified.ts';
import { attempt, INVALID, type Parser, ValueReader } from '../values/value-reader.ts';
import { ValueKind } from '../values/component-value.ts';
import type { FindLonghand, ShorthandDefinition, SpecifiedValue } from './definition.ts';
import { shorthand } from './shorthand-parsers.ts';

/** Parses grid lines separated by slashes. */
function lines(reader: ValueReader, most: number): GridLine[] | undefined {
  const found: GridLine[] = [];
  do {
    const line = parseGridLine(reader);
    if (line === INVALID) return INVALID;
    found.push(line);
  } while (found.length < most && reader.slash());
  return found;
}

/** Returns the default of a missing line: the opposite line's name, or `auto`. */
const opposite = (line: GridLine): GridLine => (isNameOnly(line) ? line : AUTO_LINE);

function startAndEnd(reader: ValueReader): readonly SpecifiedValue[] | undefined {
  const found = lines(reader, 2);
  if (found === INVALID) return INVALID;
  const [start, end = opposite(start!)] = found;
  return [start, end];
}

/** Parses row-start / column-start / row-end / column-end. */
function area(reader: ValueReader): readonly SpecifiedValue[] | undefined {
  const found = lines(reader, 4);
  if (found === INVALID) return INVALID;
  const [rowStart, columnStart = opposite(rowStart!), rowEnd = opposite(rowStart!), columnEnd = opposite(columnStart)] =
    found;
  return [rowStart, columnStart, rowEnd, columnEnd];
}

type Template = readonly [rows: SpecifiedValue, columns: SpecifiedValue, areas: SpecifiedValue];

/** Returns a reader of the values before a top-level slash. */
function beforeSlash(reader: ValueReader): ValueReader {
  let end = reader.position;
  while (end < reader.values.length && !reader.values[end]!.isDelim('/')) end++;
  const part = new ValueReader(reader.values.slice(reader.position, end), reader.context, reader.text);
  reader.position = end;
  return part;
}

/** Parses `none | <rows> / <columns> | [<names>? <string> <size>? <names>?]+ [/ <columns>]?`. */
function template(reader: ValueReader): Template | undefined {
  if (reader.values.length === 1 && reader.ident('none')) return [null, null, null];
  if (reader.values.some((value) => value.kind === ValueKind.String)) return templateWithAreas(reader);
  const rowsReader = beforeSlash(reader);
  const rows = parseTrackList(rowsReader);
  if (rows === INVALID || !rowsReader.atEnd || !reader.slash()) return INVALID;
  const columns = parseTrackList(reader);
  return columns === INVALID ? INVALID : [rows, columns, null];
}

function templateWithAreas(reader: ValueReader): Template | undefined {
  const areas: (readonly string[])[] = [];
  const items: Specified<TrackListItem>[] = [];
  while (!reader.atEnd && !reader.peek()?.isDelim('/')) {
    const before = parseLineNames(reader);
    if (before !== INVALID) items.push({ type: 'names', names: before });
    const text = reader.string();
    const row = text === INVALID ? INVALID : areaRow(text);
    if (row === INVALID) return INVALID;
    areas.push(row);
    const size = attempt(reader, (from) => parseTrackSize(from)) ?? { type: 'breadth' as const, breadth: Length.AUTO };
    items.push(combine([size], (resolved): TrackListItem => ({ type: 'track', size: resolved })));
    const after = parseLineNames(reader);
    if (after !== INVALID) items.push({ type: 'names', names: after });
  }
  const valid = validAreas(areas);
  if (valid === INVALID) return INVALID;
  const rows = combine([combineList(items)], (list): TrackList => ({ subgrid: false, items: list }));
  if (!reader.slash()) return [rows, null, valid];
  const columns = trackItems(reader, false);
  if (columns === INVALID) return INVALID;
  return [rows, combine([combineList(columns)], (list): TrackList => ({ subgrid: false, items: list })), valid];
}

const AUTO_TRACKS: SpecifiedValue = [{ type: 'breadth', breadth: Length.AUTO }];

/** Parses `auto-flow && dense?`. */
function autoFlow(reader: ValueReader): { readonly dense: boolean } | undefined {
  const denseFirst = reader.ident('dense');
  if (!reader.ident('auto-flow')) return INVALID;
  return { dense: denseFirst || reader.ident('dense') };
}

/** Parses `grid` into rows, columns, areas, auto rows, auto columns and auto flow. */
function grid(reader: ValueReader): readonly SpecifiedValue[] | undefined {
  const rowFlow = attempt(reader, autoFlow);
  if (rowFlow !== INVALID) return autoRows(reader, rowFlow.dense);
  const start = reader.position;
  const rowsReader = beforeSlash(reader);
  if (reader.slash()) {
    const columnFlow = attempt(reader, autoFlow);
    if (columnFlow !== INVALID) return autoColumns(rowsReader, reader, columnFlow.dense);
  }
  reader.position = start;
  const plain = template(reader);
  return plain === INVALID ? INVALID : [...plain, AUTO_TRACKS, AUTO_TRACKS, ROW_FLOW];
}

function autoRows(reader: ValueReader, dense: boolean): readonly SpecifiedValue[] | undefined {
  const sizes = reader.peek()?.isDelim('/') ? AUTO_TRACKS : parseAutoTracks(reader);
  if (sizes === INVALID || !reader.slash()) return INVALID;
  const columns = parseTrackList(reader);
  return columns === INVALID ? INVALID : [null, columns, null, sizes, AUTO_TRACKS, { direction: 'row', dense }];
}

function autoColumns(
  rowsReader: ValueReader,
  reader: ValueReader,
  dense: boolean,
): readonly SpecifiedValue[] | undefined {
  const rows = parseTrackList(rowsReader);
  const sizes = reader.atEnd ? AUTO_TRACKS : parseAutoTracks(reader);
  if (rows === INVALID || !rowsReader.atEnd || sizes === INVALID) return INVALID;
  return [rows, null, null, AUTO_TRACKS, sizes, { direction: 'column', dense }];
}

const TEMPLATE = ['grid-template-rows', 'grid-template-columns', 'grid-template-areas'];
const GRID = [...TEMPLATE, 'grid-auto-rows', 'grid-auto-columns', 'grid-auto-flow'];

export function gridShorthands(find: FindLonghand): readonly ShorthandDefinition[] {
  const plain = (parser: Parser<readonly SpecifiedValue[]>) => () => parser;
  return [
    shorthand(find, 'grid-row', ['grid-row-start', 'grid-row-end'], plain(startAndEnd)),
    shorthand(find, 'grid-column', ['grid-column-start', 'grid-column-end'], plain(startAndEnd)),
    shorthand(
      find,
      'grid-area',
      ['grid-row-start', 'grid-column-start', 'grid-row-end', 'grid-column-end'],
      plain(area),
    ),
    shorthand(find, 'grid-template', TEMPLATE, plain(template)),
    shorthand(find, 'grid', GRID, plain(grid)),
  ];
}
