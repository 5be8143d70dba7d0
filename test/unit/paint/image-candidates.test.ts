import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';

/** Returns the URL of an SVG image whose `rect` is as wide as the image. */
const svg = (width: number): string =>
  `data:image/svg+xml,<svg%20xmlns='http://www.w3.org/2000/svg'%20width='${width}'%20height='10'><rect%20width='${width}'%20height='10'%20fill='red'/></svg>`;
const [W100, W200, W300, W400] = [svg(100), svg(200), svg(300), svg(400)] as const;
const PAGE = '<!DOCTYPE html><style>@page{size:400px;margin:0}body{margin:0}</style>';

/** Returns the natural width of the image that is painted, in image pixels. */
async function painted(markup: string): Promise<number> {
  const text = await inspect(PAGE + markup, 'paint', null);
  return Number(/fillPath M 0 0 L (\d+) 0 .*#ff0000/.exec(text)?.[1]);
}

describe('image candidates', () => {
  it('have the density nearest to 300 dpi at the natural size', async () => {
    expect(await painted(`<img src="${W100}" srcset="${W200} 2x, ${W300} 3x, ${W400} 4x">`)).to.equal(300);
    expect(await painted(`<img src="${W100}" srcset="${W200} 2x">`)).to.equal(200);
    expect(await painted(`<img srcset="${W100}, ${W200} 0x">`)).to.equal(100);
  });

  it('have the density nearest to 300 dpi at the painted size', async () => {
    const srcset = `srcset="${W100} 1x, ${W200} 2x, ${W300} 3x, ${W400} 4x"`;
    expect(await painted(`<img style="width:50px" ${srcset}>`)).to.equal(200);
    expect(await painted(`<img style="width:200px" ${srcset}>`)).to.equal(400);
    expect(await painted(`<div style="display:flex;width:50px"><img style="width:100%" ${srcset}></div>`)).to.equal(
      200,
    );
  });

  it('are chosen by width for the size of the first matching condition', async () => {
    const srcset = `srcset="${W100} 100w, ${W200} 200w, ${W300} 300w, ${W400} 400w"`;
    expect(await painted(`<img ${srcset} sizes="(min-width:9000px) 10px, 64px">`)).to.equal(200);
    expect(await painted(`<img ${srcset} sizes="(min-width:1px) calc(8vw), 400px">`)).to.equal(100);
    expect(await painted(`<img ${srcset}>`)).to.equal(400);
    expect(await painted(`<img ${srcset} style="width:32px">`)).to.equal(100);
  });

  it('give the image its natural width', async () => {
    const width = async (markup: string): Promise<string | undefined> =>
      /Replaced <img>[^\n]*/.exec(await inspect(PAGE + markup, 'boxes', null))?.[0];
    expect(await width(`<img srcset="${W200} 2x">`)).to.contain('100x5');
    expect(await width(`<img srcset="${W200} 200w" sizes="50px">`)).to.contain('50x2.5');
  });

  it('come from the first source of a picture that print supports', async () => {
    const picture = (source: string): string => `<picture>${source}<img src="${W100}"></picture>`;
    expect(await painted(picture(`<source media=print srcset="${W200}">`))).to.equal(200);
    expect(await painted(picture(`<source media="(min-width:100px)" srcset="${W200}">`))).to.equal(200);
    expect(await painted(picture(`<source media=screen srcset="${W200}">`))).to.equal(100);
    expect(await painted(picture(`<source type="image/unknown" srcset="${W200}">`))).to.equal(100);
    expect(await painted(picture(`<source type="image/svg+xml" srcset="${W200} 2x, ${W300} 3x">`))).to.equal(300);
    expect(await painted(picture(`<source srcset="data:,broken"><source srcset="${W400}">`))).to.equal(400);
  });

  it('are sized by the width and height of the source they come from', async () => {
    const size = async (source: string, more = ''): Promise<string | undefined> =>
      /Replaced <img>.* (w\S+ h\S+)/.exec(
        await inspect(`${PAGE}<picture>${source}<img src="${W100}" ${more}></picture>`, 'fragments', null),
      )?.[1];
    expect(await size(`<source srcset="${W200}" width=80 height=20>`)).to.equal('w80 h20');
    expect(await size(`<source srcset="${W200}" width=80>`, 'width=10 height=10')).to.equal('w80 h4');
    expect(await size(`<source srcset="${W200}">`, 'width=10 height=10')).to.equal('w10 h10');
    expect(await size(`<source media=screen srcset="${W200}" width=80>`, 'width=10 height=10')).to.equal('w10 h10');
    expect(await size(`<source srcset="${W200}" width=80 height=20>`, 'style="width: 50px"')).to.equal('w50 h20');
  });
});

describe('files of image-set()', () => {
  const file = (width: number): string => svg(width).replaceAll("height='10'", `height='${width / 10}'`);
  const [F100, F200, F300] = [file(100), file(200), file(300)] as const;

  it('have the density nearest to 300 dpi if they are the same picture', async () => {
    const css = (url: string): string => url.replaceAll("'", "\\'");
    const image = (...options: string[]): string =>
      `image-set(${options.map((option) => option.replace(/^\S+/, (url) => `url('${css(url)}')`)).join(', ')})`;
    const box = (value: string, more: string): Promise<number> =>
      painted(`<style>div { width: 100px; height: 10px; ${more}: ${value} }</style><div></div>`);
    const all = image(`${F100} 1x`, `${F200} 2x`, `${F300} 3x`);
    expect(await box(all, 'background-image')).to.equal(300);
    expect(await box(all, 'background-size: 50px; background-repeat: no-repeat; background-image')).to.equal(200);
    expect(await painted(`<style>p::before { content: ${all} }</style><p>`)).to.equal(300);
    expect(await box(image(`${F100} 1x`, `${F100} 2x`), 'background-image')).to.equal(100);
    expect(
      await box(image(`${file(2)} 1x`, `${file(3)} 2x`), 'background-repeat: no-repeat; background-image'),
    ).to.equal(2);
    expect(await box(image(`${F300} 96dpi`, `${F200} 100dpi`), 'background-image')).to.equal(300);
  });
});
