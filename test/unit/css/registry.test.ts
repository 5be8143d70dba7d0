import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import {
  allLonghands,
  allShorthands,
  initialStyle,
  parseDeclaration,
  propertyNamed,
  shorthandNamed,
} from '../../../engine/css/properties/registry.ts';
import { unsupportedProperties } from '../../../engine/css/properties/unsupported-properties.ts';
import { STANDARD_PARSE } from '../../../engine/css/values/value-reader.ts';

interface SpecifiedProperty {
  readonly name: string;
  readonly initial?: string;
  readonly inherited?: string;
  readonly legacyAliasOf?: string;
}

const { properties } = JSON.parse(readFileSync('node_modules/@webref/css/css.json', 'utf8')) as {
  properties: SpecifiedProperty[];
};

/** Initial values that differ from the drafts, with the reason. */
const OTHER_INITIAL: Readonly<Record<string, string>> = {
  d: 'null says that the attribute counts, and none is an empty path',
  'font-family': 'depends on the user agent',
  color: 'CanvasText, which is black on paper',
  'bookmark-label': 'content(text) is the null that means "from the content"',
  'list-style-type': 'named by a counter style',
  'outline-color': 'auto is currentcolor in every browser',
  'baseline-shift': 'an alias of vertical-align, whose baseline is 0',
  'hyphenate-character': 'kept as null',
  page: 'auto is the empty name',
  'text-autospace': "no browser spaces what doesn't ask for it",
};

/** Properties without any effect, or whose names are composed in the code that reads them. */
const NEEDS_NO_READER: Readonly<Record<string, string>> = {
  'font-synthesis-position': 'no position is ever synthesized',
  'print-color-adjust': 'colors are always printed',
  'shape-rendering': 'a hint that vectors have no need of',
  ...Object.fromEntries(
    ['source', 'slice', 'width', 'outset', 'repeat', 'mode'].map((part) => [`mask-border-${part}`, 'read by parts']),
  ),
};

describe('the property registry', () => {
  it('includes every CSS property, or explains why it has no effect', () => {
    const unknown = properties.filter(
      ({ name }) => !propertyNamed(name) && !shorthandNamed(name) && !unsupportedProperties.has(name),
    );
    expect(unknown.map(({ name }) => name)).to.deep.equal([]);
  });

  it('has no property that is both supported and unsupported', () => {
    const both = [...allLonghands, ...allShorthands].filter(({ name, aliases }) =>
      [name, ...aliases].some((n) => unsupportedProperties.has(n)),
    );
    expect(both.map(({ name }) => name)).to.deep.equal([]);
  });

  it('has no property that nothing reads', () => {
    const root = new URL('../../../engine/', import.meta.url);
    const isReader = (file: string): boolean =>
      file.endsWith('.ts') &&
      file !== 'css/computed-style.ts' &&
      (!file.startsWith('css/properties/') || /(?:finish|old-flexbox)\.ts$/.test(file));
    const words = new Set<string>();
    for (const file of readdirSync(root, { recursive: true }).map(String).filter(isReader))
      for (const [word] of readFileSync(new URL(file, root), 'utf8').matchAll(/[a-zA-Z]+/g)) words.add(word);
    const unread = allLonghands.filter(
      ({ name, field, logical }) => logical === null && !words.has(field) && NEEDS_NO_READER[name] === undefined,
    );
    expect(unread.map(({ name }) => name)).to.deep.equal([]);
  });

  it('has the inheritance of CSS', () => {
    const wrong: string[] = [];
    for (const { name, inherited, legacyAliasOf } of properties) {
      const property = propertyNamed(name);
      if (!property || legacyAliasOf || inherited === undefined || inherited.startsWith('see')) continue;
      if (inherited.startsWith('yes') !== property.inherited) wrong.push(name);
    }
    expect(wrong).to.deep.equal([]);
  });

  it('has the initial values of CSS', () => {
    const wrong: string[] = [];
    for (const { name, initial, legacyAliasOf } of properties) {
      const property = propertyNamed(name);
      if (!property || legacyAliasOf || !initial || /^see /i.test(initial) || OTHER_INITIAL[name] !== undefined)
        continue;
      const result = parseDeclaration(name, initial.replace(/^(?:the keyword )/, ''), STANDARD_PARSE);
      if (result.kind !== 'longhands') {
        wrong.push(`${name}: ${initial} doesn't parse`);
        continue;
      }
      const expected = property.compute === null ? result.values[0]!.value : property.initial;
      if (JSON.stringify(expected) !== JSON.stringify(property.initial))
        wrong.push(`${name}: ${initial} is ${JSON.stringify(expected)}`);
    }
    expect(wrong).to.deep.equal([]);
  });

  it('fills every field of the initial style', () => {
    const style = initialStyle();
    for (const { name, group, field, logical, initial } of allLonghands) {
      if (logical === null) expect((style[group] as unknown as Record<string, unknown>)[field], name).to.equal(initial);
    }
    expect(style.id).to.equal(0);
    expect(style.border.borderTopWidth).to.equal(0);
    expect(style.background.backgroundLayers).to.have.length(1);
  });

  it('accepts the names that other print formatters use for properties with the same values', () => {
    for (const declaration of [
      'prince-bookmark-level: 2',
      '-ah-bookmark-label: content()',
      '-weasy-bookmark-state: closed',
      '-prince-hyphens: auto',
      "-ro-hyphenate-character: '-'",
      'prince-image-resolution: 300dpi',
    ]) {
      const [name, value] = declaration.split(': ') as [string, string];
      expect(parseDeclaration(name, value, STANDARD_PARSE).kind, declaration).to.equal('longhands');
    }
    const { message } = parseDeclaration('prince-bookmark-level', 'x', STANDARD_PARSE) as { message: string };
    expect(message).to.contain('prince-bookmark-level');
  });

  it('resolves aliases', () => {
    expect(propertyNamed('word-wrap')?.name).to.equal('overflow-wrap');
    expect(propertyNamed('-webkit-transform')?.name).to.equal('transform');
    expect(propertyNamed('font-width')?.name).to.equal('font-stretch');
    expect(shorthandNamed('grid-gap')?.name).to.equal('gap');
    for (const name of [
      'writing-mode',
      'text-transform',
      'text-orientation',
      'text-align-last',
      'text-underline-position',
      'word-break',
      'line-break',
      'ruby-position',
      'caption-side',
      'hyphens',
    ])
      expect(propertyNamed(`-epub-${name}`)?.name).to.equal(name);
    expect(propertyNamed('-epub-text-combine')?.name).to.equal('text-combine-upright');
    expect(shorthandNamed('-epub-text-emphasis')?.name).to.equal('text-emphasis');
  });

  it('distinguishes unknown, unsupported and invalid declarations', () => {
    expect(parseDeclaration('colour', 'red', STANDARD_PARSE).kind).to.equal('unknown-property');
    expect(parseDeclaration('animation', 'spin 1s', STANDARD_PARSE).kind).to.equal('unsupported');
    expect(parseDeclaration('-premailer-width', '1', STANDARD_PARSE).kind).to.equal('unsupported');
    expect(parseDeclaration('mso-hide', 'all', STANDARD_PARSE).kind).to.equal('unsupported');
    expect(parseDeclaration('color', 'reddish', STANDARD_PARSE).kind).to.equal('invalid-value');
    expect(parseDeclaration('color', 'var(--x)', STANDARD_PARSE).kind).to.equal('deferred');
    expect(parseDeclaration('margin', '1px var(--x)', STANDARD_PARSE).kind).to.equal('deferred');
    expect(parseDeclaration('content', '"var(--x)"', STANDARD_PARSE).kind).to.equal('longhands');
    expect(parseDeclaration('content', 'attr(title)', STANDARD_PARSE).kind).to.equal('longhands');
    expect(parseDeclaration('width', 'attr(size px)', STANDARD_PARSE).kind).to.equal('deferred');
  });
});
