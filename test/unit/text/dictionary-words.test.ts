import { expect } from 'chai';
import { stepsIn } from '../../support/steps.ts';
import '../../../engine/platform/node-host.ts';
import { eachWordBoundary } from '../../../engine/text/dictionary-words.ts';

/** Returns the text with bars between its words. */
function divided(text: string, from = 0, to = text.length): string {
  let out = '';
  let last = from;
  eachWordBoundary(text, from, to, (at) => {
    out += `${text.slice(last, at)}|`;
    last = at;
  });
  return out + text.slice(last, to);
}

describe('words of scripts without spaces', () => {
  it('are found in Thai, including repetition marks after them', () => {
    expect(divided('ประเทศไทยมีชื่ออย่างเป็นทางการ')).to.equal('ประเทศไทย|มีชื่อ|อย่าง|เป็น|ทางการ');
    expect(divided('เด็กๆกินข้าว')).to.equal('เด็กๆ|กิน|ข้าว');
  });

  it('are found in Lao, Khmer and Burmese', () => {
    expect(divided('ປະເທດລາວມີຊື່ທາງການ')).to.equal('ປະເທດ|ລາວ|ມີຊື່|ທາງການ');
    expect(divided('ព្រះរាជាណាចក្រកម្ពុជាជាប្រទេសមួយ')).to.equal('ព្រះរាជាណាចក្រ|កម្ពុជា|ជា|ប្រទេស|មួយ');
    expect(divided('မြန်မာနိုင်ငံသည်အရှေ့တောင်အာရှ')).to.equal('မြန်မာနိုင်ငံ|သည်|အရှေ့တောင်|အာ|ရှ');
  });

  it('include adjacent characters that form no word', () => {
    expect(divided('กขฮฮชื่อ')).to.equal('กขฮฮ|ชื่อ');
    expect(divided('ฮฮฮฮฮฮ')).to.equal('ฮฮฮฮฮฮ');
  });

  it('end with their script and at the ends of the examined part', () => {
    expect(divided('abc อย่างเป็น ປະເທດລາວ x')).to.equal('abc อย่าง|เป็น ປະເທດ|ລາວ x');
    expect(divided('ประเทศไทย', 6)).to.equal('ไทย');
  });

  it('take a number of steps proportional to the length of the text', async () => {
    const url = new URL('../../../engine/text/dictionary-words.ts', import.meta.url);
    const stepsOf = (text: string): Promise<number> =>
      stepsIn<typeof import('../../../engine/text/dictionary-words.ts')>(url, (words) =>
        words.eachWordBoundary(text, 0, text.length, () => undefined),
      );
    for (const text of ['ประเทศไทย', 'ฮ', 'กก'])
      expect(await stepsOf(text.repeat(2000)), text).to.be.below(2.1 * (await stepsOf(text.repeat(1000))));
  });
});
