import { expect } from 'chai';
import '../../../engine/platform/node-host.ts';
import { eachWordBoundary } from '../../../engine/text/dictionary-words.ts';

/** The words of a text, with bars between them. */
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
  it('are found in Thai, with marks of repetition behind them', () => {
    expect(divided('ประเทศไทยมีชื่ออย่างเป็นทางการ')).to.equal('ประเทศไทย|มีชื่อ|อย่าง|เป็น|ทางการ');
    expect(divided('เด็กๆกินข้าว')).to.equal('เด็กๆ|กิน|ข้าว');
  });

  it('are found in Lao, Khmer and Burmese', () => {
    expect(divided('ປະເທດລາວມີຊື່ທາງການ')).to.equal('ປະເທດ|ລາວ|ມີຊື່|ທາງການ');
    expect(divided('ព្រះរាជាណាចក្រកម្ពុជាជាប្រទេសមួយ')).to.equal('ព្រះរាជាណាចក្រ|កម្ពុជា|ជា|ប្រទេស|មួយ');
    expect(divided('မြန်မာနိုင်ငံသည်အရှေ့တောင်အာရှ')).to.equal('မြန်မာနိုင်ငံ|သည်|အရှေ့တောင်|အာ|ရှ');
  });

  it('are joined with what is none', () => {
    expect(divided('กขฮฮชื่อ')).to.equal('กขฮฮ|ชื่อ');
    expect(divided('ฮฮฮฮฮฮ')).to.equal('ฮฮฮฮฮฮ');
  });

  it('end with their script and at the ends of the part that is looked at', () => {
    expect(divided('abc อย่างเป็น ປະເທດລາວ x')).to.equal('abc อย่าง|เป็น ປະເທດ|ລາວ x');
    expect(divided('ประเทศไทย', 6)).to.equal('ไทย');
  });

  it('take as long as the text is, whatever stands in it', () => {
    const timeOf = (text: string): number => {
      const start = process.cpuUsage().user;
      eachWordBoundary(text, 0, text.length, () => undefined);
      return process.cpuUsage().user - start;
    };
    for (const text of ['ประเทศไทย', 'ฮ', 'กก']) {
      timeOf(text.repeat(2000));
      expect(timeOf(text.repeat(40_000))).to.be.lessThan(2_000_000);
    }
  });
});
