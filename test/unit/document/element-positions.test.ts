/** Diagnostics about elements have a position, although most documents don't record those of their elements. */
import { expect } from 'chai';
import { Diagnostics } from '../../../engine/diagnostics.ts';
import { InnerDiagnostics } from '../../../engine/frames.ts';
import { render } from '../../../engine/index.ts';

const STYLE =
  '<style>@page{size:300px;margin:50px} .a{position:fixed;top:-90px;height:30px} .c{columns:2} .c i{display:block;page:x} .d{display:grid-lanes;gap:9px;rule:1px solid} .e{display:flex} .e i{page:y} .e b{page:z} .f::before{content:target-counter("#no",page)}</style>';

describe('positions of diagnostics about elements', () => {
  for (const [markup, code] of [
    ['<p class=a>x', 'page/outside'],
    ['<div class=c>x<i>y</i></div>', 'layout/unsupported'],
    ['<div class=d>x<i>y</i></div>', 'layout/unsupported'],
    ['<div class=e><i>y</i><b>z</b></div>', 'layout/unsupported'],
    ['<p class=f>x', 'content/unknown-target'],
    ['<math><menclose notation=oval><mi>x</mi></menclose></math>', 'mathml/unknown-value'],
    ['<math overflow=scroll><mi>x</mi></math>', 'mathml/unknown-value'],
    ['<p><a href="#gone">x</a>', 'document/dead-link'],
  ] as const)
    it(`${code}: ${markup}`, async () => {
      const { diagnostics } = await render(`<!DOCTYPE html>${STYLE}\n<p>a\n${markup}`);
      const found = diagnostics.filter((one) => one.code === code);
      expect(found.map(({ line }) => line)).to.deep.equal(found.map(() => 3));
      expect(found).to.have.length.greaterThan(0);
    });

  it('may be missing, also in frames and templates', () => {
    const diagnostics = new Diagnostics();
    new InnerDiagnostics(diagnostics, 'iframe').warnAbout('layout/unsupported', 'Something is missing.', null);
    expect(diagnostics.list().map(({ message, line }) => [message, line])).to.deep.equal([
      ['Something is missing.', null],
    ]);
  });
});
