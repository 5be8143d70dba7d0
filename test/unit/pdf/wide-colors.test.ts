import { expect } from 'chai';
import { render, type RenderOptions } from '../../../engine/index.ts';
import { wideProfile } from '../../../engine/images/icc-profile.ts';
import { PdfObjects } from '../../support/pdf-objects.ts';

async function fileOf(css: string, options: RenderOptions = {}): Promise<{ objects: PdfObjects; text: string }> {
  const { pdf, diagnostics } = await render(`<title>T</title><style>p{margin:0}${css}</style><p id=a>a<p id=b>b`, {
    compress: false,
    ...options,
  });
  expect(diagnostics).to.deep.equal([]);
  return { objects: new PdfObjects(pdf), text: Buffer.from(pdf).toString('latin1') };
}

const settings = (text: string): string[] => text.match(/^\/W\d+ (?:cs|CS) [\d. ]+(?:scn|SCN)$/gm) ?? [];

describe('colors outside of sRGB', () => {
  it('are written in the smallest space that holds them', async () => {
    const { objects, text } = await fileOf(
      '#a{background:color(display-p3 0 1 0);color:color(rec2020 0 1 0)}#b{background:oklch(.8 .25 145)}',
    );
    expect(settings(text)[0]).to.equal('/W1 cs 0 1 0 scn');
    expect(settings(text)).to.include('/W2 cs 0 1 0 scn');
    expect(text.match(/\[\/ICCBased/g)).to.have.length(2);
    expect(objects.all().filter(({ N }) => N === 3)).to.have.length(2);
  });

  it('are distinguished from each other and from their sRGB versions', async () => {
    const { text } = await fileOf('#a{background:color(display-p3 1 0 0)}#b{background:red}');
    expect(text)
      .to.match(/^\/W1 cs 1 0 0 scn$/m)
      .and.to.match(/^1 0 0 rg$/m);
    const two = await fileOf('#a{background:color(display-p3 0 1 0)}#b{background:color(display-p3 0 .99 0)}');
    expect(settings(two.text)).to.deep.equal(['/W1 cs 0 1 0 scn', '/W1 cs 0 .99 0 scn']);
  });

  it('need no space if sRGB holds them', async () => {
    const { text } = await fileOf(
      '#a{background:color(display-p3 .5 .5 .5);color:oklch(.6 .1 145)}#b{color:color(srgb 1 0 0)}',
    );
    expect(text).to.not.contain('ICCBased');
  });

  it('are clipped as on screens if they are outside all wide spaces', async () => {
    const { text } = await fileOf('#a{background:lab(100 150 20)}');
    expect(text).to.not.contain('ICCBased');
    expect(text).to.match(/^1 \S+ \S+ rg$/m);
  });

  it('are kept with other alphas, in SVG and in archives', async () => {
    const { pdf } = await render(
      '<title>T</title><svg width=9 height=9><rect width=9 height=9 fill="color(display-p3 0 1 0)" fill-opacity=".5"/></svg>',
      { compress: false, profile: 'pdf/a-2b' },
    );
    expect(settings(Buffer.from(pdf).toString('latin1'))).to.deep.equal(['/W1 cs 0 1 0 scn']);
  });

  it('define the space of gradients', async () => {
    const { text } = await fileOf('#a{background:linear-gradient(color(display-p3 0 1 0),blue)}');
    expect(text).to.match(/\/ShadingType 2\n\/ColorSpace \d+ 0 R/);
    expect(text).to.match(/\/N 3\n[^]*ICCBased/);
    const around = await fileOf('#a{background:linear-gradient(in oklch,lime,blue)}');
    expect(around.text).to.contain('ICCBased');
    const within = await fileOf('#a{background:linear-gradient(in oklab,#888,#8a8)}');
    expect(within.text).to.not.contain('ICCBased');
  });

  it('have profiles of their own', () => {
    for (const space of ['display-p3', 'rec2020'] as const) {
      const profile = wideProfile(space);
      expect(new DataView(profile.buffer).getUint32(0), space).to.equal(profile.length);
    }
  });
});

describe('gradients of inks', () => {
  const spaceOf = async (gradient: string): Promise<string | undefined> =>
    /\/ShadingType 2\n\/ColorSpace (\S+)/.exec((await fileOf(`#a{background:linear-gradient(${gradient})}`)).text)?.[1];

  it('use the same inks', async () => {
    expect(await spaceOf('device-cmyk(1 0 0 0), device-cmyk(0 1 0 0)')).to.equal('/DeviceCMYK');
    expect(await spaceOf('device-cmyk(1 0 0 0), white')).to.equal('/DeviceCMYK');
    expect(await spaceOf('separation("X" 1 red), separation("X" 20% red)')).to.match(/^\d+$/);
  });

  it('use the appearance of the inks between different inks or inks and light', async () => {
    expect(await spaceOf('device-cmyk(1 0 0 0), red')).to.equal('/DeviceRGB');
    expect(await spaceOf('separation("X" 1 red), separation("Y" 1 blue)')).to.equal('/DeviceRGB');
    expect(await spaceOf('in oklab, device-cmyk(1 0 0 0), device-cmyk(0 1 0 0)')).to.not.equal('/DeviceCMYK');
  });
});
