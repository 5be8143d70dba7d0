import { expect } from 'chai';
import { shapingLanguage } from '../../../engine/fonts/shaping-language.ts';

describe('the shaping language', () => {
  it('is reduced to the distinctions that fonts make', () => {
    expect(shapingLanguage('de-AT-1996', null)).to.equal('de');
    expect(shapingLanguage('ZH-Hant-HK', null)).to.equal('zh-hant-hk');
    expect(shapingLanguage('zh-TW', null)).to.equal('zh-tw');
    expect(shapingLanguage('ro-MD', null)).to.equal('ro-md');
    expect(shapingLanguage('', 'SRB ')).to.equal('x-hbotSRB');
    // Language system tags are upper case.
    expect(shapingLanguage('', 'srb')).to.equal('');
  });

  it('has a bounded number of values for any input', () => {
    const written = Array.from({ length: 2000 }, (_, i) => `en-x-${i}`);
    expect(new Set(written.map((tag) => shapingLanguage(tag, null)))).to.deep.equal(new Set(['en']));
    expect(shapingLanguage('x'.repeat(100_000), null)).to.equal('');
    expect(shapingLanguage('en', 'anything else')).to.equal('');
  });
});
