import { expect } from 'chai';
import { BoxFlag } from '../../../engine/boxes/box.ts';
import { boxes, expectBoxes } from '../../support/boxes.ts';

describe('box tree', () => {
  it('wraps inline content next to blocks and drops white space between them', () =>
    expectBoxes(
      '<p>a <!-- --> <b>b</b></p> <div> <i>x</i> <p>y</p> </div>',
      `
      Block <p>
        "a "
        Inline <b>
          "b"
      Block <div>
        Block <div> [Anonymous]
          Inline <i>
            "x"
        Block <p>
          "y"
      `,
    ));

  it('splits inline boxes around blocks', () =>
    expectBoxes(
      '<div>a<span>b<p>c</p>d</span>e</div>',
      `
      Block <div>
        Block <div> [Anonymous]
          "a"
          Inline <span> [ContinuesAfter]
            "b"
        Block <p>
          "c"
        Block <div> [Anonymous]
          Inline <span> [ContinuesBefore]
            "d"
          "e"
      `,
    ));

  it('keeps empty pieces of split inline boxes only for their edges', async () => {
    await expectBoxes('<span><p>c</p></span>', 'Block <p>\n  "c"');
    await expectBoxes(
      '<span style="padding:1px"><p>c</p></span>',
      `
      Block <body> [Anonymous]
        Inline <span> [ContinuesAfter]
      Block <p>
        "c"
      Block <body> [Anonymous]
        Inline <span> [ContinuesBefore]
      `,
    );
  });

  it('moves blocks together with a relatively positioned inline box around them', async () => {
    const { root } = await boxes('<span style="position:relative;left:5px"><p>c</p></span>');
    const wrapper = root.children[0]!.children[0]!;
    expect(wrapper.has(BoxFlag.Anonymous)).to.equal(true);
    expect(wrapper.style.box.left.px).to.equal(5);
    expect(wrapper.children[0]!.element?.tag).to.equal('p');
  });

  it('sorts a table into captions, columns and row groups, and clamps spans', () =>
    expectBoxes(
      '<table><tr><td colspan=2000 rowspan=0>a<th>b</th></tr><caption>c</caption><colgroup><col span=2></table>',
      `
      TableWrapper <table>
        Block <caption>
          "c"
        Table <table>
          TableColumnGroup <colgroup>
            TableColumn <col> span 2
          TableRowGroup <tbody>
            TableRow <tr>
              TableCell <td> spans 1000x0
                "a"
              TableCell <th>
                "b"
      `,
    ));

  it('creates the missing parts of a table', () =>
    expectBoxes(
      '<div style="display:table-row">a <b>b</b><span style="display:table-cell">c</span></div>x',
      `
      TableWrapper <body> [Anonymous]
        Table <body> [Anonymous]
          TableRowGroup <body> [Anonymous]
            TableRow <div>
              TableCell <div> [Anonymous]
                "a "
                Inline <b>
                  "b"
              TableCell <span>
                "c"
      Block <body> [Anonymous]
        "x"
      `,
    ));

  it('wraps stray cells of a line in an inline table', () =>
    expectBoxes(
      '<p><i>a<s style="display:table-cell">b</s> <s style="display:table-cell">c</s></i></p>',
      `
      Block <p>
        Inline <i>
          "a"
          TableWrapper <i> [Anonymous AtomicInline]
            Table <i> [Anonymous]
              TableRowGroup <i> [Anonymous]
                TableRow <i> [Anonymous]
                  TableCell <s>
                    "b"
                  TableCell <s>
                    "c"
      `,
    ));

  it('makes every child of a flex container an item', () =>
    expectBoxes(
      '<div style="display:flex"> a <b>b</b><i style="float:left">f</i> <u style="position:absolute">o</u></div>',
      `
      Flex <div>
        Block <div> [Anonymous FlexItem]
          "a"
        Block <b> [FlexItem]
          "b"
        Block <i> [FlexItem]
          "f"
        Block <u> [OutOfFlow]
          "o"
      `,
    ));

  it('gives text of display: contents its own style', () =>
    expectBoxes(
      '<p>a<b style="display:contents">b</b></p>',
      `
      Block <p>
        "a"
        Inline <p> [Anonymous]
          "b"
      `,
    ));

  it('propagates flags to ancestors', async () => {
    const { root } = await boxes('<p><i style="float:left">f</i></p><p style="break-after:page">x</p>');
    const [first, second] = root.children[0]!.children;
    expect(first!.has(BoxFlag.HasFloat) && root.has(BoxFlag.HasFloat | BoxFlag.HasForcedBreak)).to.equal(true);
    expect(second!.has(BoxFlag.HasFloat)).to.equal(false);
  });

  it('propagates the overflow of body to the viewport only if the root has none', async () => {
    const propagated = await boxes('<body style="overflow:hidden">');
    expect(propagated.root.children[0]!.has(BoxFlag.OverflowPropagated)).to.equal(true);
    const own = await boxes('<html style="overflow:auto"><body style="overflow:hidden">');
    expect(own.root.children[0]!.has(BoxFlag.OverflowPropagated)).to.equal(false);
  });

  it('pairs ruby bases with annotations', () =>
    expectBoxes(
      '<ruby>a<rt>b</rt>c<rt>d</rt> e</ruby>',
      `
      Inline <ruby>
        Inline <ruby> ruby column [Anonymous]
          Inline <ruby> ruby base [Anonymous]
            "a"
          RubyText <rt> ruby annotation [AtomicInline]
            "b"
        Inline <ruby> ruby column [Anonymous]
          Inline <ruby> ruby base [Anonymous]
            "c"
          RubyText <rt> ruby annotation [AtomicInline]
            "d"
        " e"
      `,
    ));

  it('numbers boxes in document order, each once', async () => {
    const { dump } = await boxes('<ul><li>a <img><table><col><td>b</table></ul><p>c</p>');
    const numbers = [...dump.matchAll(/#(\d+)/g)].map((match) => Number(match[1]));
    expect(numbers).to.deep.equal(numbers.map((_, i) => i));
  });

  it('handles the deepest document', async () => {
    const { root } = await boxes('<div><span>'.repeat(400) + 'x');
    expect(root.children.length).to.equal(1);
  });

  it('generates the same boxes for styles that change an unused counter', async () => {
    const html = `<style>q::before { content: open-quote } q::after { content: close-quote } a::before { content: counter(item) }
      li { list-style: square inside } .ruby { display: ruby-text } .cell { display: table-cell } p { counter-reset: item } i { contain: style } i b { counter-increment: item }</style>
      <p id="p">a <q>b <b>c</b></q> <i>d <b>w</b></i> <a name="n" href="#p">e</a></p> <ol><li>f</li><li value="7">g</li></ol> <b><li>h</li></b>
      <fieldset><p>i</p><legend>j</legend></fieldset> <details open><summary>k</summary>l</details> <div><s class="cell">m</s> <s class="ruby">n</s></div>
      <table><caption>o</caption><tr><td colspan="2">p</table> <span>q<div>r</div>s</span> <h2>t</h2> <img alt="u"> <button>v</button>`;
    const { dump } = await boxes(html);
    const changed = await boxes(html.replace('<style>', '<style>* { counter-set: unused 1 }'));
    expect(changed.dump).to.equal(dump);
  });
});
