/** The declarations of the package, which `npm run build` writes. */
import { expect } from 'chai';
import { readFileSync } from 'node:fs';

const FILES = ['engine/index', 'engine/pdf', 'engine/puppeteer', 'engine/browser', 'server/golden/index'];
const textOf = (name: string): string => readFileSync(`dist/${name}.d.ts`, 'utf8');

describe('declarations of the package', () => {
  for (const name of FILES) {
    it(`contain only what ${name} exports, and the types that this needs`, () => {
      const text = textOf(name);
      const declared = [...text.matchAll(/^(?:interface|type) (\w+)/gm)].map(([, type]) => type!);
      const code = text.replace(/\/\*\*[^]*?\*\//g, '');
      const used = (type: string): number => [...code.matchAll(new RegExp(String.raw`\b${type}\b`, 'g'))].length;
      expect(declared.filter((type) => used(type) < 2)).to.deep.equal([]);
    });

    it(`document each declaration of ${name} with its own comment`, () => {
      expect(textOf(name)).not.to.match(/\*\/\n\/\*\*/);
    });
  }
});
