/** Minimal documents that once broke a law: page size and body. Every law checks each of them. */
export const REMEMBERED: readonly (readonly [pageSize: readonly [number, number], html: string])[] = [
  // The last part of a cell in columns with no room below their repeated header.
  [
    [170, 110],
    `<div id="f20" style="position:absolute;border:3px solid;inset-block-start:130px;inset-inline-start:0px"><div style="columns:2;column-gap:6px;padding:7px"><div id="f19" style="position:relative;break-before:avoid;block-size:190px;top:2px"><table>
      <thead><tr><th id="f15"> w110 w111 w112 <span id="f14" style="float:left"> w113 w114 w115 <span id="f13" style="float:left"> w116 w117 
      <span id="f12" style="display:inline-block"> w118 w119 w120 w121 
      <img id="f11" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='10' height='10'%3E%3Crect width='10' height='10'/%3E%3C/svg%3E" style="width:30px;height:30px">
      w122 w123 </span> w124 w125 </span> w126 </span> w127 </th><th id="f16"> w128 w129 w130 w131 </th></tr></thead><tbody>
      <tr style="min-block-size:190px"><td id="f17"> w132 w133 w134 </td><td id="f18"> w135 w136 </td></tr></tbody></table></div><div style="margin-block:6px;column-span:all"> w161 w162 w163 w164  w165 w166 </div></div></div>`,
  ],
  // Content that overflows a box in columns, and ends them before a spanner after the content following the box.
  [
    [180, 60],
    `<div style="columns:3;column-gap:1px"><div id="f32" style="break-before:page;block-size:120px"><table style="margin-block:11px;border-collapse:collapse"><tbody>
      <tr><td rowspan="3" id="f18" style="vertical-align:middle"><div style="columns:2;column-gap:5px;padding:7px;column-fill:auto"><div style="margin-block:9px;column-span:all">
      <span id="f8" style="display:inline-block;border:1px solid"> w54 w55 w56 w58 w59 </span> w60 w61 w62
      <img id="f9" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='10' height='10'%3E%3Crect width='10' height='10'/%3E%3C/svg%3E" style="height:20px"> w63 w64 w65 w66 w67 w68 w69 </div>
      w105 w106 w107 </div></td></tr></tbody></table></div> w234 w235 w236 w237 w238 w239 </div>`,
  ],
  // Lines of an orthogonal flow that are longer than their box.
  [
    [190, 120],
    `<div style="writing-mode:vertical-lr"><div style="columns:2"><div style="display:flex;gap:5px"><div id="f19" style="padding:2px;flex:none"> w70 w71 w72
      <span id="f18"> w74 w75 w76 </span> w78 w79 w80 </div><div id="f24" style="padding:3px"> w119 w120 w121 </div></div></div></div>`,
  ],
  // Items as tall as their row, one of which begins on a later page.
  [
    [190, 60],
    `<div style="display:grid;grid-template-columns:30px;grid-auto-rows:30px;align-items:center"><div><div style="display:flex"><div id="f5"> w50 </div>
      <div id="f6" style="margin-block:10px;break-inside:avoid"> w52 w53 w54 w55 w56 w57 w58 w59 w60 w61 w62 w63 w64 w65 w66 w67 w68 w69 w70 w71 w72 </div></div></div></div>`,
  ],
  // A position more than two pages further down.
  [[160, 80], '<div id="f9" style="position:absolute;top:240px"> w40 </div>'],
  // A spanner after a forced break.
  [
    [110, 80],
    '<div style="columns:3"><div style="break-after:column"></div><table style="column-span:all"><tr><td id="f15"> w108 </td></tr></table></div>',
  ],
  // Forced breaks in columns that are part of a row.
  [
    [120, 80],
    '<table><tr><td id="f1"><div style="columns:2"><div><table><tr style="break-after:column"></tr></table> w315 </div></div></td></tr></table>',
  ],
  [
    [160, 60],
    '<div style="display:flex"><div id="f1" style="columns:2"><div style="columns:3"><ol><li style="break-after:page"></li><li></li></ol></div></div></div>',
  ],
  [
    [140, 70],
    `<div style="display:flex"><div id="f29"><div style="columns:2"><div><div id="f16"><div style="break-after:column"></div></div>
      <div id="f20"></div></div></div></div></div>`,
  ],
  [
    [200, 110],
    '<div style="display:grid"><div id="f20"><div style="columns:2"><div> w133 <div style="break-before:column"></div></div></div></div></div>',
  ],
  // A spanning cell of a nested table.
  [
    [130, 60],
    `<table style="margin:18px 0"><tr><td id="f29"><table>
      <tr><td rowspan="2" id="f24"> w195 w196 w197 w198 w199 w204 w205 w206 w207 </td><td id="f25"> w208 w209 w210 </td></tr>
      <tr><td id="f27"></td><td id="f28"> w229 w230 w231 </td></tr></table></td></tr></table>`,
  ],
  // An item that ends with its fixed-height row and begins above it.
  [
    [190, 110],
    `<div id="f22" style="display:grid;grid-template-columns:auto 40px;block-size:140px;align-items:end">
      <div id="f18" style="grid-row:span 2"></div><div id="f19"></div><div id="f20"> w246 w247 w248 w249 w250 w251 w252 w253 w254 w255 w256 w257 w258 w259 w260 w261 w262 w263 w264 w265 w266 w267 w268 w269 w270 w271 w272 w273 </div></div>`,
  ],
  // A table that continues where a starting float leaves no room next to it.
  [
    [160, 90],
    `<div id="f2" style="float:right;margin-block:18px;inline-size:20px"><div style="break-inside:avoid"> w9 w10 w11 w12 w13 w14 w15 </div></div>
      <table><tr><td id="f20"> w168 w169 w172 w173 w174 w175 w176 <div> w177 w178 w179 w180 w181 w182 w183 w184 w185 w186 w187 w188 w189 </div></td>
      <td id="f21"> w192 w193 w194 w195 w196 </td></tr></table>`,
  ],
  // A positioned box in content that overflows columns.
  [
    [160, 90],
    `<div id="f18" style="columns:3;block-size:20px"><div id="f13"> w64 w65 w66 w67 w70 w71 w72 w74 w75
      <div> w90 w91 w92 <span id="f9" style="position:absolute"> w93 </span></div></div></div>`,
  ],
  // Content that overflows a cell, and a float in an item.
  [
    [160, 60],
    '<table><tr><td id="f0"><div id="f1" style="block-size:20px;inline-size:20px"> w1 w2 w3 w4 w5 w6 w7 w8 w9 </div></td></tr></table>',
  ],
  [
    [160, 60],
    `<div style="display:grid"><div id="f0"><div id="f1" style="block-size:20px;inline-size:20px;float:left"> w1 w2 w3 w4 w5 w6 w7 w8 w9
      </div></div></div>`,
  ],
  // A float that continues on a page and must be broken at a bad place there.
  [
    [110, 80],
    `<div style="padding:7px"><div style="padding:7px"><div id="f9" style="float:right;inline-size:40px"> w38 <img id="f5" style="width:40px;height:40px"> w55 </div>
      <div id="f13" style="float:right;inline-size:40px"> w86 <div style="break-inside:avoid"> w105 w106 w107 w108 w109 w110 w111 </div></div></div></div>`,
  ],
  // Columns whose content does not fit at any height.
  [
    [100, 80],
    `<div style="display:flex"><div id="f35"><div style="columns:2;column-gap:3px"><div style="display:grid;grid-template-columns:1fr 1fr"><div style="grid-column:1/-1"></div>
      <div id="f17" style="padding:1px;box-decoration-break:clone"></div><div id="f33"><table><tbody><tr><td id="f24"><div style="break-after:column"></div></td></tr><tr></tr></tbody></table></div>
      </div></div></div></div>`,
  ],
];
