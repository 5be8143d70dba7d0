import { expect } from 'chai';
import { longString } from '../../../server/http/json-strings.ts';
import { Random } from '../../laws/random.ts';

const parsed = (text: string): Promise<string> => {
  const bytes = Buffer.from(`[${text}]`);
  return longString(bytes, 1, bytes.length - 1);
};

describe('long JSON strings', () => {
  it('are the same in pieces, regardless of where a piece ends', async () => {
    const random = new Random(7);
    const parts = ['a', '\\\\', '\\"', '\\n', '\\u00e9', '\\ud83d\\ude00', 'é', '漢', '😀', '\\/'];
    for (let i = 0; i < 40; i++) {
      const text = `"${random.times(30_000, 40_000, () => random.pick(parts)).join('')}"`;
      expect((await parsed(text)) === JSON.parse(text), String(i)).to.equal(true);
    }
  });

  it('may be only backslashes, only escapes, or empty', async () => {
    for (const text of [
      '""',
      `"${'\\\\'.repeat(100_000)}"`,
      `"${'\\u0041'.repeat(100_000)}"`,
      `"a${'\\\\'.repeat(100_000)}"`,
    ])
      expect((await parsed(text)) === JSON.parse(text), text.slice(0, 20)).to.equal(true);
  });
});
