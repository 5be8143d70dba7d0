import { expect } from 'chai';
import { render } from '../../../engine/index.ts';

/** Returns the rectangles drawn for a table of three rows and two columns, first column by column, then the rows. */
async function rulesOf(css: string): Promise<string[]> {
  const rows = '<tr><td><td>'.repeat(3);
  const html = `<!DOCTYPE html><style>@page{margin:0}body{margin:0}table{border-collapse:collapse}td{padding:0;width:20px;height:10px;${css}}</style><table>${rows}</table>`;
  const { pdf } = await render(html, { compress: false });
  return (
    Buffer.from(pdf)
      .toString('latin1')
      .match(/^[\d. ]+ re\nf$/gm) ?? []
  );
}

describe('collapsed borders', () => {
  it('continue through crossing lines of the same paint', async () => {
    const rules = await rulesOf('border:2px solid #999');
    expect(rules).to.have.length(3 + 4);
    // Of 34 px, and 2 px under each of the lines at its ends.
    expect(rules[0]!.split(' ')[3]).to.equal('38');
  });

  it('end where a different paint wins or would show underneath', async () => {
    expect(await rulesOf('border:2px solid;border-color:red blue')).to.have.length(3 * 3 + 4);
    expect(await rulesOf('border:2px solid rgb(0 0 0 / 50%)')).to.have.length(3 * 3 + 4);
  });

  it('let the first of equally strong lines paint the crossing', async () => {
    const first =
      '<table style="border-collapse:collapse"><td style="border:4px solid red;padding:0;width:20px;height:10px"><td style="border:4px solid blue;padding:0;width:20px">';
    const { pdf } = await render(`<!DOCTYPE html><style>@page{margin:0}body{margin:0}</style>${first}</table>`, {
      compress: false,
    });
    const file = Buffer.from(pdf).toString('latin1');
    const rules = [...file.matchAll(/^([\d. ]+) re\nf$/gm)].map(([, r]) => r!.split(' ').map(Number));
    const alongTop = rules.filter(([, y, width, height]) => y === 0 && width! > height!);
    expect(alongTop.map(([x, , width]) => [x, x! + width!])).to.deep.equal([
      // 2 px of it are under the other one.
      [0, 30],
      [28, 52],
    ]);
  });

  it('leave a channel around each corner where double lines cross', async () => {
    const rules = (await rulesOf('border:4px double')).map((rule) => rule.split(' ').slice(0, 4).map(Number));
    const [left] = rules;
    expect(left).to.deep.equal([0, 0, 1, 46]);
    expect(rules.filter(([, , width]) => width! > 40).map(([x, y]) => [x, y])).to.deep.include([0, 0]);
  });

  it('close a table at each break if its decorations are cloned', async () => {
    const rules = async (style: string): Promise<number> => {
      const rows = '<tr style="break-inside:avoid"><td style="height:30px;padding:0;border-top:1px dashed">x'.repeat(4);
      const html = `<!DOCTYPE html><style>@page{size:200px 100px;margin:0}body{margin:0}</style><table style="width:100px;border-collapse:collapse;border:4px solid #f00;${style}">${rows}</table>`;
      const { pdf, pages } = await render(html, { compress: false });
      expect(pages).to.equal(2);
      const lines = [
        ...Buffer.from(pdf)
          .toString('latin1')
          .matchAll(/^([\d. ]+) re\nf$/gm),
      ].map(([, r]) => r!.split(' ').map(Number));
      return lines.filter(([, , width, height]) => width! > 70 && height === 4).length;
    };
    expect(await rules('')).to.equal(2);
    expect(await rules('box-decoration-break:clone')).to.equal(4);
  });
});
