import { expect } from 'chai';
import { addAmounts, formatAmount, machineAmount, MAX_AMOUNT, writtenAmount } from '../../../engine/boxes/amounts.ts';
import { PLAIN } from '../../../engine/css/values/sum.ts';

describe('boxes: amounts', () => {
  it('are added as decimals', () => {
    expect(addAmounts(0.1, 0.2)).to.equal(0.3);
    expect(addAmounts(1e12, 0.01)).to.equal(1_000_000_000_000.01);
    expect(addAmounts(addAmounts(1e12, 0.01), -1e12)).to.equal(0.01);
    expect(addAmounts(1e-7, 2e-7)).to.equal(3e-7);
    expect(addAmounts(MAX_AMOUNT, 1)).to.equal(MAX_AMOUNT);
    let sum = 0;
    for (let i = 0; i < 100_000; i++) sum = addAmounts(sum, 0.07);
    expect(sum).to.equal(7000);
  });

  it('are read as written in a language', () => {
    const read: readonly (readonly [string, string, number | null])[] = [
      ['1,234.50', '', 1234.5],
      ['1.234,50 €', 'de', 1234.5],
      ['CHF 1’234.50', 'de-CH', 1234.5],
      ['1 234,5', 'fr', 1234.5],
      ['₹ 12,34,567.00', 'en-IN', 1234567],
      ['Rs.500', 'en', 500],
      ['$.50', 'en', 0.5],
      ['-€5', 'en', -5],
      ['5.00-', 'en', -5],
      ['(5.00)', 'en', -5],
      ['− 5', 'en', -5],
      ['१२३', 'hi', 123],
      ['𝟙𝟚', 'en', 12],
      ['19 %', 'de', 19],
      ['', 'en', 0],
      ['free', 'en', 0],
      ['1,5', 'en', null],
      ['1.234,50', 'en', null],
      ['1,23,4', 'en', null],
      ['2 × 3', 'en', null],
      ['1.2.3', 'en', null],
      ['9'.repeat(101), 'en', null],
      ['7', 'no such language', 7],
    ];
    for (const [text, language, amount] of read) expect(writtenAmount(text, language), text).to.equal(amount);
  });

  it('are read as machines write them', () => {
    expect([' 1234.5 ', '-.5', '1e3'].map(machineAmount)).to.deep.equal([1234.5, -0.5, 1000]);
    expect(['1,5', '', '0x10', 'Infinity', '5.'].map(machineAmount)).to.deep.equal([null, null, null, null, null]);
  });

  it('are written without rounding errors, and in a known language', () => {
    expect(formatAmount(0.1 + 0.2, PLAIN, 'en')).to.equal('0.3');
    expect(formatAmount(-0, { ...PLAIN, decimals: 2 }, 'de')).to.equal('0,00');
    expect(formatAmount(1234.5, { ...PLAIN, currency: 'JPY' }, 'xx-invalid-language-tag-')).to.equal('¥1,235');
    expect(formatAmount(1234.5, { ...PLAIN, currency: 'EUR', currencyDisplay: 'name' }, 'de')).to.equal(
      '1.234,50 Euro',
    );
  });
});
