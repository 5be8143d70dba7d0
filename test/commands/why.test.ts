import { expect } from 'chai';
import type { WhyHere } from '../../engine/debug/why-here.ts';
import { Workplace } from '../support/command.ts';

describe('pagewright inspect --why', function () {
  this.timeout(60_000);
  let place: Workplace;
  before(() => {
    place = new Workplace();
    place.write({
      'long.html': `<style>@page { size: 100mm 60mm }\ndiv { break-inside: avoid; height: 30mm }</style><p style="height:15mm">a<div id=x>b</div>`,
    });
  });
  after(() => place.remove());

  it('explains the page of an element, and what moves it', async () => {
    const { status, stdout } = await place.run(['inspect', 'long.html', '--margin', '10mm', '--why', '#x']);
    expect(status).to.equal(0);
    expect(stdout).to.match(/^#x \(line 2\) is on page 2\.\nPage 2 begins with #x/);
    expect(stdout).to.contain(
      '  without break-inside: avoid on #x (line 2), declared at line 2, column 7: moves it to page 1\n',
    );
  });

  it('prints JSON, and fails where no box matches', async () => {
    const { stdout } = await place.run(['inspect', 'long.html', '--margin', '10mm', '--why', '#x', '--json']);
    expect((JSON.parse(stdout) as WhyHere).page).to.equal(2);
    const missing = await place.run(['inspect', 'long.html', '--why', '#y']);
    expect(missing).to.deep.include({ status: 1, stderr: 'pagewright: no box matches #y\n' });
    expect((await place.run(['inspect', 'long.html', '--why', '#x', '--select', 'p'])).status).to.equal(2);
    expect((await place.run(['inspect', 'long.html', '--why', '..'])).status).to.equal(2);
  });
});
