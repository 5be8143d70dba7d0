import { expectFragments } from '../../support/layout.ts';

describe('calc-size()', () => {
  it('calculates with the automatic and content sizes', () =>
    expectFragments(
      `<style>i { display: inline-block; width: 20px; height: 10px } div { line-height: 0 }</style>
       <div style="width: calc-size(auto, size / 2); height: calc-size(auto, size + 5px)"><i></i></div>
       <div style="width: calc-size(max-content, size * 2 + 10%)"><i></i><wbr><i></i></div>
       <div style="width: calc-size(calc-size(min-content, size * 3), size + 1px)"><i></i><wbr><i></i></div>
       <div style="box-sizing: border-box; padding: 0 10px; width: calc-size(min-content, size * 2)"><i></i></div>`,
      `
      Block <div>  x0 y0  w200 h15
        line x0 y0 w20 h10 base10
          Block <i>  x0 y0  w20 h10
      Block <div>  x0 y15  w120 h10
        line x0 y0 w40 h10 base10 "​"
          Block <i>  x0 y0  w20 h10
          Inline <wbr>  x20 y-4  w0 h17
          Block <i>  x20 y0  w20 h10
      Block <div>  x0 y25  w61 h10
        line x0 y0 w40 h10 base10 "​"
          Block <i>  x0 y0  w20 h10
          Inline <wbr>  x20 y-4  w0 h17
          Block <i>  x20 y0  w20 h10
      Block <div>  x0 y35  w80 h10
        line x10 y0 w20 h10 base10
          Block <i>  x0 y0  w20 h10
      `,
    ));

  it('includes content contributions', () =>
    expectFragments(
      `<style>i { display: inline-block; width: 20px; height: 10px } div { line-height: 0 }</style>
       <div style="width: max-content"><div style="width: calc-size(fit-content, size + 60px)"><i></i><wbr><i></i></div></div>
       <div style="display: flex; width: 0"><div style="min-width: calc-size(auto, size + 20px)"><i></i></div></div>`,
      `
      Block <div>  x0 y0  w100 h10
        Block <div>  x0 y0  w100 h10
          line x0 y0 w40 h10 base10 "​"
            Block <i>  x0 y0  w20 h10
            Inline <wbr>  x20 y-4  w0 h17
            Block <i>  x20 y0  w20 h10
      Flex <div>  x0 y10  w0 h10
        Block <div>  x0 y0  w40 h10
          line x0 y0 w20 h10 base10
            Block <i>  x0 y0  w20 h10
      `,
    ));

  it('is a plain length with any or a calculation as its basis', () =>
    expectFragments(
      `<div style="width: calc-size(any, 10px + 50%); height: calc-size(20px, size * 2)"></div>`,
      `
      Block <div>  x0 y0  w210 h40
      `,
    ));
});
