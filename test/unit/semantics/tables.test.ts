import { expectStructure } from '../../support/expect-structure.ts';

describe('the structure of tables', () => {
  it('states the scope of table headers and the spans of cells', () =>
    expectStructure(
      `<table><caption>Sums</caption><thead><tr><td><th colspan=2>all</thead><tr><th>row<td>1<td rowspan=2>2<tr><th scope=rowgroup>end<td>3</table>`,
      `
      Table
        Caption
          - Sums
        THead
          TR
            TD
            TH Scope=Column ColSpan=2
              - all
        TBody
          TR
            TH Scope=Row
              - row
            TD
              - 1
            TD RowSpan=2
              - 2
          TR
            TH Scope=Row
              - end
            TD
              - 3
      `,
    ));

  it('gives all rows of a table the same columns', () =>
    expectStructure(
      '<table><tr><th>a<th>b<th>c<tr><td>1</table>',
      `
      Table
        TBody
          TR
            TH Scope=Column
              - a
            TH Scope=Column
              - b
            TH Scope=Column
              - c
          TR
            TD
              - 1
            TD
            TD
      `,
    ));

  it('ends cells that span columns before cells from rows above', () =>
    expectStructure(
      '<table><tr><td>a<td>b<td rowspan=3>c<tr><td>d<td colspan=2>e</table>',
      `
      Table
        TBody
          TR
            TD
              - a
            TD
              - b
            TD RowSpan=2
              - c
          TR
            TD
              - d
            TD ColSpan=1
              - e
      `,
    ));

  it('gives tables one caption, one header and one footer, and a body next to them', () =>
    expectStructure(
      `<table><caption>1</caption><caption>2</caption><thead><tr><th>a</thead><thead><tr><th>b</thead><tbody></tbody></table>
       <table><thead><tr><th>c</thead></table><table><thead></thead><tfoot><tr><th>d</tfoot></table>`,
      `
      Table
        Caption
          - 1
          P
            - 2
        THead
          TR
            TH Scope=Column
              - a
        TBody
          TR
            TH Scope=Column
              - b
      Table
        TBody
          TR
            TH Scope=Column
              - c
      Table
        TBody
          TR
            TH Scope=Column
              - d
      `,
    ));

  it('evens the rows of tables without a table box', () =>
    expectStructure(
      '<table style="display:contents"><tr><th>a<th>b<tr><td>c</table>',
      `
      Table
        TBody
          TR
            TH Scope=Column
              - a
            TH Scope=Column
              - b
          TR
            TD
              - c
            TD
      `,
    ));

  it('names the headers that an author names', () =>
    expectStructure(
      '<table><tr><th id=a>a<th id=b>b<tr><td headers="a b">1<td>2</table>',
      `
      Table
        TBody
          TR
            TH ID="a" Scope=Column
              - a
            TH ID="b" Scope=Column
              - b
          TR
            TD Headers=a b
              - 1
            TD
              - 2
      `,
    ));

  it('reads layout tables as their contents', () =>
    expectStructure(
      '<table><tr><td>left<td>right</table><table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>',
      ['left', 'right', 'a', 'b', 'c', 'd'].map((cell) => `P\n  - ${cell}`).join('\n'),
    ));
});
