import { expect } from 'chai';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import type { FontValuesRule } from '../../../engine/css/rules.ts';
import { parseStyleSheet } from '../../../engine/css/stylesheet.ts';
import { FontValues } from '../../../engine/fonts/font-values.ts';

function valuesOf(css: string): FontValues {
  const { rules } = parseStyleSheet(css, { budget: new Budget(DEFAULT_LIMITS), loadImport: () => null });
  return new FontValues(rules as readonly FontValuesRule[]);
}

describe('document-defined names of font features and palettes', () => {
  it('are case-sensitive', () => {
    const values = valuesOf('@font-feature-values Some Font{@styleset{Swirl:5;swirl:4}}');
    const tag = (name: string): string | undefined => values.alternates('some font', [`styleset(${name})`])[0]?.tag;
    expect(tag('Swirl')).to.equal('ss05');
    expect(tag('swirl')).to.equal('ss04');
    expect(tag('SWIRL')).to.equal(undefined);
  });

  it('may apply to a family with an empty name', () => {
    const values = valuesOf('@font-palette-values --x{font-family:"";base-palette:1}');
    expect(values.palette('', '--x')?.base).to.equal(1);
  });

  it('accept calculated color indices', () => {
    const values = valuesOf('@font-palette-values --x{font-family:A;override-colors:calc(1 + 2) red,-1 blue}');
    expect([...values.palette('a', '--x')!.overrides.keys()]).to.deep.equal([3]);
  });
});
