/** Documents that once broke a law, as small as they could be made: page size and body. Every law is asked of each. */
export const REMEMBERED: readonly (readonly [pageSize: readonly [number, number], html: string])[] = [
  // A fixed position further down than two pages.
  [[160, 80], '<div id="f9" style="position:absolute;top:240px"> w40 </div>'],
  // A spanner behind a forced break.
  [
    [110, 80],
    '<div style="columns:3"><div style="break-after:column"></div><table style="column-span:all"><tr><td id="f15"> w108 </td></tr></table></div>',
  ],
  // Forced breaks in columns: in a table, and in columns of their own.
  [
    [120, 80],
    '<div style="columns:2"><div><table><tbody><tr style="break-after:column"></tr></tbody></table> w315 </div></div>',
  ],
  [
    [160, 60],
    '<div style="columns:2"><div style="columns:3"><ol><li style="break-after:page"></li><li></li></ol></div></div>',
  ],
  // A spanning cell of a table in a table.
  [
    [130, 60],
    `<table style="margin:18px 0"><tr><td id="f29"><table>
      <tr><td rowspan="2" id="f24"> w195 w196 w197 w198 w199 w204 w205 w206 w207 </td><td id="f25"> w208 w209 w210 </td></tr>
      <tr><td id="f27"></td><td id="f28"> w229 w230 w231 </td></tr></table></td></tr></table>`,
  ],
  // An item that ends where its row of a fixed height does, and begins above it.
  [
    [190, 110],
    `<div id="f22" style="display:grid;grid-template-columns:auto 40px;block-size:140px;align-items:end">
      <div id="f18" style="grid-row:span 2"></div><div id="f19"></div>
      <div id="f20"> w46 w47 w50 w51 w52 w53 w54 w55 w56 w57 w58 w59 w60 w61 w62 w63 w64 w65 w66 w67 w68 w69 w70 w71 w72 w73 w74 </div></div>`,
  ],
];
