import { expect } from 'chai';
// @ts-expect-error -- @types/css-tree describes only the package's index
import * as cssTree from 'css-tree/tokenizer';
import { tokenize } from '../../../engine/css-tree.ts';

type Tokenize = typeof tokenize;

function tokens(text: string, by: Tokenize): string[] {
  const found: string[] = [];
  by(text, (type, start, end) => found.push(`${type}: ${start} ${end}`));
  return found;
}

describe('tokens of texts with long payloads', () => {
  const payload = `;base64,${'Qk0+/1'.repeat(2000)}==`;
  const TEXTS: Record<string, string> = {
    'a url': `a{b:url(data:x${payload}) c;d:url( data:y${payload} )}`,
    'a string': `a{b:url("data:x${payload}")}@import 'data:x${payload}';`,
    'a comment': `a/* ${payload} */b ${payload}`,
    'a broken url': `a{b:url(data:x${payload} y) c}`,
    'a broken string': `a{b:"data:x${payload}\n;c:d}`,
    'no end': `a{b:url(data:x${payload}`,
    'anything else': `a{b:c${payload}}d{e:url(data:${payload})}`,
    'a byte order mark': `\ufeffa{b:url(data:x${payload})}`,
  };
  for (const [where, text] of Object.entries(TEXTS))
    it(`match those of a character-by-character tokenizer in ${where}`, () => {
      expect(tokens(text, tokenize)).to.deep.equal(tokens(text, (cssTree as { tokenize: Tokenize }).tokenize));
    });
});
