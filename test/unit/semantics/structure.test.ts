import { inflateSync } from 'node:zlib';
import { expect } from 'chai';
import { render } from '../../../engine/index.ts';
import { expectStructure } from '../../support/expect-structure.ts';
import { dumpStructure, structureOf } from '../../support/pdf-structure.ts';

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=';

describe('the structure tree', () => {
  it('keeps text and its elements in document order', () =>
    expectStructure(
      '<p>Before <em>stressed</em> after, <a href="https://example.com/">a link</a>.</p>',
      `
      P
        - Before${' '}
        Em
          - stressed
        -  after,${' '}
        Link
          - annotation
          - a link
        - .
      `,
    ));

  it('keeps inline items as items of their lists and rows, except next to text', () =>
    expectStructure(
      `<style>li { display: inline } .b li { display: inline-block }</style><ul><li>a</li> <li>b</li></ul><ul class=b><li>c</li> <li>d</li></ul>
      <div role=table><div role=row><span role=columnheader>e</span> <span role=columnheader>f</span></div>
      <div role=row><span role=cell>g</span><span role=cell>h</span></div></div><ul>text <li>i</li></ul>`,
      `
      L ListNumbering=Disc
        LI
          LBody
            - a
        LI
          LBody
            - b
      L ListNumbering=Disc
        LI
          LBody
            - c
        LI
          LBody
            - d
      Table
        TR
          TH Scope=Column
            - e
          TH Scope=Column
            - f
        TR
          TD
            - g
          TD
            - h
      L ListNumbering=Disc
        LI
          LBody
            - text${' '}
            P
              - i
      `,
    ));

  it('reads floats and positioned boxes at their place in the document', () =>
    expectStructure(
      `<p>One <span style="float:right">float</span> two <b style="position:absolute;top:0"><strong>placed</strong></b> three</p><p>four</p>`,
      `
      P
        - One${' '}
        Span
          - float
        - two${' '}
        Span
          Strong
            - placed
        - three
      P
        - four
      `,
    ));

  it('reads text that is painted late at its place in the document', () =>
    expectStructure(
      '<p>One <b style="position:relative">two</b> three <b style="position:relative">four</b>',
      `
      P
        - One two three four
      `,
    ));

  it('reads text that overlaps other text at its place in the document', () =>
    expectStructure(
      '<p>One <b style="position:relative;left:30px;color:red">two</b> three',
      `
      P
        - One${' '}
        - two
        -  three
      `,
    ));

  it('reads hyphens at the ends of lines in place', () =>
    expectStructure(
      '<p style="width:60px;font:16px Arial;hyphens:auto">miraculous',
      `
      P
        - miracu\u00adlous
      `,
    ));

  it('has links only if they lead somewhere', () =>
    expectStructure(
      '<p>One <a href="#nowhere">two</a>',
      `
      P
        - One${' '}
        Span
          - two
      `,
    ));

  it('reads flex items in document order, regardless of their `order`', () =>
    expectStructure(
      `<div style="display:flex"><p style="order:2">one</p><p style="order:1">two</p></div>`,
      `
      Div
        P
          - one
        P
          - two
      `,
    ));

  it('has one element for a paragraph that spans two columns', () =>
    expectStructure(
      `<div style="columns:2;height:3em;width:400px;orphans:1;widows:1"><p style="margin:0">one<br>two<br>three<br>four</p></div>`,
      `
      Div
        P
          - one two three four
      `,
    ));

  it('has one element for a link that is split by a block', () =>
    expectStructure(
      '<div>a <a href="#x">b<div id=x>c</div>d</a></div>',
      `
      Div
        P
          - a${' '}
          Link
            - annotation
            - b
            - annotation
            P
              - c
            - d
      `,
    ));

  it('takes heading levels from the outline that they form', () =>
    expectStructure(
      '<h2>a</h2><h4>b</h4><h4>c</h4><h3>d</h3><h2>e</h2><div role=heading aria-level=6>f</div>',
      `
      H1
        - a
      H2
        - b
      H2
        - c
      H2
        - d
      H1
        - e
      H2
        - f
      `,
    ));

  it('does not count empty headings', () => expectStructure('<h1> </h1><h2>a</h2>', 'H1\n  - a'));

  it('divides list items into label and body', () =>
    expectStructure(
      '<ol><li>one<ul><li>inner</ul><li><p>two</p>three</ol>',
      `
      L ListNumbering=Decimal
        LI
          Lbl
            - 1.${' '}
          LBody
            - one
            L ListNumbering=Circle
              LI
                Lbl ActualText="◦"
                  - (picture)
                LBody
                  - inner
        LI
          Lbl
            - 2.${' '}
          LBody
            P
              - two
            - three
      `,
    ));

  it('pairs terms with their definitions', () =>
    expectStructure(
      '<dl><dt>a<dt>b<dd>c<dd>d<dt>e<dd>f</dl><dl><div><dt>g<dd>h</div></dl>',
      `
      L ListNumbering=None
        LI
          Lbl
            - a
          Lbl
            - b
          LBody
            - c
          LBody
            - d
        LI
          Lbl
            - e
          LBody
            - f
      L ListNumbering=None
        LI
          Lbl
            - g
          LBody
            - h
      `,
    ));

  it('has alternatives for images, and none for decoration', () =>
    expectStructure(
      `<p>x<img src="${PIXEL}" alt="A dot"><img src="${PIXEL}" alt=""><img src="${PIXEL}" alt="b" role=none>
       <svg width=9 height=9><title>A square</title><path d="M0 0h9v9z"/></svg><span role=img aria-label="stars">★★</span>
       <i id=n>name</i><img src="${PIXEL}" aria-labelledby=n>`,
      `
      P
        - x
        Figure Alt="A dot"
          - (picture)
        -  ${''}
        Figure Alt="A square"
          - (picture)
        Figure Alt="stars"
          - ★★
        -  name
        Figure Alt="name"
          - (picture)
      `,
    ));

  it('omits content hidden from readers', () =>
    expectStructure(
      '<p aria-hidden=true>a <em>b</em></p><p>c<span aria-hidden=true>d</span></p><hr><div role=separator>e</div>',
      'P\n  - c',
    ));

  it('keeps ARIA roles', () =>
    expectStructure(
      `<div role=list><div role=listitem>a</div></div><div role=table><div role=row><div role=columnheader>b</div></div></div>
       <div role="nonsense paragraph">c</div><section aria-label="Part">d</section>
       <section role=doc-part><h1>e</h1><section role=doc-chapter>f</section></section>`,
      `
      L ListNumbering=Disc
        LI
          LBody
            - a
      Table
        TR
          TH Scope=Column
            - b
      P
        - c
      Sect T="Part"
        P
          - d
      Part
        H1
          - e
        Sect
          P
            - f
      `,
    ));

  it('states languages, abbreviations and quotations', () =>
    expectStructure(
      `<p lang=de>Guten <span lang=fr>jour</span></p><p><abbr title="Portable Document Format">PDF</abbr> <q>q</q></p><blockquote>b</blockquote>`,
      `
      P Lang="de"
        - Guten${' '}
        Span Lang="fr"
          - jour
      P
        Span E="Portable Document Format"
          - PDF
        -  ${''}
        Quote
          - “q”
      BlockQuote
        P
          - b
      `,
    ));

  it('pairs ruby bases with their annotations', () =>
    expectStructure(
      '<p>x<ruby>a<rt>b</rt>c<rt>d</rt></ruby>y</p>',
      `
      P
        - x
        Ruby
          RB
            - a
          RT
            - b
        Ruby
          RB
            - c
          RT
            - d
        - y
      `,
    ));

  it('reads footnotes after their call', () =>
    expectStructure(
      '<style>.f { float: footnote }</style><p>One<span class=f>The note.</span> two</p>',
      `
      P
        - One
        Reference
          Link
            - annotation
            - 1
        FENote ID="note-4"
          Lbl
            Link
              - annotation
              - 1.${' '}
          - The note.
        -  two
      `,
    ));

  it('treats lists whose items show page numbers as tables of contents', () =>
    expectStructure(
      `<style>a::after { content: ' ' target-counter(attr(href), page) }</style><ul><li><a href="#a">One</a></ul><h1 id=a>One</h1>`,
      `
      TOC
        TOCI
          Lbl ActualText="•"
            - (picture)
          Reference
            Link
              - annotation
              - One 1
      H1
        - One
      `,
    ));

  it('keeps lists as lists if an item, or one in a nested list, leads nowhere', () =>
    expectStructure(
      `<style>a::after { content: ' ' target-counter(attr(href), page) } li { list-style: none }</style>
       <ul><li><a href="#gone">One</a></ul><ul><li><a href="#a">Two</a><ul><li>Three</ul></ul><h1 id=a>Head</h1>`,
      `
      L ListNumbering=Disc
        LI
          LBody
            Span
              - One
      L ListNumbering=Disc
        LI
          LBody
            Link
              - annotation
              - Two 1
            L ListNumbering=Circle
              LI
                LBody
                  - Three
      H1
        - Head
      `,
    ));

  it('nests sections only where they may be', () =>
    expectStructure(
      `<article>a<article>b</article></article><aside><div><aside>c</aside></div></aside>
       <table><tr><td><div><blockquote>d</blockquote></div><td>e<tr><td>f<td>g</table>
       <div>h<span style="float: footnote"><div>i<h2>j</h2></div></span></div>`,
      `
      Art
        P
          - a
        Sect
          P
            - b
      Aside
        Div
          Sect
            P
              - c
      Table
        TBody
          TR
            TD
              Div
                Sect
                  P
                    - d
            TD
              - e
          TR
            TD
              - f
            TD
              - g
      P
        - h
        Reference
          Link
            - annotation
            - 1
        FENote ID="note-23"
          Lbl
            Link
              - annotation
              - 1.
          Div
            P
              - i
            P
              - j
      `,
    ));

  it('gives every note an id', () =>
    expectStructure(
      '<p style="-pagewright-tag:Note">a</p><p role=doc-footnote>b</p><a href="#c" style="-pagewright-tag:Note">d</a>',
      `
      FENote ID="note-1"
        - a
      FENote ID="note-2"
        - b
      P
        FENote ID="note-4"
          Span
            - d
      `,
    ));

  it('makes rubies spans unless they have one base and one annotation', () =>
    expectStructure(
      '<p><ruby>a<rt>b</rt>c<rt></rt></ruby><ruby><code>d</code><rt><ruby>e<rt>f</rt></ruby></rt></ruby>',
      `
      P
        Ruby
          RB
            - a
          RT
            - b
        Span
          Span
            - c
        Ruby
          RB
            Span
              - d
          RT
            Span
              Span
                - e
              Span
                - f
      `,
    ));

  it('puts the text of inline sections in a paragraph', () =>
    expectStructure(
      '<header style="display:inline"><figure></figure>text</header>',
      `
      Div
        P
          - text
      `,
    ));

  it('keeps controls out of links and buttons', async () => {
    const html =
      '<p><a href="https://example.com/">a <button>b</button></a> <button><textarea aria-label=c>d</textarea></button>';
    const page = (body: string): string => `<!doctype html><html lang="en"><title>T</title><body>${body}`;
    const tree = dumpStructure(await structureOf(page(html), { forms: true }));
    expect(tree.split('\n').slice(2)).to.deep.equal([
      '    Link',
      '      - annotation',
      '      - a ',
      '    Form Alt="b"',
      '      - annotation',
      '    -  ',
      '    Form Alt="d"',
      '      - annotation',
      '    Form Alt="c"',
      '      - annotation',
    ]);
    const drawn = dumpStructure(await structureOf(page(html)));
    expect(drawn).to.include('      Span Alt="b"\n        - b');
  });

  it('describes controls that are only drawn', () =>
    expectStructure(
      '<p><label>Agreed <input type=checkbox checked></label> <label for=n>Name</label> <input id=n value=Ann> <button>Go</button>',
      `
      P
        - Agreed${' '}
        Form Alt="Agreed" Role=cb checked=on Desc=Agreed
          - (picture)
        -  Name${' '}
        Form Alt="Name" Role=tv Desc=Name
          - Ann
        -  ${''}
        Form Alt="Go" Role=pb Desc=Go
          - Go
      `,
    ));

  it('reads fields that are cut by the end of a column once', async () => {
    const html = `<!doctype html><html lang="en"><title>T</title><style>@page { size: A6 landscape; margin: 15mm }</style>
      <div style="writing-mode:vertical-rl"><ol style="columns:2"><li>a<li><textarea aria-label=b>c d</textarea></ol></div>`;
    const tree = dumpStructure(await structureOf(html, { forms: true }));
    expect(tree.split('\n').slice(-2)).to.deep.equal(['          Form Alt="b"', '            - annotation']);
  });

  it('reads repeated headers, fixed boxes and margin boxes once or not at all', () =>
    expectStructure(
      `<style>@page { size: 300px 220px; margin: 30px; @top-center { content: 'top' } } td { height: 100px }</style>
       <div style="position:fixed;top:0">fixed</div>
       <table><thead><tr><th>he<b style="position:relative">ad</b></thead><tr><td>1<tr><td>2<tr><td>3</table>`,
      `
      P
        - fixed
      Table
        THead
          TR
            TH Scope=Column
              - head
        TBody
          TR
            TD
              - 1
          TR
            TD
              - 2
          TR
            TD
              - 3
      `,
    ));

  it('marks subscript and superscript spans if the file version allows it', async () => {
    const html =
      '<!doctype html><html lang="en"><title>T</title><table><tr><th>a<tr><td>H<sub>2</sub>O, x<sup>2</sup></table>';
    const positions = async (profile: 'pdf/ua-1' | 'pdf/ua-2'): Promise<string[]> => {
      const { pdf } = await render(html, { profile, compress: false });
      const file = Buffer.from(pdf).toString('latin1');
      // PDF 2.0 has its objects in deflated streams.
      const packed = [...file.matchAll(/\/Type \/ObjStm\n[^]*?\/Length (\d+)\n>>\nstream\n/g)].map((match) => {
        const from = match.index + match[0].length;
        return inflateSync(Buffer.from(file.slice(from, from + Number(match[1])), 'latin1')).toString('latin1');
      });
      return [file, ...packed].join('').match(/\/S\/Su[bp]\b|\/TextPosition\/\w+/g) ?? [];
    };
    expect(await positions('pdf/ua-2')).to.deep.equal(['/TextPosition/Sub', '/TextPosition/Sup']);
    expect(await positions('pdf/ua-1')).to.deep.equal([]);
  });
});
