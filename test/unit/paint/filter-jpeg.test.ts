import { expect } from 'chai';
import { render } from '../../../engine/index.ts';
import { greyJpeg } from '../../support/jpeg.ts';
import { renderPixels } from '../../support/pdfium.ts';

/** 80 x 40 pixels in CMYK, as Adobe's programs store it: cyan at the left, red at the right. */
const CMYK =
  '/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwACAQEBAQECAQEBAgICAgIEAwICAgIFBAQDBAYFBgYGBQYGBgcJCAYHCQcGBggLCAkKCgoKCgYICwwLCgwJCgoK/8AAFAgAKABQBEMRAE0RAFkRAEsRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//EALUQAAIBAwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/aAA4EQwBNAFkASwAAPwD+f+v38r9/K/fyiiiiiiiiv6fv+DKn/lFl4+/7OA1X/wBMeh1/MD/werf8pTfAP/Zv+lf+nzXK/mB/4PVv+UpvgH/s3/Sv/T5rlFfr9X5A1+QNFFFFFFff/wDwa4/8p1/gZ/3M3/qMatX3/wD8GuP/ACnX+Bn/AHM3/qMatRRX9ftf1+0UUUUUUUUV/AHRRRRRRRRRRRX9P3/BlT/yiy8ff9nAar/6Y9Dr+YH/AIPVv+UpvgH/ALN/0r/0+a5X8wP/AAerf8pTfAP/AGb/AKV/6fNcor9fq/IGvyBoooooor7/AP8Ag1x/5Tr/AAM/7mb/ANRjVq+//wDg1x/5Tr/Az/uZv/UY1aiiv6/a/r9ooooooooor+AOiiiiiiiiiiiv6fv+DKn/AJRZePv+zgNV/wDTHodfzA/8Hq3/AClN8A/9m/6V/wCnzXK/mB/4PVv+UpvgH/s3/Sv/AE+a5RX6/V+QNfkDRRRRRRX3/wD8GuP/ACnX+Bn/AHM3/qMatX3/AP8ABrj/AMp1/gZ/3M3/AKjGrUUV/X7X9ftFFFFFFFFFfwB0UUUUUUUUUUV/T9/wZU/8osvH3/ZwGq/+mPQ6/mB/4PVv+UpvgH/s3/Sv/T5rlfzA/wDB6t/ylN8A/wDZv+lf+nzXKK/X6vyBr8gaKKKKKK+//wDg1x/5Tr/Az/uZv/UY1avv/wD4Ncf+U6/wM/7mb/1GNWoor+v2v6/aKKKKKKKKK/gDooooooooooor+n7/AIMqf+UWXj7/ALOA1X/0x6HX8wP/AAerf8pTfAP/AGb/AKV/6fNcr+YH/g9W/wCUpvgH/s3/AEr/ANPmuUV+v1fkDX5A0UUUUUV9/wD/AAa4/wDKdf4Gf9zN/wCoxq1ff/8Awa4/8p1/gZ/3M3/qMatRRX9ftf1+0UUUUUUUUV//2Q==';
const GREY = Buffer.from(greyJpeg(80, 40)).toString('base64');

/** The colors at the left and right of an image that is drawn through a filter, as [least, middle, largest]. */
async function colors(jpeg: string, filter: string, container = ''): Promise<number[][]> {
  const { pdf } = await render(
    `<style>@page{size:80px 40px;margin:0}body{margin:0}img{display:block;${filter}}</style>${container}<img src="data:image/jpeg;base64,${jpeg}">`,
  );
  const { width, data } = await renderPixels(pdf, 1);
  const at = (x: number): number[] => [...data.subarray(4 * (20 * width + x)).subarray(0, 3)].sort((a, b) => a - b);
  return [at(20), at(60)];
}

const isGrey = ([least, , most]: number[]): boolean => most! - least! < 3;

describe('JPEGs', () => {
  it('have their colors changed by filters, in CMYK, too', async () => {
    expect((await colors(CMYK, '')).every(isGrey)).to.equal(false);
    for (const filter of [
      'grayscale(1)',
      'saturate(0)',
      'grayscale(1) blur(.1px)',
      'grayscale(1) drop-shadow(1px 1px red)',
    ])
      expect((await colors(CMYK, `filter:${filter}`)).every(isGrey), filter).to.equal(true);
    const [[dark]] = (await colors(GREY, 'filter:brightness(.5)')) as [[number]];
    const [[plain]] = (await colors(GREY, '')) as [[number]];
    expect(dark).to.be.closeTo(plain / 2, 2);
  });

  it('in CMYK are painted under filters that need pixels', async () => {
    for (const filter of ['blur(.1px)', 'drop-shadow(1px 1px 1px red)', 'url(#f)']) {
      const [left, right] = await colors(
        CMYK,
        `filter:${filter}`,
        '<svg width=0 height=0 style="position:absolute"><filter id=f><feOffset/></filter></svg>',
      );
      expect(isGrey(left!), filter).to.equal(false);
      expect(isGrey(right!), filter).to.equal(false);
    }
  });

  it('are changed once by the same filters, wherever they are shown', async () => {
    const image = (filter: string): string => `<img style="filter:${filter}" src="data:image/jpeg;base64,${CMYK}">`;
    const count = async (html: string): Promise<number> =>
      Buffer.from((await render(html, { compress: false })).pdf)
        .toString('latin1')
        .split('/Subtype /Image').length - 1;
    expect(await count(image('sepia(1)'))).to.equal(1);
    expect(await count(`${image('sepia(1)')}<p style="break-before:page">${image('sepia(1)')}`)).to.equal(1);
    expect(await count(image('sepia(1)') + image('sepia(.5)'))).to.equal(2);
  });
});
