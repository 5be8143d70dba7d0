import { expect } from 'chai';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { extractText } from '../support/pdfium.ts';
import { Workplace } from '../support/command.ts';

describe('pagewright pdf', function () {
  this.timeout(60_000);
  let place: Workplace;
  before(async () => {
    place = new Workplace();
    place.write({
      'a.html': '<title>A</title><p>a1<p style="break-before:page">a2',
      'b.html': '<p>b1',
      'no.pdf': 'text',
    });
    expect((await place.run(['render', 'a.html', 'b.html', '-o', '.'])).status).to.equal(0);
  });
  after(() => place.remove());

  const textOf = async (name: string): Promise<string[]> =>
    (await extractText(readFileSync(place.path(name)))).map((page) => page.trim());

  it('merges files and ranges of pages', async () => {
    const { status, stderr } = await place.run(['pdf', 'merge', 'b.pdf', 'a.pdf#2', '-o', 'all.pdf']);
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: 'all.pdf: 2 pages\n' });
    expect(await textOf('all.pdf')).to.deep.equal(['b1', 'a2']);
  });

  it('splits into numbered files', async () => {
    expect((await place.run(['pdf', 'split', 'a.pdf', '-o', 'one.pdf'])).stderr).to.contain('--output names one file');
    const { status } = await place.run(['pdf', 'split', 'a.pdf', '-o', 'part-{{ number }}.pdf']);
    expect(status).to.equal(0);
    expect(await textOf('part-2.pdf')).to.deep.equal(['a2']);
  });

  it('stamps and imposes', async () => {
    expect((await place.run(['pdf', 'stamp', 'a.pdf', 'b.pdf', '--pages', '1', '-o', 's.pdf'])).status).to.equal(0);
    expect((await textOf('s.pdf'))[0])
      .to.contain('a1')
      .and.contain('b1');
    const imposed = await place.run(['pdf', 'impose', 'a.pdf', '--layout', '2x1', '-o', 'i.pdf', '--json']);
    expect(JSON.parse(imposed.stdout)).to.include({ file: 'i.pdf', pages: 1 });
  });

  it('describes and validates files', async () => {
    const { stdout } = await place.run(['pdf', 'info', 'a.pdf']);
    expect(stdout).to.match(/pages: 2 pages of 210 .{1,2} 297 mm/);
    expect(stdout).to.contain('title: A').and.contain('is tagged: yes');
    expect(JSON.parse((await place.run(['pdf', 'info', 'a.pdf', '--json'])).stdout).pages).to.have.lengthOf(2);
    expect((await place.run(['pdf', 'validate', 'a.pdf'])).stderr).to.equal('a.pdf: no problems\n');
  });

  it('writes to standard output', async () => {
    const { status, stdout } = await place.run(['pdf', 'merge', 'a.pdf', 'b.pdf', '-o', '-']);
    expect([status, stdout.slice(0, 5)]).to.deep.equal([0, '%PDF-']);
  });

  it('signs, and names a key that cannot be read', async function () {
    if (spawnSync('openssl', ['version']).status !== 0) return this.skip();
    const request =
      'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key.pem -out cert.pem -subj /CN=Ada';
    execFileSync('openssl', request.split(' '), { cwd: place.folder, stdio: 'ignore' });
    const sign = (...given: string[]): ReturnType<Workplace['run']> =>
      place.run(['pdf', 'sign', 'a.pdf', '-o', 'signed.pdf', ...given]);
    const signed = await sign('--key', 'key.pem', '--certificate', 'cert.pem', '--reason', 'Agreed');
    expect({ ...signed, stdout: '' }).to.include({ status: 0, stderr: 'signed.pdf: 2 pages\n' });
    expect(readFileSync(place.path('signed.pdf'), 'latin1')).to.contain('ETSI.CAdES.detached');
    const alone = await sign('--key', 'key.pem');
    expect(alone).to.include({ status: 2 });
    expect(alone.stderr).to.contain('key.pem: no certificate matches the private key');
    expect((await sign('--key', 'a.html')).stderr).to.contain("a.html: the PKCS#12 file can't be read");
    expect((await sign('--key', 'key.pem', '--certificate', 'cert.pem', '--date', 'soon')).stderr).to.contain(
      'invalid value for --date',
    );
  });

  it('stamps signatures with the answers of a command', async function () {
    if (spawnSync('openssl', ['version']).status !== 0) return this.skip();
    place.write({
      'tsa.conf':
        '[tsa]\ndefault_tsa=one\n[one]\nserial=./serial\nsigner_digest=sha256\ndefault_policy=1.2.3.4\ndigests=sha256\n' +
        '[stamp]\nextendedKeyUsage=critical,timeStamping\n[req]\ndistinguished_name=name\n[name]\n',
      'tsa.sh':
        'cat > query; openssl ts -reply -config tsa.conf -queryfile query -signer tsacert.pem -inkey tsa.pem -out reply 2> log && cat reply\n',
      serial: '01\n',
    });
    const make = (line: string): unknown =>
      execFileSync('openssl', line.split(' '), { cwd: place.folder, stdio: 'ignore' });
    make('req -x509 -newkey rsa:2048 -nodes -subj /CN=Ada -keyout ada.pem -out adacert.pem');
    make(
      'req -x509 -newkey rsa:2048 -nodes -subj /CN=Time -keyout tsa.pem -out tsacert.pem -config tsa.conf -extensions stamp',
    );
    const sign = (command: string, deadline = '20'): ReturnType<Workplace['run']> => {
      const key = ['--key', 'ada.pem', '--certificate', 'adacert.pem', '--time-stamp', command, '--deadline', deadline];
      return place.run(['pdf', 'sign', 'a.pdf', '-o', 'stamped.pdf', ...key]);
    };
    expect((await sign('sh tsa.sh')).stderr).to.equal('stamped.pdf: 2 pages\n');
    // The identifier of the attribute that holds a time stamp: 1.2.840.113549.1.9.16.2.14.
    expect(readFileSync(place.path('stamped.pdf'), 'latin1')).to.contain('2a864886f70d010910020e');
    expect(await sign('exit 3')).to.include({
      status: 2,
      stderr: 'pagewright: --time-stamp: the command ended with 3\n',
    });
    expect((await sign('cat /dev/zero; true')).stderr).to.contain('--time-stamp: the command wrote too much');
    expect((await sign('sleep 50; true', '0.3')).stderr).to.contain('--time-stamp: the command took too long');
    expect((await sign('echo no')).stderr).to.contain('the time-stamp authority returned no valid time-stamp response');
  });

  it('names the file that cannot be read', async () => {
    const { status, stderr } = await place.run(['pdf', 'merge', 'a.pdf', 'no.pdf', '-o', 'x.pdf']);
    expect({ status, stderr }).to.deep.equal({
      status: 2,
      stderr: "pagewright: no.pdf can't be read: it is not a PDF\n",
    });
    expect(existsSync(place.path('x.pdf'))).to.equal(false);
    expect((await place.run(['pdf', 'info', 'gone.pdf'])).stderr).to.contain('file not found: gone.pdf');
  });
});
