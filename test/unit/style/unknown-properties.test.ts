import { expect } from 'chai';
import { render } from '../../../engine/index.ts';

describe('unknown properties', () => {
  it('are reported once with their position, whether or not the rule matches anything', async () => {
    const { diagnostics } = await render(
      '<style>\np { colr: red }\n.never:hover { colr: blue; fooo: 1; --fine: x; color: red }</style><p style="baar: 1">x<p>y',
    );
    expect(diagnostics.map(({ code, line, column, count }) => `${code} ${line}:${column} ${count}`)).to.deep.equal([
      'css/unknown-property 2:5 2',
      'css/unknown-property 3:28 1',
      'css/unknown-property 3:78 1',
    ]);
  });
  it("are reported if the rule's pseudo-elements do not support them", async () => {
    const { diagnostics } = await render(
      '<style>\np::first-letter { width: 1px; color: red }\nli::marker, p::first-line { padding: 1px; font: 9px serif }\nb::before, b::first-line { width: 1px }</style><p>x<li>y',
    );
    expect(diagnostics.map(({ code, line, column, message }) => `${code} ${line}:${column} ${message}`)).to.deep.equal([
      "css/not-applicable 2:19 width doesn't apply to ::first-letter.",
      "css/not-applicable 3:29 padding doesn't apply to ::marker, ::first-line.",
    ]);
  });
  it('are reported if they are made for pseudo-elements', async () => {
    const { diagnostics } = await render(
      '<style>\np { -webkit-initial-letter: 3 }\np::first-letter, i { initial-letter: 3 }\np { initial-letter: normal }\nb { initial-letter: inherit }</style><p>x',
    );
    const message = 'initial-letter has an effect on ::first-letter only.';
    expect(diagnostics.map((one) => `${one.code} ${one.line}:${one.column} ${one.message}`)).to.deep.equal([
      `css/not-applicable 2:5 ${message}`,
    ]);
  });
  it('are reported if content sets the text of elements', async () => {
    const image = 'url(data:image/svg+xml,<svg/>)';
    const { diagnostics } = await render(
      `<style>\np { content: counter(page) }\np::before, i { content: "x" }\nb { content: ${image} }\ni { content: ""; color: red }\nu { content: none }\nq { content: ${image} "x" }</style><p>x`,
    );
    expect(
      diagnostics.map(({ code, line, column, severity, count }) => `${severity} ${code} ${line}:${column} ${count}`),
    ).to.deep.equal(['warning css/not-applicable 2:5 2']);
  });
});
