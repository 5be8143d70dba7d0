import { expect } from 'chai';
import { places } from './places.ts';

/** Returns columns of 60 px. */
const columns = (content: string): string =>
  `<style>table{border-spacing:0}td{padding:0}</style><div style="columns:2;column-fill:auto;gap:0;height:60px">${content}</div>`;
const whole = (id: string, height: number): string => `<div id="${id}" style="contain:size;height:${height}px"></div>`;

describe('unsplittable content in columns', () => {
  it('moves its table row past the end of the column', async () => {
    const cell = `<td>${whole('a', 100)}${whole('b', 100)}</td>`;
    expect(await places(columns(`<table style="height:200px"><tr id="r">${cell}</tr></table>`))).to.deep.equal([
      'r 0+100, a 0+100, r 0+100, b 0+100',
    ]);
  });

  it('begins a positioned box in place if its containing block can end there', async () => {
    const positioned = `<div id="p" style="position:absolute;width:20px">${whole('a', 50)}${whole('b', 60)}</div>`;
    const container = (height: string): string => `<div style="position:relative;${height}">${positioned}</div>`;
    const before = '<div style="height:40px"></div>';
    expect(await places(columns(before + container('height:20px')))).to.deep.equal(['p 0+50, a 0+50, p 0+60, b 0+60']);
  });

  it('begins a flex container in place if that can end there', async () => {
    const flex = `<div id="f" style="display:flex;flex-wrap:wrap;height:10px">${whole('a', 50)}${whole('b', 60)}</div>`;
    const style = '<style>#f>div{width:100%}</style>';
    expect(await places(columns(`${style}<div style="height:40px"></div>${flex}`))).to.deep.equal([
      'f 40+10, a 0+50, f 0+0, b 0+60',
    ]);
  });

  it('continues with its caption if the grid is empty', async () => {
    const caption = `<div style="display:table-caption">${whole('a', 30)}${whole('b', 30)}</div>`;
    expect(await places(columns(`${caption}<div style="break-before:avoid">${whole('c', 20)}</div>`))).to.deep.equal([
      'a 0+30, b 0+30, c 0+20',
    ]);
  });
});
