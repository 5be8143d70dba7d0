/** Parses `content`, `string-set` and `bookmark-label` (css-content-3, css-gcpm-3). */
import type { RareStyle } from '../computed-style.ts';
import type { CommentItem, ContentItem, CounterStyleRef, NumberFormat, ContentLayer } from '../computed-values.ts';
import { type ComponentValue, ValueKind } from './component-value.ts';
import { counterName } from './counter.ts';
import { parseImage } from './image.ts';
import { parseUrl } from './url.ts';
import { combine, combineList, type Specified } from './specified.ts';
import { parseSumArguments, PLAIN } from './sum.ts';
import { parseCounterStyle } from './text.ts';
import { INVALID, type ValueReader } from './value-reader.ts';

type Item = Specified<ContentItem>;

const QUOTES = new Map<string, ContentItem>([
  ['open-quote', { type: 'quote', quote: 'open' }],
  ['close-quote', { type: 'quote', quote: 'close' }],
  ['no-open-quote', { type: 'quote', quote: 'no-open' }],
  ['no-close-quote', { type: 'quote', quote: 'no-close' }],
]);

const DECIMAL: CounterStyleRef = { type: 'name', name: 'decimal' };
const NONE_STYLE: CounterStyleRef = { type: 'string', value: '' };

/** Parses `normal | none | <items> [/ <alternative text>]?`. */
export function parseContent(reader: ValueReader): Specified<RareStyle['content']> | undefined {
  if (reader.ident('normal')) return 'normal';
  if (reader.ident('none')) return 'none';
  const items = contentItems(reader);
  if (items === INVALID) return INVALID;
  if (!reader.slash()) return combine([combineList(items)], (list) => ({ items: list, alt: null }));
  const alt = contentItems(reader);
  if (alt === INVALID) return INVALID;
  return combine([combineList(items), combineList(alt)], (list, alternative) => ({ items: list, alt: alternative }));
}

/** Parses one or more items up to a slash, a comma or the end. */
function contentItems(reader: ValueReader): readonly Item[] | undefined {
  const items: Item[] = [];
  while (!reader.atEnd) {
    const value = reader.peek() as ComponentValue;
    if (value.kind === ValueKind.Comma || value.isDelim('/')) break;
    const item = contentItem(value, reader);
    if (item === INVALID) return INVALID;
    items.push(item);
  }
  return items.length > 0 ? items : INVALID;
}

function contentItem(value: ComponentValue, reader: ValueReader): Item | undefined {
  const text = reader.string();
  if (text !== INVALID) return { type: 'string', value: text };
  if (value.kind === ValueKind.Ident) {
    reader.position++;
    if (value.lower === 'contents') return { type: 'content-text', which: 'text' };
    return QUOTES.get(value.lower);
  }
  const image = parseImage(reader);
  if (image !== INVALID) return combine([image], (resolved): ContentItem => ({ type: 'image', image: resolved }));
  if (value.kind !== ValueKind.Function) return INVALID;
  reader.position++;
  const inside = reader.inside(value);
  const item = functionItem(value.text, inside);
  return inside.atEnd ? item : INVALID;
}

const WHICH: ReadonlySet<'first' | 'start' | 'last' | 'first-except'> = new Set([
  'first',
  'start',
  'last',
  'first-except',
] as const);
const CONTENT_TEXT: ReadonlySet<'text' | 'before' | 'after' | 'first-letter' | 'marker'> = new Set([
  'text',
  'before',
  'after',
  'first-letter',
  'marker',
] as const);

function functionItem(name: string, reader: ValueReader): ContentItem | undefined {
  switch (name) {
    case 'counter':
      return counterItem(reader);
    case 'counters':
      return countersItem(reader);
    case '-pagewright-sum':
      return sumItem(reader);
    case 'attr':
      return attrItem(reader);
    case 'string':
    case 'element': {
      const ref = reader.anyIdent();
      if (ref === INVALID) return INVALID;
      const which = reader.comma() ? reader.keyword(WHICH) : 'first';
      if (which === INVALID) return INVALID;
      return { type: name === 'string' ? 'string-ref' : 'element-ref', name: ref, which };
    }
    case 'content': {
      const which = reader.atEnd ? 'text' : reader.keyword(CONTENT_TEXT);
      return which === INVALID ? INVALID : { type: 'content-text', which };
    }
    case 'target-counter':
    case 'target-counters':
      return targetCounter(reader, name === 'target-counters');
    case 'target-text':
      return targetText(reader);
    case 'leader':
      return leader(reader);
    default:
      return INVALID;
  }
}

/** Parses the counter style after a comma; the default is decimal. */
function optionalStyle(reader: ValueReader): CounterStyleRef | NumberFormat | undefined {
  if (!reader.comma()) return DECIMAL;
  const number = reader.function('-pagewright-number');
  if (number !== null) return parseSumArguments(number, false)?.format;
  return reader.ident('none') ? NONE_STYLE : parseCounterStyle(reader);
}

function counterItem(reader: ValueReader): ContentItem | undefined {
  const name = counterName(reader);
  const style = name === INVALID ? INVALID : optionalStyle(reader);
  return name === INVALID || style === INVALID ? INVALID : { type: 'counter', name, style, place: null };
}

/** Parses the name, format and place of a sum. */
function sumItem(reader: ValueReader): ContentItem | undefined {
  const name = counterName(reader);
  if (name === INVALID) return INVALID;
  if (!reader.comma()) return { type: 'counter', name, style: PLAIN, place: 'here' };
  const shown = reader.atEnd ? INVALID : parseSumArguments(reader, true);
  return shown === INVALID ? INVALID : { type: 'counter', name, style: shown.format, place: shown.place ?? 'here' };
}

function countersItem(reader: ValueReader): ContentItem | undefined {
  const name = counterName(reader);
  if (name === INVALID || !reader.comma()) return INVALID;
  const separator = reader.string();
  if (separator === INVALID) return INVALID;
  const style = optionalStyle(reader);
  return style === INVALID ? INVALID : { type: 'counters', name, separator, style };
}

function attrItem(reader: ValueReader): ContentItem | undefined {
  const name = reader.anyIdent();
  if (name === INVALID) return INVALID;
  const fallback = reader.comma() ? reader.string() : '';
  return fallback === INVALID ? INVALID : { type: 'attr', name, fallback };
}

/**
 * Parses the target of a cross reference: a URL or the attribute that holds it. Accepts the forms of css-values-5
 * (`type(<url>)`), css-values-4 and older drafts (`url`).
 */
export function parseTarget(reader: ValueReader): ContentItem | undefined {
  const url = reader.string() ?? parseUrl(reader);
  if (url !== INVALID) return { type: 'string', value: url };
  const attr = reader.function('attr');
  if (attr === null) return INVALID;
  const name = attr.anyIdent();
  if (!attr.ident('url')) attr.function('type');
  return name === INVALID || !attr.atEnd ? INVALID : { type: 'attr', name, fallback: '' };
}

function targetCounter(reader: ValueReader, nested: boolean): ContentItem | undefined {
  const url = parseTarget(reader);
  if (url === INVALID || !reader.comma()) return INVALID;
  const name = counterName(reader);
  if (name === INVALID) return INVALID;
  let separator: string | null = null;
  if (nested) {
    const text = reader.comma() ? reader.string() : INVALID;
    if (text === INVALID) return INVALID;
    separator = text;
  }
  const style = optionalStyle(reader);
  return style === INVALID ? INVALID : { type: 'target-counter', url, name, separator, style };
}

const TARGET_TEXT: ReadonlySet<'content' | 'before' | 'after' | 'first-letter'> = new Set([
  'content',
  'before',
  'after',
  'first-letter',
] as const);

function targetText(reader: ValueReader): ContentItem | undefined {
  const url = parseTarget(reader);
  if (url === INVALID) return INVALID;
  const which = reader.comma() ? reader.keyword(TARGET_TEXT) : 'content';
  return which === INVALID ? INVALID : { type: 'target-text', url, which };
}

/** Parses `none | [ <string> | attr() ]+`. */
export function parseComment(reader: ValueReader): readonly CommentItem[] | null | undefined {
  if (reader.ident('none')) return null;
  const items = contentItems(reader);
  const texts = items?.flatMap((item) =>
    'type' in item && (item.type === 'string' || item.type === 'attr') ? [item] : [],
  );
  return texts === undefined || texts.length < items!.length ? INVALID : texts;
}

/** The items that a page knows as soon as it is filled. */
const OF_PAGE: ReadonlySet<string> = new Set(['string', 'counter', 'counters', 'string-ref']);

/** Parses `auto | [ <string> | counter() | counters() | string() ]+`. The number of pages isn't known yet. */
export function parsePageLabel(reader: ValueReader): readonly ContentItem[] | null | undefined {
  if (reader.ident('auto')) return null;
  const items = contentItems(reader);
  const known = items?.flatMap((item) => ('type' in item && isOfPage(item) ? [item] : []));
  return known === undefined || known.length < items!.length ? INVALID : known;
}

function isOfPage(item: ContentItem): boolean {
  if ((item.type === 'counter' || item.type === 'counters') && /^pages(?:-of-|$)/.test(item.name)) return false;
  return OF_PAGE.has(item.type);
}

const LEADERS: Readonly<Record<'dotted' | 'solid' | 'space', string>> = { dotted: '.', solid: '_', space: ' ' };
const LEADER_NAMES: ReadonlySet<'dotted' | 'solid' | 'space'> = new Set(['dotted', 'solid', 'space'] as const);

function leader(reader: ValueReader): ContentItem | undefined {
  const pattern = reader.string();
  if (pattern !== INVALID) return { type: 'leader', pattern };
  const name = reader.keyword(LEADER_NAMES);
  return name === INVALID ? INVALID : { type: 'leader', pattern: LEADERS[name] };
}

/** Parses `none | [<name> <content>+]#`. */
export function parseStringSet(reader: ValueReader): Specified<RareStyle['stringSet']> | undefined {
  if (reader.ident('none')) return [];
  const sets: Specified<RareStyle['stringSet'][number]>[] = [];
  do {
    const name = reader.anyIdent();
    if (name === INVALID) return INVALID;
    const items = contentItems(reader);
    if (items === INVALID) return INVALID;
    sets.push(combine([combineList(items)], (value) => ({ name, value })));
  } while (reader.comma());
  return combineList(sets);
}

/** Parses `bookmark-label`. null is the initial `content(text)`. */
export function parseBookmarkLabel(reader: ValueReader): Specified<readonly ContentItem[] | null> | undefined {
  if (reader.ident('none')) return [];
  const items = contentItems(reader);
  return items === INVALID ? INVALID : combineList(items);
}

/** Maximum length of a name, which is one line in a reader's list. */
const MAX_NAME = 200;

/** Parses `none | <string> [ screen | print ]? hidden?`, with the keywords in any order. */
export function parseContentLayer(reader: ValueReader): ContentLayer | null | undefined {
  if (reader.ident('none')) return null;
  const name = reader.string();
  if (name === INVALID || name === '' || name.length > MAX_NAME) return INVALID;
  let medium: ContentLayer['medium'] = null;
  let isHidden = false;
  while (!reader.atEnd) {
    if (!isHidden && reader.ident('hidden')) isHidden = true;
    else if (medium === null && reader.ident('screen')) medium = 'screen';
    else if (medium === null && reader.ident('print')) medium = 'print';
    else return INVALID;
  }
  return { name, medium, isHidden };
}
