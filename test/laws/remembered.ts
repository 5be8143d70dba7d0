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
];
