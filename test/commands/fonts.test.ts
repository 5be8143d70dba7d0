import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { Workplace } from '../support/command.ts';

describe('pagewright render --font', function () {
  this.timeout(60_000);
  let place: Workplace;
  before(() => {
    place = new Workplace();
    const font = readFileSync(new URL('../../assets/fonts/Cousine-400.ttf', import.meta.url));
    place.write({
      'page.html': '<p style="font-family:Cousine">a',
      'house/mono/c/Cousine.ttf': font,
      'none/a.txt': 'a',
    });
  });
  after(() => place.remove());

  it('reads the fonts of a folder and its subfolders', async () => {
    const { status, stderr } = await place.run(['render', 'page.html', '--font', 'house', '-o', 'a.pdf']);
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: 'a.pdf: 1 page\n' });
    expect((await place.run(['render', 'page.html', '--font', 'none', '-o', 'a.pdf'])).stderr).to.include(
      'none contains no fonts',
    );
  });
});
