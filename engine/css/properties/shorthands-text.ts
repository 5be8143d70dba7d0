/** Shorthands of fonts, text and lists. */
import type { TextStyle } from '../computed-style.ts';
import { CssWide } from '../values/specified.ts';
import {
  keywordGroups,
  EAST_ASIAN_GROUPS,
  LIGATURE_GROUPS,
  NUMERIC_GROUPS,
  parseAlternates,
  parseFontStretchKeyword,
} from '../values/font.ts';
import { IDEOGRAPH_AUTOSPACE, NO_AUTOSPACE } from '../values/text.ts';
import { attempt, INVALID, type Parser, type ValueReader } from '../values/value-reader.ts';
import type { FindLonghand, PropertyDefinition, ShorthandDefinition, SpecifiedValue } from './definition.ts';
import { anyOrder, initialSpecified, shorthand, valueOf } from './shorthand-parsers.ts';

/** The longhands that `font` sets, followed by those it resets (css-fonts-4 §2.8). */
const FONT_SET = [
  'font-style',
  'font-variant-caps',
  'font-weight',
  'font-stretch',
  'font-size',
  'line-height',
  'font-family',
];
const FONT_RESET = [
  'font-size-adjust',
  'font-kerning',
  'font-variant-ligatures',
  'font-variant-numeric',
  'font-variant-east-asian',
  'font-variant-alternates',
  'font-variant-position',
  'font-variant-emoji',
  'font-feature-settings',
  'font-language-override',
  'font-optical-sizing',
  'font-variation-settings',
];
const SYSTEM_FONTS: ReadonlySet<string> = new Set([
  'caption',
  'icon',
  'menu',
  'message-box',
  'small-caption',
  'status-bar',
]);

/** The system font of Chromium without a desktop. */
const SYSTEM_FONT: readonly SpecifiedValue[] = [
  CssWide.INITIAL,
  'normal',
  400,
  100,
  { type: 'keyword', index: 2 },
  CssWide.INITIAL,
  [{ name: 'system-ui', generic: true }],
];

function fontParser(longhands: readonly PropertyDefinition[]): Parser<readonly SpecifiedValue[]> {
  const [style, , weight, stretch, size, lineHeight, family] = longhands;
  const resets = longhands.slice(FONT_SET.length).map(initialSpecified);
  return (reader) => {
    if (reader.values.length === 1 && reader.keyword(SYSTEM_FONTS) !== INVALID) return [...SYSTEM_FONT, ...resets];
    const values: SpecifiedValue[] = [INVALID, INVALID, INVALID, INVALID];
    for (let words = 0; words < 4; words++) {
      if (reader.ident('normal')) continue;
      if (values[0] === INVALID && (values[0] = valueOf(style!, reader)) !== INVALID) continue;
      if (values[1] === INVALID && reader.ident('small-caps')) values[1] = 'small-caps';
      else if (values[2] === INVALID && (values[2] = valueOf(weight!, reader)) !== INVALID) continue;
      else if (values[3] === INVALID && (values[3] = attempt(reader, parseFontStretchKeyword)) !== INVALID) continue;
      else break;
    }
    const fontSize = valueOf(size!, reader);
    if (fontSize === INVALID) return INVALID;
    const height = reader.slash() ? valueOf(lineHeight!, reader) : initialSpecified(lineHeight!);
    const families = height === INVALID ? INVALID : valueOf(family!, reader);
    if (families === INVALID) return INVALID;
    const [fontStyle = style!.initial, caps = 'normal', bold = weight!.initial, width = stretch!.initial] = values;
    return [fontStyle, caps, bold, width, fontSize, height, families, ...resets];
  };
}

const CAPS = new Set(['small-caps', 'all-small-caps', 'petite-caps', 'all-petite-caps', 'unicase', 'titling-caps']);
const POSITIONS = new Set(['sub', 'super']);
const EMOJI = new Set(['text', 'emoji', 'unicode']);
const VARIANT_LONGHANDS = ['ligatures', 'caps', 'alternates', 'numeric', 'east-asian', 'position', 'emoji'];

/** Parses `normal | none | <ligatures> || <caps> || ...` in any order. */
function fontVariant(reader: ValueReader): readonly SpecifiedValue[] | undefined {
  const values: SpecifiedValue[] = [[], 'normal', [], [], [], 'normal', 'normal'];
  if (reader.ident('normal')) return values;
  if (reader.ident('none')) {
    values[0] = ['none'];
    return values;
  }
  const words = [...LIGATURE_GROUPS, ...NUMERIC_GROUPS, ...EAST_ASIAN_GROUPS, CAPS, POSITIONS, EMOJI];
  const found: string[] = [];
  while (!reader.atEnd) {
    const keywordsFound = keywordGroups(reader, words);
    const alternates = keywordsFound === INVALID ? attempt(reader, parseAlternates) : INVALID;
    if (keywordsFound !== INVALID) found.push(...keywordsFound);
    else if (alternates !== INVALID) values[2] = alternates;
    else return INVALID;
  }
  if (new Set(found).size !== found.length) return INVALID;
  const among = (groups: readonly ReadonlySet<string>[]): string[] =>
    found.filter((word) => groups.some((group) => group.has(word)));
  values[0] = among(LIGATURE_GROUPS);
  values[1] = among([CAPS])[0] ?? 'normal';
  values[3] = among(NUMERIC_GROUPS);
  values[4] = among(EAST_ASIAN_GROUPS);
  values[5] = among([POSITIONS])[0] ?? 'normal';
  values[6] = among([EMOJI])[0] ?? 'normal';
  return values;
}

/** Parses `none | weight || style || small-caps || position`. Values that aren't listed are off. */
function fontSynthesis(reader: ValueReader): readonly SpecifiedValue[] | undefined {
  const words = ['weight', 'style', 'small-caps', 'position'];
  const on = [false, false, false, false];
  if (reader.ident('none')) return ['none', 'none', 'none', 'none'];
  let any = false;
  while (!reader.atEnd) {
    const index = words.findIndex((word, i) => !on[i] && reader.ident(word));
    if (index < 0) return INVALID;
    on[index] = true;
    any = true;
  }
  return any ? on.map((set) => (set ? 'auto' : 'none')) : INVALID;
}

/** Parses `list-style`. `none` may mean the type, the image or both (css-lists-3 §3.5). */
function listStyle([type, position, image]: readonly PropertyDefinition[]): Parser<readonly SpecifiedValue[]> {
  return (reader) => {
    let nones = 0;
    const values: SpecifiedValue[] = [INVALID, INVALID, INVALID];
    while (!reader.atEnd) {
      if (reader.ident('none')) nones++;
      else if (values[1] === INVALID && (values[1] = valueOf(position!, reader)) !== INVALID) continue;
      else if (values[2] === INVALID && (values[2] = valueOf(image!, reader)) !== INVALID) continue;
      else if (values[0] === INVALID && (values[0] = valueOf(type!, reader)) !== INVALID) continue;
      else return INVALID;
    }
    const open = (values[0] === INVALID ? 1 : 0) + (values[2] === INVALID ? 1 : 0);
    if (nones > open) return INVALID;
    if (nones > 0 && values[0] === INVALID) values[0] = null;
    const [listType = type!.initial, place = position!.initial, picture = null] = values;
    return [listType, place, picture];
  };
}

type Collapse = TextStyle['whiteSpaceCollapse'];
type WrapMode = TextStyle['textWrapMode'];

const WHITE_SPACE = new Map<string, readonly [Collapse, WrapMode]>([
  ['normal', ['collapse', 'wrap']],
  ['pre', ['preserve', 'nowrap']],
  ['pre-wrap', ['preserve', 'wrap']],
  ['pre-line', ['preserve-breaks', 'wrap']],
  ['-webkit-nowrap', ['collapse', 'nowrap']],
]);
const WHITE_SPACE_NAMES: ReadonlySet<string> = new Set(WHITE_SPACE.keys());

/** Parses CSS 2's keywords, or `<collapse> || <wrap-mode>` (css-text-4 §3.3). */
function whiteSpace(longhands: readonly PropertyDefinition[]): Parser<readonly SpecifiedValue[]> {
  const either = anyOrder(longhands);
  return (reader) => {
    const name = reader.keyword(WHITE_SPACE_NAMES);
    return name === INVALID ? either(reader) : WHITE_SPACE.get(name);
  };
}

const TEXT_DECORATION = ['line', 'style', 'color', 'thickness'].map((part) => `text-decoration-${part}`);

/** Parses `text-box: normal | <trim> || <edge>` (css-inline-3 §6.4). */
function textBox([trim, edge]: readonly PropertyDefinition[]): Parser<readonly SpecifiedValue[]> {
  return (reader) => {
    if (reader.ident('normal')) return [trim!.initial, edge!.initial];
    let trimmed: SpecifiedValue;
    let edges: SpecifiedValue;
    while (!reader.atEnd) {
      if (trimmed === INVALID && (trimmed = valueOf(trim!, reader)) !== INVALID) continue;
      if (edges !== INVALID || (edges = valueOf(edge!, reader)) === INVALID) return INVALID;
    }
    return [trimmed === INVALID ? 'trim-both' : trimmed, edges === INVALID ? edge!.initial : edges];
  };
}

function textSpacing(longhands: readonly PropertyDefinition[]): Parser<readonly SpecifiedValue[]> {
  const parse = anyOrder(longhands);
  return (reader) => {
    if (reader.ident('none')) return ['space-all', NO_AUTOSPACE];
    if (reader.ident('normal') || reader.ident('auto')) return ['normal', IDEOGRAPH_AUTOSPACE];
    return parse(reader);
  };
}

function marker(longhands: readonly PropertyDefinition[]): Parser<readonly SpecifiedValue[]> {
  return (reader) => {
    const value = valueOf(longhands[0]!, reader);
    return value === INVALID ? INVALID : [value, value, value];
  };
}

/** Parses `none | [ <integer> || <'block-ellipsis'> ] -webkit-legacy?` (css-overflow-4 §5.1). */
function lineClamp([maxLines, ellipsis]: readonly PropertyDefinition[]): Parser<readonly SpecifiedValue[]> {
  return (reader) => {
    if (reader.ident('none')) return [null, 'auto', 'auto'];
    const before = valueOf(ellipsis!, reader);
    const lines = valueOf(maxLines!, reader);
    const after = before === INVALID ? valueOf(ellipsis!, reader) : before;
    if (lines === INVALID && after === INVALID) return INVALID;
    const how = reader.ident('-webkit-legacy') ? '-webkit-legacy' : 'collapse';
    return [lines === INVALID ? null : lines, after === INVALID ? 'auto' : after, how];
  };
}

function webkitLineClamp([maxLines]: readonly PropertyDefinition[]): Parser<readonly SpecifiedValue[]> {
  return (reader) => {
    if (reader.ident('none')) return [null, 'auto', 'auto'];
    const lines = valueOf(maxLines!, reader);
    return lines === INVALID ? INVALID : [lines, 'auto', '-webkit-legacy'];
  };
}

const LINE_CLAMP = ['max-lines', 'block-ellipsis', 'continue'];

export function textShorthands(find: FindLonghand): readonly ShorthandDefinition[] {
  return [
    shorthand(find, 'font', [...FONT_SET, ...FONT_RESET], fontParser),
    shorthand(
      find,
      'font-variant',
      VARIANT_LONGHANDS.map((part) => `font-variant-${part}`),
      () => fontVariant,
    ),
    shorthand(
      find,
      'font-synthesis',
      ['weight', 'style', 'small-caps', 'position'].map((part) => `font-synthesis-${part}`),
      () => fontSynthesis,
    ),
    shorthand(find, 'list-style', ['list-style-type', 'list-style-position', 'list-style-image'], listStyle),
    shorthand(find, 'text-decoration', TEXT_DECORATION, anyOrder),
    shorthand(find, 'text-emphasis', ['text-emphasis-style', 'text-emphasis-color'], anyOrder, {
      aliases: ['-webkit-text-emphasis', '-epub-text-emphasis'],
    }),
    shorthand(find, 'white-space', ['white-space-collapse', 'text-wrap-mode'], whiteSpace),
    shorthand(find, 'text-wrap', ['text-wrap-mode', 'text-wrap-style'], anyOrder),
    shorthand(find, '-webkit-text-stroke', ['-webkit-text-stroke-width', '-webkit-text-stroke-color'], anyOrder),
    shorthand(find, 'text-box', ['text-box-trim', 'text-box-edge'], textBox),
    shorthand(find, 'text-spacing', ['text-spacing-trim', 'text-autospace'], textSpacing),
    shorthand(find, 'line-clamp', LINE_CLAMP, lineClamp),
    shorthand(find, '-webkit-line-clamp', LINE_CLAMP, webkitLineClamp),
    shorthand(find, 'marker', ['marker-start', 'marker-mid', 'marker-end'], marker),
  ];
}
