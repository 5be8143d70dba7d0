import { expect } from 'chai';
import { resolveOptions } from '../../../engine/options.ts';
import { flowRoom, pageGeometry, pageSheet } from '../../../engine/pages/page-geometry.ts';
import { geometryOf } from '../../../engine/pages/page-flow.ts';
import { layoutDocument } from '../../../engine/render.ts';
import { styled } from '../../support/style.ts';

const options = resolveOptions({ pageSize: '400px 300px', margin: 20 });
const PAGE = { name: '', index: 0, first: true, left: false, blank: false, groups: new Map<string, number>() };

/** Returns the sheet, margins (top right bottom left) and area of the first page, in CSS px. */
function geometry(css: string): string {
  const { styler } = styled(`<style>${css}</style>`);
  const { width, height, margin, area } = geometryOf(styler.pageStyle(PAGE), styler, options);
  const px = (...values: number[]): string => values.map((lu) => lu / 64).join(' ');
  return `${width} ${height} / ${px(margin.top, margin.right, margin.bottom, margin.left)} / ${px(area.x, area.y, area.width, area.height)}`;
}

describe('page geometry (css-page-3 §3, §4.4)', () => {
  it('uses the default if no @page rule applies', () => {
    expect(geometry('')).to.equal('400 300 / 20 20 20 20 / 20 20 360 260');
    expect(geometry('@page{}')).to.equal('400 300 / 0 0 0 0 / 0 0 400 300');
  });

  it('uses the declared size, and rotates the default', () => {
    expect(geometry('@page{size:200px 500px;margin:10px}')).to.equal('200 500 / 10 10 10 10 / 10 10 180 480');
    expect(geometry('@page{size:portrait}')).to.equal('300 400 / 0 0 0 0 / 0 0 300 400');
    expect(pageSheet({ width: null, height: null, orientation: 'landscape' }, options)).to.deep.equal([400, 300]);
  });

  it('places borders and padding inside the margins', () => {
    expect(geometry('@page{margin:10px;border:5px solid;padding:2px}')).to.equal(
      '400 300 / 10 10 10 10 / 17 17 366 266',
    );
  });

  it('resolves percentages against the sheet', () => {
    expect(geometry('@page{margin:10% 5%}')).to.equal('400 300 / 30 20 30 20 / 20 30 360 240');
  });

  it('divides the space that a given width leaves between auto margins', () => {
    expect(geometry('@page{width:300px;margin:0 auto}')).to.equal('400 300 / 0 50 0 50 / 50 0 300 300');
    expect(geometry('@page{width:300px;margin:0 10px 0 auto}')).to.equal('400 300 / 0 10 0 90 / 90 0 300 300');
  });

  it('changes the sheet if values contradict it', () => {
    expect(geometry('@page{width:300px;margin:10px}')).to.equal('320 300 / 10 10 10 10 / 10 10 300 280');
    expect(geometry('@page{max-height:100px;margin:10px}')).to.equal('400 120 / 10 10 10 10 / 10 10 380 100');
  });

  it('drops margins that leave no room between them', () => {
    for (const margin of ['500px', '0 200px', '150px 0', '0 0 0 400px', '100%'])
      expect(geometry(`@page{margin:${margin}}`), margin).to.equal('400 300 / 0 0 0 0 / 0 0 400 300');
    expect(geometry('@page{margin:149px 199px}')).to.equal('400 300 / 149 199 149 199 / 199 149 2 2');
  });

  it('gives the flow whole px, rounded up, but nothing beyond the sheet', () => {
    const room = (css: string): number[] => {
      const { styler } = styled(`<style>${css}</style>`);
      const { width, height } = flowRoom(geometryOf(styler.pageStyle(PAGE), styler, options), 1);
      return [width / 64, height / 64];
    };
    expect(room('@page{size:A4;margin:.75cm}')).to.deep.equal([738, 1066]);
    expect(room('@page{size:A5;margin:12mm}')).to.deep.equal([469, 704]);
    expect(room('@page{size:A5;margin:45.36px}')).to.deep.equal([469, 703]);
    expect(room('@page{size:A4;margin:20mm}')).to.deep.equal([643, 972]);
    expect(room('@page{size:A4;width:300px;margin:auto}')).to.deep.equal([300, 1122.515625]);
    expect(room('@page{size:A4;margin:0}')).to.deep.equal([793.6875, 1122.515625]);
    expect(room('@page{size:A4;margin:0 10mm}')).to.deep.equal([719, 1122.515625]);
    expect(room('@page{size:300px 200px;margin:0}')).to.deep.equal([300, 200]);
    expect(room('@page{size:8.5in 11in;margin:.1in .2in}')).to.deep.equal([778, 1037]);
  });

  it('leaves room for progress on a sheet that is all border', () => {
    const { styler } = styled('<style>@page{border:500px solid}</style>');
    const style = styler.pageStyle(PAGE);
    const geometry = pageGeometry(style.style, style.size, options, false);
    const { area } = geometry;
    expect([area.width, area.height, flowRoom(geometry, 1).height]).to.deep.equal([64, 64, 64]);
  });
});

describe('the area of a right-to-left document', () => {
  const areaOf = async (dir: string): Promise<[left: number, right: number]> => {
    const html = `<!DOCTYPE html><html dir=${dir}><style>@page{size:A4;margin:20mm}body{margin:0}</style>a`;
    const { pages } = await layoutDocument(html);
    const { area, root } = pages[0]!;
    return [area.x / 64, (area.x + root!.fragment.width) / 64];
  };

  it('is as wide as on other pages, and extends to the left by the amount of rounding', async () => {
    expect(await areaOf('ltr')).to.deep.equal([76, 719]);
    expect(await areaOf('rtl')).to.deep.equal([75, 718]);
  });
});
