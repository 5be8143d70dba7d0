import { expect } from 'chai';
import { dumpPages } from '../../../engine/debug/dump-fragments.ts';
import { layoutDocument } from '../../../engine/render.ts';

describe('line height quirks', () => {
  /** Returns the height of a line of 20 px that contains only a box of 5 px. */
  async function height(doctype: string): Promise<number> {
    const { pages } = await layoutDocument(
      `${doctype}<style>body{margin:0;font:20px/1 serif}</style><div><img style="width:10px;height:5px" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></div>`,
    );
    return Number(/Block <div> .* h([\d.]+)/.exec(dumpPages(pages))![1]);
  }

  it('leave no space below an image alone, without a doctype and with a transitional one', async () => {
    expect(await height('<!DOCTYPE html>')).to.equal(20);
    expect(await height('')).to.equal(5);
    const transitional =
      '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';
    expect(await height(transitional)).to.equal(5);
  });

  it('make a line with a box and a forced break as tall as the box, but list items as their lines', async () => {
    const heightOf = async (html: string): Promise<string> => {
      const { pages } = await layoutDocument(
        `<style>body{margin:0;font:20px/1 serif}i{display:inline-block;width:9px;height:5px}</style>${html}`,
      );
      return /<(?:div|li)>.* h([\d.]+)/.exec(dumpPages(pages))![1]!;
    };
    expect(await heightOf('<div><i></i> <br></div>')).to.equal('5');
    expect(await heightOf('<div><br></div>')).to.equal('20');
    expect(await heightOf('<li><br><i></i></li>')).to.equal('40');
  });

  it('size a line that ends in a forced break only by the text in its boxes', async () => {
    const heightOf = async (html: string): Promise<string> => {
      const { pages } = await layoutDocument(
        `<style>body{margin:0;font:20px/1 serif}small{font-size:10px}big{font-size:30px}</style><div>${html}</div>`,
      );
      return /<div>.* h([\d.]+)/.exec(dumpPages(pages))![1]!;
    };
    expect(await heightOf('<small>a</small><br>')).to.equal('10');
    expect(await heightOf(' <small> a </small> <b> </b> <br> ')).to.equal('10');
    expect(await heightOf('<small>a<br></small>')).to.equal('10');
    expect(await heightOf('<small></small><br>')).to.equal('20');
    expect(await heightOf('a<big><br></big>')).to.equal('30');
  });

  it('keep images in cells without a width together with adjacent text, unless there is a space', async () => {
    const image = '<img style="width:30px;height:5px" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">';
    const widthOf = async (cell: string, doctype = ''): Promise<number> => {
      const { pages } = await layoutDocument(
        `${doctype}<style>td{padding:0;font:20px/1 monospace}</style><div style="width:1px"><table cellspacing=0><tr>${cell}`,
      );
      return Math.round(Number(/<td>.* w([\d.]+)/.exec(dumpPages(pages))![1]));
    };
    expect(await widthOf(`<td>a${image}<b>b</b>`)).to.equal(12 + 30 + 12);
    expect(await widthOf(`<td>a ${image} ${image}`)).to.equal(30);
    expect(await widthOf(`<td style="width:5px">a${image}b`)).to.equal(30);
    expect(await widthOf(`<td><div>a${image}b</div>`)).to.equal(30);
    expect(await widthOf(`<td>a${image}b`, '<!DOCTYPE html>')).to.equal(30);
  });
});
