import { expect } from 'chai';
import type { ProofReport } from '../../engine/index.ts';
import { Workplace } from '../support/command.ts';

describe('pagewright proof', function () {
  this.timeout(60_000);
  let place: Workplace;
  before(() => {
    place = new Workplace();
    place.write({ 'good.html': '<p>a', 'bad.html': '<p>a\n<p class=f>b<style>.f { color: #999 }</style>' });
  });
  after(() => place.remove());

  it('prints problems with their positions, and fails if there are any', async () => {
    expect(await place.run(['proof', 'good.html'])).to.deep.include({ status: 0, stderr: '1 page, no problems\n' });
    const { status, stdout, stderr } = await place.run(['proof', 'bad.html']);
    expect({ status, stderr }).to.deep.equal({ status: 1, stderr: '1 page, 1 problem\n' });
    expect(stdout).to.match(/^bad\.html:2:1: page 1, \d+ x \d+ mm: Text has a contrast of .* \[contrast\]\n$/);
  });

  it('accepts limits and checks to skip', async () => {
    expect((await place.run(['proof', 'bad.html', '--contrast', '2'])).status).to.equal(0);
    expect((await place.run(['proof', 'bad.html', '--skip', 'bleed', '--skip', 'contrast'])).status).to.equal(0);
    expect((await place.run(['proof', 'bad.html', '--skip', 'colour'])).status).to.equal(2);
    expect((await place.run(['proof', 'bad.html', '--contrast', 'high'])).status).to.equal(2);
    expect((await place.run(['proof', 'bad.html', '--contrast', '-1'])).stderr).to.contain('--contrast');
  });

  it('gives positions in the template of a document that data fill', async () => {
    place.write({
      'loop.html': '{% for i in (1..9) %}\n<p>{{ i }}</p>\n{% endfor %}\n<p style="color: #999">x',
      'any.json': '{}',
    });
    const { stdout } = await place.run(['proof', 'loop.html', '--data', 'any.json']);
    expect(stdout).to.match(/^loop\.html:4:11: page 1/);
  });

  it('prints JSON', async () => {
    const { status, stdout } = await place.run(['proof', 'bad.html', '--json']);
    expect(status).to.equal(1);
    const { pages, findings } = JSON.parse(stdout) as ProofReport;
    expect(pages).to.equal(1);
    expect(findings).to.have.length(1);
    expect(findings[0]).to.deep.include({ check: 'contrast', page: 1, line: 2, column: 1, count: 1 });
  });
});
