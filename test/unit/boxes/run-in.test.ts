import { expectBoxes } from '../../support/boxes.ts';

const STYLE = '<style>b{display:run-in}</style>';

describe('run-in boxes', () => {
  it('begin the following paragraph, even inside blocks, before its generated content', () =>
    expectBoxes(
      `${STYLE}<style>p::before{content:"#"}</style><b>a</b> <i style="float:left"></i> <div> <p>d</div>`,
      `
      Block <i> [Float]
      Block <div>
        Block <p>
          Inline <b>
            "a"
          Inline <p>::before
            "#"
          "d"
      `,
    ));

  it('become blocks before text, other run-ins and other formatting contexts, at the end, and around blocks', () =>
    expectBoxes(
      `${STYLE}<b>a</b>t<b>c</b><b>d</b><p style="overflow:hidden">e</p><b>f<p>g</p></b><p>h</p><b>i</b>`,
      `
      Block <b>
        "a"
      Block <body> [Anonymous]
        "t"
      Block <b>
        "c"
      Block <b>
        "d"
      Block <p>
        "e"
      Block <b>
        Block <b> [Anonymous]
          "f"
        Block <p>
          "g"
      Block <p>
        "h"
      Block <b>
        "i"
      `,
    ));

  it('become inline boxes in lines, even if atomic, and follow an inside marker', () =>
    expectBoxes(
      `${STYLE}<b style="display:run-in flow-root">a</b><li style="list-style-position:inside">c</li><p><i>d<b>e</b></i>`,
      `
      Block <li>
        Inline <li>::marker
          Marker <li>::marker disc [Anonymous AtomicInline]
        Block <b> [AtomicInline]
          "a"
        "c"
      Block <p>
        Inline <i>
          "d"
          Inline <b>
            "e"
      `,
    ));
});
