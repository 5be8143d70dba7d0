import { expect } from 'chai';
import { render } from '../../../engine/index.ts';

const said = async (html: string): Promise<string[]> =>
  (await render(html)).diagnostics
    .filter(({ code }) => code === 'template/not-filled')
    .map(({ source, line, column, message }) => `${source} ${line}:${column} ${/`(.*?)`/.exec(message)?.[1]}`);

describe('a template without data', () => {
  it('is reported once, at its first tag in the text', async () => {
    expect(
      await said(
        '<style>p { color: {{ color }} }</style>\n<p title="{{ a }}">x {{ customer.name | upcase }}<p>{{ b }}',
      ),
    ).to.deep.equal(['document 2:22 {{ customer.name | upcase }}']);
    expect(await said('<ul>\n  {% for item in items %}\n<li>{{ item }}</ul>')).to.deep.equal([
      'document 2:3 {% for item in items %}',
    ]);
    expect(await said('<title>Invoice {{- number -}}</title><p>x')).to.deep.equal(['document 1:16 {{- number -}}']);
    expect(await said('<table><tr><td>1</td>\n{% if a %}</tr></table>')).to.deep.equal(['document 2:1 {% if a %}']);
  });

  it('is also reported in headers and for bytes', async () => {
    const { diagnostics } = await render('<p>x', { header: '{{ title }}' });
    expect(diagnostics.map(({ code, source }) => [code, source])).to.deep.equal([
      ['template/not-filled', 'header document'],
    ]);
    const bytes = await render(new TextEncoder().encode('<p>{{ a }}'));
    expect(bytes.diagnostics.map(({ line, column }) => [line, column])).to.deep.equal([[1, 4]]);
  });

  it('is not assumed for code samples and other braces', async () => {
    const html =
      '<p><code>{{ a }}</code><pre><b>{% if a %}</b></pre><script>{{ a }}</script><textarea>{{ a }}</textarea>' +
      '<p>{{1, 2}} {{}} {{ 5 }} { { a } } 100 {%} {% } <p>{{ a <b>}}</b>';
    expect(await said(html)).to.deep.equal([]);
  });
});
