import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';

/** A translucent image, one sample wide and two high. */
const COLUMN =
  'url(data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAACCAQAAAAziH6sAAAADklEQVR42mNgaGBocAAAA0YBQcXuQuwAAAAASUVORK5CYII=)';

/** Returns what is drawn for the background of a 100 x 40 px box. */
async function drawn(background: string): Promise<string[]> {
  const html = `<!DOCTYPE html><style>@page{size:200px;margin:0}body{margin:0}</style><div style="width:100px;height:40px;background:${background}">`;
  return (await inspect(html, 'paint', null))
    .split('\n')
    .filter((line) => /drawImage|fillGradient|fillPattern/.test(line));
}

describe('adjacent tiles', () => {
  it('are drawn as one if the picture is one sample wide', async () => {
    expect(await drawn(`${COLUMN} repeat-x`)).to.have.length(1);
    expect((await drawn(`${COLUMN} repeat-x`))[0]).to.match(/drawImage .*0 0 100 2/);
    expect(await drawn(`${COLUMN}`)).to.have.length(20);
    expect(await drawn(`${COLUMN} 3px 0/10px 40px`)).to.have.length(1);
  });

  it('stay separate if there is space between them', async () => {
    expect(await drawn(`${COLUMN} space no-repeat 0 0/30px 2px`)).to.have.length(3);
  });

  it('are drawn as one if a gradient runs straight across', async () => {
    expect(await drawn('linear-gradient(red,blue) 0 0/7px 10px')).to.have.length(4);
    expect(await drawn('linear-gradient(to right,red,blue) 0 0/20px 7px')).to.have.length(5);
    expect(await drawn('linear-gradient(to top right,red,blue) 0 0/50px 20px')).to.have.length(4);
  });
});
