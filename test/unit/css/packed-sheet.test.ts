import { expect } from 'chai';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import { packSheet, unpackSheet } from '../../../engine/css/packed-sheet.ts';
import type { SheetContent } from '../../../engine/css/rules.ts';
import { parseStyleSheet } from '../../../engine/css/stylesheet.ts';
import { quirksSheet, userAgentSheet } from '../../../engine/css/user-agent-sheet.ts';

const parsed = (css: string): SheetContent =>
  parseStyleSheet(css, { budget: new Budget(DEFAULT_LIMITS), loadImport: () => null });

describe('a packed style sheet', () => {
  it('equals the parsed sheet', () => {
    for (const { content } of [userAgentSheet(), quirksSheet()])
      expect(unpackSheet(packSheet(content))).to.deep.equal(content);
  });

  it('keeps nested selector lists, namespaces and important declarations', () => {
    const content = parsed(
      '@namespace m "urn:m"; m|a:is(b > c, :not(.d)) + e:nth-child(2n of f, g)::before { color: red !important; --x: y }',
    );
    expect(content.rules).to.have.length(1);
    expect(unpackSheet(packSheet(content))).to.deep.equal(content);
  });

  it('refuses rules that it would lose', () => {
    expect(() => packSheet(parsed('@media print { a { color: red } }'))).to.throw('media');
    expect(() => packSheet(parsed('a { background: url(x.png) }'))).to.throw('references');
  });
});
