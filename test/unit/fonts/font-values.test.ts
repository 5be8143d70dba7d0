import { expect } from 'chai';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import type { FontValuesRule } from '../../../engine/css/rules.ts';
import { parseStyleSheet } from '../../../engine/css/stylesheet.ts';
import { FontValues } from '../../../engine/fonts/font-values.ts';

function valuesOf(css: string): FontValues {
  const { rules } = parseStyleSheet(css, { budget: new Budget(DEFAULT_LIMITS), loadImport: () => null });
  return new FontValues(rules as readonly FontValuesRule[]);
}

describe('names that a document gives to the choices of a font', () => {
  it('are matched as they are written', () => {
    const values = valuesOf('@font-feature-values Some Font{@styleset{Swirl:5;swirl:4}}');
    const tag = (name: string): string | undefined => values.alternates('some font', [`styleset(${name})`])[0]?.tag;
    expect(tag('Swirl')).to.equal('ss05');
    expect(tag('swirl')).to.equal('ss04');
    expect(tag('SWIRL')).to.equal(undefined);
  });

  it('may be for a family without letters in its name', () => {
    const values = valuesOf('@font-palette-values --x{font-family:"";base-palette:1}');
    expect(values.palette('', '--x')?.base).to.equal(1);
  });

  it('have colours for indices that are calculated', () => {
    const values = valuesOf('@font-palette-values --x{font-family:A;override-colors:calc(1 + 2) red,-1 blue}');
    expect([...values.palette('a', '--x')!.overrides.keys()]).to.deep.equal([3]);
  });
});
