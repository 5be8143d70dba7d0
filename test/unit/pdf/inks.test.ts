import { expect } from 'chai';
import { render, type RenderOptions } from '../../../engine/index.ts';

/** Returns the operators that set colors, in order, and the file. */
async function inksOf(
  css: string,
  options: RenderOptions = {},
): Promise<{ readonly set: string[]; readonly file: string }> {
  const html = `<title>T</title><style>p{margin:0} ${css}</style><p id=a>one</p><p id=b>two</p>`;
  const { pdf, diagnostics } = await render(html, { compress: false, ...options });
  expect(diagnostics).to.deep.equal([]);
  const file = Buffer.from(pdf).toString('latin1');
  const set = file.match(/^(?:[\d. ]+(?:k|K|rg|RG|g|G)|\/I\d+ (?:cs|CS) [\d. ]+(?:scn|SCN))$/gm) ?? [];
  return { set: set.map((line) => line.trim()), file };
}

describe('inks', () => {
  it('of device-cmyk() are written unchanged for text, borders and backgrounds', async () => {
    const { set } = await inksOf(
      '#a{color:device-cmyk(0 81% 0.81 30%);background:device-cmyk(0.1, 0.2, 0.3, 0.4);border-bottom:1px solid device-cmyk(none 0 0 1)}',
    );
    expect(set).to.deep.equal(['.1 .2 .3 .4 k', '0 0 0 1 k', '0 .81 .81 .3 k', '0 g']);
  });

  it('are distinguished from colors that look the same', async () => {
    const { set } = await inksOf('#a{color:device-cmyk(0 0 0 1)} #b{color:rgb(0 0 0)}');
    expect(set).to.deep.equal(['0 0 0 1 k', '0 g']);
    const other = await inksOf('#a{color:device-cmyk(0 0 0 1)} #b{color:device-cmyk(1 1 1 1)}');
    expect(other.set).to.deep.equal(['0 0 0 1 k', '1 1 1 1 k']);
  });

  it('with names become one color space each', async () => {
    const { set, file } = await inksOf(
      '#a{color:separation("PANTONE 185 C" 100% device-cmyk(0 .9 .8 0));background:separation("PANTONE 185 C" .5 device-cmyk(0 .9 .8 0))} #b{color:separation("Gold" 1 gold)}',
    );
    expect(set).to.deep.equal(['/I1 cs .5 scn', '/I1 cs 1 scn', '/I2 cs 1 scn']);
    expect(file.match(/\[\/Separation \/PANTONE#20185#20C \/DeviceCMYK/g)).to.have.length(1);
    expect(file).to.contain('/Separation /Gold /DeviceRGB');
  });

  it('are replaced by their appearance in mixtures, gradients and archives', async () => {
    expect((await inksOf('#a{color:color-mix(in srgb, device-cmyk(0 1 1 0), black)}')).set).to.deep.equal([
      '.5 0 0 rg',
      '0 g',
    ]);
    const { set } = await inksOf('#a{color:device-cmyk(0 1 1 0)} #b{color:separation("X" 50% red)}', {
      profile: 'pdf/a-2b',
    });
    expect(set).to.deep.equal(['1 0 0 rg', '1 .5 .5 rg']);
  });

  it('have a strict syntax', async () => {
    const wrong = ['device-cmyk(0 0 0)', 'device-cmyk(0, 10%, 0, 0)', 'separation("" 1 red)', 'separation(X 1 red)'];
    for (const color of wrong) {
      const { diagnostics } = await render(`<p style="color:${color.replaceAll('"', "'")}">x`);
      expect(diagnostics, color).to.have.length(1);
    }
  });
});
