import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

/** Returns the width and height of the element with the id `i`. */
async function sizeOf(html: string): Promise<string> {
  const { dump } = await layout(`<style>input,select,textarea{box-sizing:border-box}</style>${html}`);
  return /#i>.* w(\S+) h(\S+)/.exec(dump)?.slice(1).join('x') ?? dump;
}

async function widthOf(html: string): Promise<number> {
  return Number((await sizeOf(html)).split('x')[0]);
}

const LONG = 'a rather long choice of words';
const CONTROLS = [
  '<input id=i STYLE>',
  '<input id=i type=file STYLE>',
  '<textarea id=i STYLE></textarea>',
  `<select id=i STYLE><option>${LONG}</select>`,
  `<select id=i multiple STYLE><option>${LONG}</select>`,
];

describe('form controls with a percentage width (css-sizing-3 §5.2.2)', () => {
  it('shrink in narrow cells, rows and columns', async () => {
    const rooms = [
      (control: string) =>
        `<table style="width:120px;border-spacing:0"><td style="padding:0">${control}<td style="padding:0"><div style="width:70px"></div></table>`,
      (control: string) =>
        `<div style="display:flex;width:120px">${control}<div style="flex:none;width:70px"></div></div>`,
      (control: string) =>
        `<div style="display:flex;width:120px"><p style="margin:0;flex:1">${control}<div style="flex:none;width:70px"></div></div>`,
      (control: string) =>
        `<div style="display:grid;width:120px;grid-template-columns:1fr 70px"><p style="margin:0">${control}</div>`,
    ];
    for (const control of CONTROLS)
      for (const room of rooms)
        expect(await widthOf(room(control.replace('STYLE', 'style="width:100%"'))), room(control)).to.equal(50);
  });

  it('keep their width otherwise, and date fields and buttons always do', async () => {
    const row = (control: string): string => `<div style="display:flex;width:10px">${control}</div>`;
    expect(await widthOf(row('<input id=i>'))).to.be.above(100);
    expect(await widthOf(row('<input id=i style="max-width:100%">'))).to.equal(10);
    expect(await widthOf(row('<input id=i type=date style="width:100%">'))).to.equal(10);
    expect(await widthOf(`<div style="float:left"><input id=i style="width:100%"></div>`)).to.be.above(100);
    const cell = (control: string): string =>
      `<table style="width:10px;border-spacing:0"><td style="padding:0">${control}</table>`;
    expect(await widthOf(cell('<input id=i type=date style="width:100%">'))).to.be.above(50);
    expect(await widthOf(cell(`<button id=i style="width:100%">incompressible</button>`))).to.be.above(50);
  });
});

describe('missing frames and videos', () => {
  it('have a size but no ratio', async () => {
    for (const tag of ['iframe', 'video']) {
      const element = (style: string, attributes = ''): string =>
        `<${tag} id=i ${attributes} style="border:0;display:block;${style}"></${tag}>`;
      expect(await sizeOf(element('')), tag).to.equal('300x150');
      expect(await sizeOf(element('width:100px')), tag).to.equal('100x150');
      expect(await sizeOf(element('height:100px')), tag).to.equal('300x100');
      expect(await sizeOf(element('max-width:200px')), tag).to.equal('200x150');
    }
    const video = '<video id=i width=640 height=480 style="display:block;max-width:200px;height:auto"></video>';
    expect(await sizeOf(video)).to.equal('200x150');
  });
});
