import { expect } from 'chai';
import { layoutDocument } from '../../../engine/render.ts';
import type { Node } from '../../../engine/document/node.ts';
import type { RenderOptions } from '../../../engine/index.ts';

const outline = (node: Node): string =>
  node.type === 'text' ? JSON.stringify(node.data) : `${node.tag}(${node.children.map(outline).join(' ')})`;

async function body(
  text: string | Uint8Array,
  options: RenderOptions = {},
): Promise<{ readonly tree: string; readonly codes: readonly string[] }> {
  const { document, diagnostics } = await layoutDocument(text, options);
  const codes = diagnostics.list().map(({ code, line, column }) => `${code} ${line}:${column}`);
  return { tree: outline(document.body!), codes };
}

const XML = '<?xml version="1.0" encoding="utf-8"?>';
const html = (inner: string, head = ''): string =>
  `${XML}\n<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml"><head>${head}</head><body>${inner}</body></html>`;

describe('XHTML', () => {
  it('ends empty elements at their self-closing tags', async () => {
    expect(await body(html('<p/><a id="x"/>y<script/><div>z</div>'))).to.deep.equal({
      tree: 'body(p() a() "y" script() div("z"))',
      codes: ['document/script 3:79'],
    });
  });

  it('knows the entities of HTML, those it declares, and CDATA', async () => {
    const { tree } = await body(
      `${XML}<!DOCTYPE html [<!ENTITY name "Ada">]><html><body>a&nbsp;b&eacute;&name;&unknown;<![CDATA[<b>&amp;]]></body></html>`,
    );
    expect(tree).to.equal('body("a\u00a0béAda&unknown;<b>&amp;")');
  });

  it('reads SVG and MathML in their namespaces, with any prefix', async () => {
    const { document } = await layoutDocument(
      html(
        '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:rect/></s:svg><math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi></math>',
      ),
    );
    const namespaces = document.body!.children.map((child) => (child.type === 'element' ? child.namespace : ''));
    expect(namespaces).to.deep.equal(['http://www.w3.org/2000/svg', 'http://www.w3.org/1998/Math/MathML']);
  });

  it('is recognized by the file name in the URL too', async () => {
    const text = '<html xmlns="http://www.w3.org/1999/xhtml"><head/><body><p/>x</body></html>';
    expect((await body(text, { baseUrl: 'file:///a/b.xhtml' })).tree).to.equal('body(p() "x")');
    expect((await body(text)).tree).to.equal('body(p("x"))');
  });

  it('begins pre elements below a first newline, unless its file name says XHTML', async () => {
    const text = html('<pre>\n\na</pre><textarea>\nb</textarea><p>\nc</p>');
    const shown = 'body(pre("\\na") textarea("b") p("\\nc"))';
    expect((await body(text)).tree).to.equal(shown);
    expect((await body(text, { baseUrl: 'file:///a/b.html' })).tree).to.equal(shown);
    expect((await body(text, { baseUrl: 'file:///a/b.xhtml' })).tree).to.equal(
      'body(pre("\\n\\na") textarea("\\nb") p("\\nc"))',
    );
  });

  it('is decoded in the encoding of its XML declaration', async () => {
    const text = '<?xml version="1.0" encoding="iso-8859-1"?><html><body>\u00e9</body></html>';
    expect((await body(Buffer.from(text, 'latin1'))).tree).to.equal('body("é")');
  });

  it('links the sheets of xml-stylesheet instructions', async () => {
    const { diagnostics, styler, document } = await layoutDocument(
      `${XML}<?xml-stylesheet href="a.css" type="text/css"?><html><head/><body>x</body></html>`,
      { loadResource: () => new TextEncoder().encode('body { color: #ff0000 }') },
    );
    expect(diagnostics.list()).to.deep.equal([]);
    expect(styler.explain(document.body!).some(({ value }) => value === '#ff0000')).to.equal(true);
  });

  it('is read as HTML with a warning if it is not well-formed', async () => {
    expect(await body(`${XML}\n<html><body><p>a<br>b</p></body></html>`)).to.deep.equal({
      tree: 'body(p("a" br() "b"))',
      codes: ['html/not-well-formed 2:25'],
    });
  });

  it('places diagnostics in tags and style attributes', async () => {
    const { codes } = await body(
      html('\n<p style="colour: red">x</p>\n<img src="missing.png" alt=""/>', '<style>\n p { colr: 1 }</style>'),
    );
    expect(codes).to.include.members(['css/unknown-property 5:11']);
    expect(codes.some((code) => code.startsWith('css/unknown-property 4:'))).to.equal(true);
  });
});
