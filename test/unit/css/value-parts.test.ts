import { expect } from 'chai';
import { parseDeclaration } from '../../../engine/css/properties/registry.ts';
import { STANDARD_PARSE } from '../../../engine/css/values/value-reader.ts';

describe('the parts of a value', () => {
  const kindOf = (parts: number): string =>
    parseDeclaration('grid-template-columns', '1px '.repeat(parts), STANDARD_PARSE).kind;

  it('are limited to 200,000', () => {
    expect(kindOf(200_000)).to.equal('longhands');
    expect(kindOf(200_001)).to.equal('invalid-value');
  });
});
