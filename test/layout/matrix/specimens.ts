/**
 * A document for each formatting context that uses only logical properties. Images replace words (`<i>`, 20 px long and
 * as high as a line), so glyph shapes don't matter. `{100|110}` is a size in CSS px under `content-box` and the
 * equivalent under `border-box`.
 */
export const SPECIMENS: Readonly<Record<string, string>> = {
  'blocks and their margins': `
    <div style="margin-block:12px;margin-inline:3px 9px;padding-block:2px;padding-inline:4px;border-block-start:3px solid;inline-size:{60|68};min-block-size:{20|27}"><i></i></div>
    <div style="margin-block:20px -5px"><p style="margin-block:8px 30px;margin-inline-start:auto;inline-size:40px"><i></i></p></div>
    <div style="padding-block:4px 6px;border-inline:1px solid;block-size:{90|100}"><p><i></i> <i></i></p></div>
    <div style="inline-size:50%;max-inline-size:{40|44};padding-inline:2px;margin-inline:auto;block-size:12px"></div>`,
  lines: `
    <p style="text-indent:7px"><i></i> <i></i> <i></i> <i></i> <i></i> <i></i><br><i></i></p>
    <p style="text-align:end"><span style="padding-inline:3px 5px;border-inline-start:2px solid"><i></i> <i></i> <i></i> <i></i> <i></i></span> <i></i></p>
    <p style="text-align:center"><i style="inline-size:{30|36};block-size:{18|22};padding-inline:2px 4px;padding-block:1px 3px"></i> <i style="vertical-align:baseline"></i> <i style="vertical-align:super"></i> <i></i></p>
    <p style="text-align:justify;orphans:2;widows:3"><i></i> <i></i> <i></i> <i></i> <i></i> <i></i> <i></i> <i></i> <i></i> <i></i> <i></i></p>`,
  floats: `
    <div style="float:inline-start;inline-size:{30|38};block-size:{25|31};padding-block:3px;padding-inline:4px;margin-inline-end:5px"></div>
    <div style="float:inline-end;inline-size:20px;block-size:40px;margin-block-start:6px"></div>
    <p><i></i> <i></i> <i></i> <i></i> <i></i> <i></i></p>
    <p style="clear:inline-start"><i></i></p>
    <div style="display:flow-root;inline-size:70px"><i></i> <i></i> <i></i> <i></i></div>
    <div style="float:inline-start;inline-size:60%"><i></i> <i></i> <i></i> <i></i> <i></i> <i></i> <i></i></div>
    <p><i></i> <i></i> <i></i> <i></i> <i></i> <i></i> <i></i> <i></i> <i></i></p>`,
  'positioned boxes': `
    <div style="position:relative;margin:5px;padding:4px;border:1px solid;block-size:{100|110}">
      <div style="position:absolute;inset-inline-start:10px;inset-block-start:20px;inline-size:{20|24};padding:2px"><i></i></div>
      <div style="position:absolute;inset-inline-end:6px;inset-block-end:8px"><i></i> <i></i></div>
      <div style="position:absolute;inset:10px 12px 14px 16px;inset-inline:16px 12px;inset-block:10px 14px;margin:auto;inline-size:{20|26};block-size:{10|16};padding:3px"></div>
      <p><i></i> <b style="position:absolute"><i></i></b></p>
      <p style="position:relative;inset-block-start:3px;inset-inline-start:4px"><i></i></p>
      <div style="position:absolute"><i></i></div>
    </div>`,
  'a table': `
    <table style="border-spacing:3px 2px;border-spacing:2px">
      <caption><i></i> <i></i></caption>
      <thead style="break-inside:avoid"><tr><th><i></i></th><th colspan=2><i></i></th></tr></thead>
      <tr><td rowspan=2 style="padding-block:4px 2px;padding-inline:1px 5px"><i></i> <i></i></td><td><i></i></td><td style="vertical-align:top"><i></i></td></tr>
      <tr><td colspan=2 style="block-size:{30|32}"><i></i></td></tr>
      <tr style="block-size:40px"><td><i></i></td><td style="vertical-align:bottom"><i></i></td><td style="vertical-align:middle"><i></i></td></tr>
      <tr><td><i></i></td></tr>
    </table>`,
  'a table with collapsed borders': `
    <table style="border-collapse:collapse;inline-size:{100|104};border:3px solid;table-layout:fixed">
      <col style="inline-size:30px"><col>
      <tr><td style="border:1px solid;border-inline-start-width:5px"><i></i></td><td style="border-block-end:4px solid"><i></i> <i></i> <i></i></td></tr>
      <tr><td style="border:2px solid"><i></i></td><td style="block-size:{60|65.5}"><i></i></td></tr>
    </table>`,
  'a flex row': `
    <div style="display:flex;gap:4px;padding:2px;align-items:flex-end">
      <div style="flex:1"><i></i> <i></i></div><div style="inline-size:{20|26};padding:3px"><i></i></div><div style="order:-1;align-self:stretch"><i></i></div>
    </div>
    <div style="display:flex;flex-wrap:wrap-reverse;justify-content:space-between;align-content:center;block-size:70px">
      <div style="flex:0 0 50px;margin-inline-start:4px"><i></i></div><div style="flex:0 0 40px;align-self:center"><i></i></div><div style="flex:1 1 60px;margin-block:auto"><i></i></div>
    </div>
    <div style="display:flex;flex-direction:row-reverse"><div><i></i></div><div style="margin-inline:auto 3px"><i></i></div></div>`,
  'a flex column': `
    <div style="display:flex;flex-direction:column;align-items:flex-end;gap:6px;block-size:130px;justify-content:space-between">
      <div><i></i> <i></i></div><div style="flex:1;align-self:stretch;padding:3px"><i></i></div><div style="align-self:center;inline-size:{30|34};padding-inline:2px"><i></i></div>
    </div>
    <div style="display:flex;flex-flow:column-reverse wrap;block-size:60px"><div style="block-size:40px"><i></i></div><div style="block-size:30px"><i></i></div></div>`,
  'a grid': `
    <div style="display:grid;grid-template-columns:30px 1fr auto;grid-auto-rows:minmax(15px,auto);gap:3px 5px;padding:4px;border-inline-start:2px solid">
      <div><i></i></div><div style="grid-column:span 2"><i></i> <i></i> <i></i></div>
      <div style="grid-row:span 2;align-self:end"><i></i></div><div style="justify-self:end;inline-size:{20|24};padding-inline:2px"><i></i></div><div style="place-self:center"><i></i></div>
      <div style="grid-column:2/-1;display:grid;grid-template-columns:subgrid"><div><i></i></div><div style="padding:3px"><i></i></div></div>
      <div style="grid-row:6;block-size:60px"></div>
    </div>`,
  columns: `
    <div style="columns:2;column-gap:6px;padding-inline:3px">
      <p><i></i> <i></i> <i></i> <i></i> <i></i> <i></i> <i></i></p>
      <div style="column-span:all;margin-block:5px;padding:2px"><i></i></div>
      <p style="break-inside:avoid"><i></i> <i></i> <i></i></p><p style="margin-block:6px"><i></i> <i></i></p>
      <div style="float:inline-end;inline-size:15px;block-size:20px"></div><p><i></i> <i></i> <i></i></p>
    </div>
    <div style="columns:3;column-fill:auto;block-size:{40|44};padding-block:2px"><p><i></i> <i></i> <i></i> <i></i> <i></i> <i></i> <i></i></p></div>`,
  'a fieldset': `
    <fieldset style="border:3px solid;padding-block:4px;padding-inline:6px;margin:2px;min-inline-size:0"><legend style="padding-block:0px;padding-inline:2px"><i></i></legend><p><i></i> <i></i></p><p><i></i></p></fieldset>
    <fieldset style="border:2px solid;padding:1px;margin:0;block-size:{30|36}"><p><i></i></p></fieldset>`,
  'a list': `
    <ul style="padding-inline-start:25px;margin:0;list-style-type:'- '"><li><i></i> <i></i> <i></i> <i></i> <i></i></li><li style="margin-block:4px"><p><i></i></p></li></ul>
    <ul style="padding-inline-start:5px;margin:0;list-style:'+ ' inside"><li><i></i></li></ul>`,
  'atomic inlines': `
    <p><b style="display:inline-block;inline-size:{40|48};padding:4px;margin-inline:3px 1px;vertical-align:top"><i></i> <i></i></b> <b style="display:inline-flex;gap:2px"><i></i><i></i></b></p>
    <p><b style="display:inline-grid;grid-template-columns:25px 25px 25px"><i></i><i></i><i></i></b> <i></i></p>`,
  'forced and avoided breaks': `
    <p><i></i></p><div style="break-before:page;padding-block:5px"><p style="break-after:avoid"><i></i></p><div style="block-size:70px;break-inside:avoid"></div></div>
    <div style="box-decoration-break:clone;padding:4px;border:1px solid"><p><i></i></p><div style="block-size:110px"></div><p><i></i></p></div>
    <div style="display:flex"><p style="break-before:page;flex:1"><i></i></p><p style="flex:2"><i></i> <i></i> <i></i> <i></i> <i></i></p></div>`,
};
