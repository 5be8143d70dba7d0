import { expect, use } from 'chai';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { chaiPages, compareGolden, matchers, renderPages } from '../../server/golden/index.ts';
import { type Finished, type Running, Workplace } from '../support/command.ts';

const TABLE = (cell: string, after = ''): string =>
  `<!doctype html><style>@page { size: 400px 300px; margin: 20px } body { margin: 0; font: 16px/20px Arial } td { padding: 0 }</style>
   <table class=items><tr><td>one<td>1</tr><tr><td>${cell}<td>2</tr></table><p id=total>Total${after}`;

describe('pagewright golden', function () {
  this.timeout(120_000);
  let place: Workplace;
  beforeEach(() => (place = new Workplace()));
  afterEach(() => place.remove());

  const golden = (...given: string[]): ReturnType<Workplace['run']> =>
    place.run(['golden', ...given], '', { env: { CI: '' } });

  it('stores documents, accepts them unchanged and reports differences', async () => {
    place.write({ 'in/a.html': TABLE('two'), 'in/b.html': '<p>b' });
    const first = await golden('in');
    expect(first.stdout).to.equal('new        in/a.html\nnew        in/b.html\n');
    expect(readdirSync(place.path('in/__golden__/a')).sort()).to.deep.equal(['layout.json', 'page-1.png', 'words.txt']);
    expect(await golden('in')).to.deep.include({ status: 0, stdout: '' });

    place.write({ 'in/a.html': TABLE('two<br>lines') });
    const { status, stdout } = await golden('in', '--junit', 'out/junit.xml');
    expect(status).to.equal(1);
    expect(stdout).to.contain('different  in/a.html  (page 1)');
    expect(stdout).to.match(
      /tr:nth-of-type\(2\) > td:nth-of-type\(1\)` changed from .*two.* to .*two lines.*\. It has 2 lines instead of 1 and is 20 px taller\.\n(?: {15}.*\n)* {15}`#total` moved down 20 px on page 1\.\n/,
    );
    expect(stdout).to.not.contain('td:nth-of-type(2)` is 20 px taller');
    expect(readFileSync(place.path('golden-report.html'), 'utf8'))
      .to.contain('data:image/png;base64,')
      .and.to.contain('download="a.pdf" href="data:application/pdf;base64,JVBERi0')
      .and.to.contain('<h1>1 of 2 documents differs</h1>')
      .and.to.contain('1 document matches its snapshot')
      .and.to.contain('npx pagewright golden in/a.html --update')
      .and.to.contain('#total');
    expect(readFileSync(place.path('out/junit.xml'), 'utf8')).to.contain('tests="2" failures="1"');

    expect((await golden('in/b.html', '--update')).status).to.equal(0);
    expect((await golden('in')).status).to.equal(1);
    expect((await golden('in', '--update')).stdout).to.contain('updated    in/a.html');
    expect((await golden('in')).status).to.equal(0);
  });

  it('escapes control characters in its reports', async () => {
    const name = 'a\u001b]0;x\u0007\u009b\u202e.html';
    place.write({ [name]: '<p>one\u202e' });
    await golden(name);
    place.write({ [name]: '<p>two\u202e' });
    expect((await golden(name, '--junit', 'junit.xml')).status).to.equal(1);
    for (const file of ['golden-report.html', 'junit.xml']) {
      const text = readFileSync(place.path(file), 'utf8');
      expect(text, file).to.contain('a\\u001b]0;x\\u0007\\u009b\\u202e');
      expect(text, file).to.not.match(/\p{Bidi_Control}|(?![\n\t])\p{Cc}/u);
    }
  });

  it('reports the words of page headers, which belong to no element', async () => {
    const page = (header: string): string => `<style>@page { @top-center { content: '${header}' } }</style><p>x`;
    place.write({ 'in/a.html': page('Draft') });
    await golden('in');
    place.write({ 'in/a.html': page('Final') });
    expect((await golden('in')).stdout).to.match(/Page 1 says .*Final.* instead of .*Draft.*\.\n$/);
  });

  it('names the command that accepts a change with all options of the run', async () => {
    place.write({ 'in/a.html': '<p>{{ word }}', 'a b.json': '{"word": "one"}', 'c.css': 'p { color: red }' });
    const given = ['in', '--data', 'a b.json', '--media', 'screen', '-s', 'c.css', '-s', 'c.css', '--offline'];
    await golden(...given);
    place.write({ 'a b.json': '{"word": "two"}' });
    const { stderr } = await golden(...given, '--workers', '1');
    expect(stderr).to.contain('add --update to this command');
    expect(readFileSync(place.path('golden-report.html'), 'utf8')).to.contain(
      `<code>npx pagewright golden in/a.html --data 'a b.json' --media-type screen --user-style c.css --user-style c.css --offline --update</code>`.replaceAll(
        "'",
        '&#39;',
      ),
    );
  });

  describe('--serve', () => {
    const PAGE = '<style>@page { size: 200px 100px; margin: 10px } p + p { break-before: page }</style>';
    const serve = async (): Promise<{ command: Running; url: string }> => {
      const command = place.start(['golden', 'in', '--serve'], { env: { CI: '' } });
      return { command, url: await command.saysAt(/accept changes at (http:\S+\/);/) };
    };
    const accept = async (url: string, asked: string, headers = { 'X-Pagewright': 'accept' }): Promise<unknown> => {
      const answer = await fetch(`${url}accept?${asked}`, { method: 'POST', headers });
      return answer.ok ? answer.json() : answer.status;
    };
    const keptWords = (name: string): string => readFileSync(place.path(`in/__golden__/${name}/words.txt`), 'utf8');

    it('accepts pages and documents, and ends when no change is left', async () => {
      place.write({ 'in/a.html': `${PAGE}<p>one<p>two<p>page 3`, 'in/b.html': '<p>b', 'in/c.html': '<p>c' });
      await golden('in');
      place.write({ 'in/a.html': `${PAGE}<p>eins<p>zwei<p>drei`, 'in/b.html': '<p>bb' });
      const { command, url } = await serve();
      expect(await (await fetch(url)).text())
        .to.contain('data-accept="document=0"')
        .and.to.contain('data-accept="document=0&amp;page=2"')
        .and.not.to.contain('--update');
      expect(await accept(url, 'document=0&page=2')).to.deep.equal({ isAccepted: true, left: 2 });
      expect(keptWords('a')).to.equal('page 1\none\n\npage 2\nzwei\n\npage 3\npage 3\n');
      expect((await golden('in')).stdout).to.contain('different  in/a.html  (page 1, 3)');
      expect(await accept(url, 'document=1')).to.deep.equal({ isAccepted: true, left: 1 });
      expect(keptWords('b')).to.equal('page 1\nbb\n');
      expect(await accept(url, 'document=1')).to.equal(404);
      const ended = command.ended();
      expect(await accept(url, 'document=0')).to.deep.equal({ isAccepted: true, left: 0 });
      expect(await ended).to.equal(0);
      expect(await golden('in')).to.deep.include({ status: 0, stdout: '' });
      expect(await golden('in', '--update')).to.deep.include({ status: 0, stdout: '' });
    });

    it('accepts a document page by page', async () => {
      place.write({ 'in/a.html': `${PAGE}<p>one<p>two` });
      await golden('in');
      place.write({ 'in/a.html': `${PAGE}<p>eins<p>zwei` });
      const { command, url } = await serve();
      expect(await accept(url, 'document=0&page=1')).to.deep.equal({ isAccepted: true, left: 1 });
      const ended = command.ended();
      expect(await accept(url, 'document=0&page=2')).to.deep.equal({ isAccepted: true, left: 0 });
      expect(await ended).to.equal(0);
      expect(keptWords('a')).to.equal('page 1\neins\n\npage 2\nzwei\n');
      expect(await golden('in')).to.deep.include({ status: 0, stdout: '' });
    });

    it('stores nothing that the person has not seen', async () => {
      place.write({ 'in/a.html': '<p>one' });
      await golden('in');
      place.write({ 'in/a.html': '<p>two' });
      const { command, url } = await serve();
      place.write({ 'in/a.html': '<p>three' });
      expect(await accept(url, 'document=0')).to.deep.equal({ isAccepted: false, left: 1 });
      expect(keptWords('a')).to.equal('page 1\none\n');
      expect(await accept(url, 'document=0')).to.deep.equal({ isAccepted: true, left: 0 });
      expect(await command.ended()).to.equal(0);
      expect(keptWords('a')).to.equal('page 1\nthree\n');
    });

    it('refuses other sites, and ends with status 1 if changes are left', async () => {
      place.write({ 'in/a.html': '<p>one' });
      await golden('in');
      place.write({ 'in/a.html': '<p>two' });
      const { command, url } = await serve();
      expect(await accept(url, 'document=0', { 'X-Pagewright': '' })).to.equal(403);
      expect((await fetch(url.replace('127.0.0.1', 'localhost'))).status).to.equal(403);
      expect(keptWords('a')).to.equal('page 1\none\n');
      expect(await command.stop()).to.equal(1);
    });

    it('is refused where nobody watches', async () => {
      place.write({ 'in/a.html': '<p>one' });
      const refused = await place.run(['golden', 'in', '--serve'], '', { env: { CI: '1' } });
      expect(refused.status).to.equal(2);
      expect(refused.stderr).to.match(/--serve waits for a person/);
    });
  });

  it('updates only the named documents', async () => {
    place.write({ 'in/a.html': '<p>a', 'in/b.html': '<p>b', 'in/gone.html': '<p>c' });
    expect((await golden('in')).stderr).to.contain('3 new');
    rmSync(place.path('in/gone.html'));
    place.write({ 'in/a.html': '<p>other', 'in/b.html': '<p>another' });
    expect(await golden('--update', 'zzz')).to.deep.equal({
      status: 2,
      stdout: '',
      stderr: 'pagewright: file not found: zzz\n',
    });
    expect((await golden('--update', 'in/a.html')).stdout).to.match(/^updated    in\/a\.html/);
    expect((await golden('in')).stdout)
      .to.contain('different  in/b.html')
      .and.to.not.contain('in/a.html');
    expect((await golden('in', '--update')).stdout)
      .to.contain('removed    in/gone.html')
      .and.to.contain('in/b.html');
  });

  it('has the alias snapshot, and updates if UPDATE_GOLDEN is 1', async () => {
    const snapshot = (update: string): Promise<Finished> =>
      place.run(['snapshot', 'in'], '', { env: { CI: '', UPDATE_GOLDEN: update } });
    place.write({ 'in/a.html': '<p>a' });
    await snapshot('');
    place.write({ 'in/a.html': '<p>b' });
    expect((await snapshot('')).status).to.equal(1);
    expect(await snapshot('1')).to.deep.include({ status: 0 });
    expect((await snapshot('')).stdout).to.equal('');
  });

  it('does not treat its own reports as documents, wherever they are written', async () => {
    place.write({ 'a.html': '<p>a' });
    await golden();
    place.write({ 'a.html': '<p>b' });
    for (const given of [[], ['--report', 'why.html']]) expect((await golden(...given)).status).to.equal(1);
    for (const given of [
      ['--report', 'why.html'],
      ['--report', 'why.html', '*.html'],
    ]) {
      const { stdout, stderr } = await golden(...given);
      expect(stdout).to.not.contain('new ');
      expect(stderr).to.match(/^1 document in /);
    }
  });

  it('reports stored and missing documents', async () => {
    place.write({ 'in/a.html': '<p>a', 'in/b.html': '<p>b' });
    expect((await golden('in/a.html')).stderr).to.match(/^1 document in [\d.]+ s: 1 new, kept in __golden__\n$/);
    expect((await golden('in')).stderr).to.match(/: 1 new, kept in __golden__, 1 unchanged\n$/);
    expect((await golden('in')).stderr).to.match(/: all match\n$/);
    place.write({ 'in/a.html': '<p>c' });
    expect((await golden('in', '--update')).stderr).to.match(/: 1 updated, 1 unchanged\n$/);
    // Older versions described less of a page.
    const layout = 'in/__golden__/a/layout.json';
    const stored = readFileSync(place.path(layout), 'utf8');
    place.write({ [layout]: stored.replace('"marginBoxes":[],', '') });
    await golden('in', '--update');
    expect(readFileSync(place.path(layout), 'utf8')).to.equal(stored);
    const { status, stdout, stderr } = await golden('nope', '--update');
    expect({ status, stdout, stderr }).to.deep.equal({
      status: 2,
      stdout: '',
      stderr: 'pagewright: file not found: nope\n',
    });
    expect(existsSync(place.path('golden-report.html'))).to.equal(false);
    expect((await golden('in', '--margin', '3zz')).status).to.equal(2);
  });

  it('distinguishes documents that failed to render from those that differ', async () => {
    place.write({ 'in/a.html': '<p>a', 'in/b.html': '<p>b' });
    await golden('in');
    place.write({ 'in/b.html': '<img src="https://a.example/x.png">' });
    expect((await golden('in')).stderr).to.match(/: 1 failed; see golden-report\.html\n$/);
    place.write({ 'in/a.html': '<p>c' });
    expect((await golden('in')).stderr).to.match(
      /: 1 differs, 1 failed; see golden-report\.html\. To accept the changes, add --update to this command\n$/,
    );
  });

  it('reports stored files of deleted documents in whole folders, and removes them with --update', async () => {
    place.write({ 'in/a.html': '<p>a', 'in/more/b.html': '<p>b' });
    await golden('in');
    rmSync(place.path('in/more/b.html'));
    // What a test stores has no source file.
    await compareGolden('<p>c', place.path('in/__golden__/c'), { update: true });
    const kept = place.path('in/more/__golden__/b');
    expect(await golden('in')).to.deep.include({
      status: 0,
      stdout: 'gone       in/more/b.html  (its snapshot is still in in/more/__golden__/b; --update removes it)\n',
    });
    expect((await golden('in/a.html')).stdout).to.equal('');
    await golden('in', '--update', 'a.html');
    expect(existsSync(kept)).to.equal(true);
    expect((await golden('in', '--update')).stdout).to.equal('removed    in/more/b.html\n');
    expect(existsSync(kept)).to.equal(false);
    expect(existsSync(place.path('in/__golden__/c'))).to.equal(true);
  });

  it('removes only files that it wrote and that nobody has changed since', async () => {
    place.write({ 'in/a.html': '<p>a<p style="break-before: page">b<p style="break-before: page">c' });
    await golden('in');
    const kept = place.path('in/__golden__/a');
    place.write({
      'in/a.html': '<p>a',
      'in/__golden__/a/notes.txt': 'mine',
      'in/__golden__/a/page-3.png': readFileSync(`${kept}/page-1.png`),
      'in/__golden__/a/page-4.png': 'mine',
    });
    expect((await golden('in', '--update')).stdout).to.contain('updated    in/a.html');
    expect(readdirSync(kept).sort()).to.deep.equal([
      'layout.json',
      'notes.txt',
      'page-1.png',
      'page-3.png',
      'page-4.png',
      'words.txt',
    ]);
    expect((await golden('in')).status, 'other pictures are none of the document').to.equal(0);
    rmSync(place.path('in/a.html'));
    place.write({ 'in/b.html': '<p>b' });
    expect((await golden('in', '--update')).stdout).to.contain(
      'removed    in/a.html  (in/__golden__/a contains other files and was kept)',
    );
    expect(readdirSync(kept).sort()).to.deep.equal(['notes.txt', 'page-3.png', 'page-4.png']);
  });

  it('refuses pages and snapshots with too many pixels, and broken ones', async () => {
    place.write({ 'in/a.html': '<p>a', 'big/a.html': '<style>@page { size: 144000pt }</style><p>a' });
    const big = await golden('big');
    expect([big.status, big.stdout + big.stderr]).to.deep.include(1);
    expect(big.stdout + big.stderr).to.contain('page 1 has more than 100 million pixels at 96 dpi');
    const rendered = await place.run(['render', 'big/a.html', '-o', 'big.pdf']);
    expect(rendered.status).to.equal(0);
    const compared = await place.run(['diff', 'big.pdf', 'big.pdf']);
    expect([compared.status, compared.stderr]).to.deep.equal([
      1,
      'pagewright: page 1 has more than 100 million pixels at 96 dpi\n',
    ]);
    await golden('in');
    const kept = place.path('in/__golden__/a/page-1.png');
    const bomb = readFileSync(kept);
    bomb.writeUInt32BE(1_000_000, 16);
    bomb.writeUInt32BE(1_000_000, 20);
    place.write({ 'in/a.html': '<p>b' });
    for (const [content, message] of [
      [bomb, 'page-1.png has more than 100 million pixels'],
      ['not a picture', 'page-1.png is not a PNG'],
    ] as const) {
      place.write({ 'in/__golden__/a/page-1.png': content });
      const { status, stdout, stderr } = await golden('in');
      expect(status).to.be.oneOf([1, 2]);
      expect(stdout + stderr).to.contain(message);
    }
    rmSync(kept);
    symlinkSync('/dev/zero', kept);
    expect((await golden('in')).stdout, 'a device is no picture').to.contain('different  in/a.html  (page 1)');
  });

  it('never overwrites a file that it did not write', async () => {
    place.write({ 'in/a.html': '<p>a', 'in/__golden__/a/page-1.png': 'mine' });
    const { status, stdout } = await golden('in', '--update');
    expect(status).to.equal(1);
    expect(stdout).to.contain('in/__golden__/a/page-1.png was not written by golden.');
    expect(readFileSync(place.path('in/__golden__/a/page-1.png'), 'utf8')).to.equal('mine');
    rmSync(place.path('in/__golden__'), { recursive: true });
    place.write({ 'in/__golden__/a/layout.json': '{}' });
    expect((await golden('in/a.html', '--update')).stdout).to.contain('layout.json was not written by golden.');
  });

  it('refuses a layout that it did not write, whatever it holds', async () => {
    place.write({ 'in/a.html': '<p>a' });
    await golden('in', '--update');
    const kept = readFileSync(place.path('in/__golden__/a/layout.json'), 'utf8');
    place.write({ 'in/a.html': '<p>b' });
    const changed: [string, string][] = [
      ['"pages":[', '"pages":[null,'],
      ['"pages":[', `"pages":[${'['.repeat(50_000)}${']'.repeat(50_000)},`],
      ['"boxes":[', '"boxes":5,"b":['],
      ['"lines":[', '"lines":[null,'],
      ['"look":{', '"look":{"color":{},'],
      ['"x":76', '"x":1e999'],
      ['"selector":"', '"selector":null,"s":"'],
    ];
    for (const [from, to] of changed) {
      expect(kept).to.contain(from);
      place.write({ 'in/__golden__/a/layout.json': kept.replace(from, to) });
      expect((await golden('in/a.html')).stdout, to.slice(0, 40)).to.contain('layout.json was not written by golden.');
    }
  });

  it('follows no links when it writes or removes files', async () => {
    place.write({
      'project/docs/Documents.html': '<p>a',
      'Documents/precious.txt': 'precious',
      'other/__golden__/gone/layout.json':
        '{"dpi":96,"sha256":"x","document":"gone.html","files":{},"layout":{"pages":[]}}',
    });
    symlinkSync('../..', place.path('project/docs/__golden__'));
    symlinkSync('../../other', place.path('project/docs/linked'));
    const linked = await golden('project/docs', '--update');
    expect(linked.status).to.equal(1);
    expect(linked.stdout).to.contain('is a symbolic link');
    rmSync(place.path('project/docs/__golden__'));
    mkdirSync(place.path('project/docs/__golden__'));
    symlinkSync('../../../Documents', place.path('project/docs/__golden__/Documents'));
    expect((await golden('project/docs', '--update')).stdout).to.contain('is a symbolic link');
    expect(readdirSync(place.path('Documents'))).to.deep.equal(['precious.txt']);
    expect(existsSync(place.path('other/__golden__/gone/layout.json'))).to.equal(true);
  });

  it('refuses documents whose names are too short for a snapshot', async () => {
    for (const name of ['...html', '..html', '.html']) {
      place.write({ [`in/${name}`]: '<p>a', 'in/notes.txt': 'mine' });
      const { status, stderr } = await golden(`in/${name}`);
      expect(status, name).to.equal(2);
      expect(stderr, name).to.contain('Rename the document');
      expect(existsSync(place.path('in/__golden__')), name).to.equal(false);
    }
  });

  it('supports ignored areas and other thresholds, and never writes with --ci', async () => {
    const page = (date: string, color: string): string =>
      `<p class=date>${date}</p><p style="color: ${color}">${'words '.repeat(40)}`;
    place.write({ 'a.html': page('Monday', '#000000') });
    expect((await golden('a.html', '--ci')).status).to.equal(1);
    expect(existsSync(place.path('__golden__'))).to.equal(false);
    await golden('a.html', '--ignore', '.date', '--dpi', '48');
    place.write({ 'a.html': page('Friday!', '#3c3c3c') });
    expect((await golden('a.html', '--ignore', '.date', '--threshold', '0.5')).status).to.equal(0);
    expect((await golden('a.html', '--ignore', '.date', '--threshold', '0')).stdout).to.contain(
      'The `color` of `p:nth-of-type(2)` changed from the inherited color to #3c3c3c.',
    );
    expect((await golden('a.html', '--dpi', 'fine')).stderr).to.contain(
      'invalid value for --dpi: fine. Use a number from 18 to 600',
    );
  });

  it('compares two documents once, including PDFs', async () => {
    place.write({ 'a.html': TABLE('two'), 'b.html': TABLE('two', '<p style="break-before: page">next') });
    const { status, stdout } = await place.run(['diff', 'a.html', 'b.html', '--report', 'diff.html']);
    expect(status).to.equal(1);
    expect(stdout).to.contain('The document has 2 pages instead of 1.').and.to.contain('was added on page 2');
    expect(existsSync(place.path('diff.html'))).to.equal(true);
    await place.run(['render', 'a.html', 'b.html', '-o', 'out/']);
    const pdfs = await place.run(['diff', 'out/a.pdf', 'out/b.pdf']);
    expect(pdfs.stdout).to.equal('Page 2 is new.\n');
    expect((await place.run(['diff', 'out/b.pdf', 'out/a.pdf'])).stdout).to.equal('Page 2 is gone.\n');
    expect(await place.run(['diff', 'a.html', 'out/a.pdf'])).to.deep.include({ status: 0, stdout: '' });
  });

  it('compares PDFs on nearly the same paper size, and reports different sizes and words', async () => {
    const page = (size: string, text: string): string =>
      `<style>@page { size: ${size}; margin: 40px }</style><p style="font: 16px Arial">${text} of some words`;
    place.write({
      'a.html': page('A4', 'A line'),
      'chrome.html': page('594.96pt 841.92pt', 'A line'),
      'letter.html': page('letter', 'A line'),
      'words.html': page('A4', 'Another line'),
    });
    await place.run(['render', '.', '-o', 'out/']);
    const diff = (other: string): ReturnType<Workplace['run']> => place.run(['diff', 'out/a.pdf', `out/${other}.pdf`]);
    // Their pixel grids differ slightly.
    expect((await diff('chrome')).stdout).to.match(/^\d{1,3} pixels of page 1 differ\.\n$/);
    expect((await diff('letter')).stdout).to.equal('Page 1 is 216 x 279 mm instead of 210 x 297 mm.\n');
    expect((await diff('words')).stdout).to.match(
      /^Page 1 says .*Another line of some words.* instead of .*A line of some words.*\.\n[\d,]+ pixels of page 1 differ\.\n$/,
    );
  });

  it('reports differences on GitHub next to the file', async () => {
    place.write({ 'in/a, 100%: b.html': TABLE('two') });
    await golden('in');
    place.write({ 'in/a, 100%: b.html': TABLE('two<br>lines') });
    const { stdout, status } = await place.run(['golden', 'in'], '', { env: { CI: '1', GITHUB_ACTIONS: 'true' } });
    expect(status).to.equal(1);
    const lines = stdout.split('\n').filter((line) => line.startsWith('::'));
    expect(lines).to.have.length(1);
    expect(lines[0])
      .to.match(/^::error file=in\/a%2C 100%25%3A b\.html::The text of .* is 20 px taller\.%0A/)
      .and.match(/%0A  `#total` moved down 20 px on page 1\.$/);
  });
});

describe('pagewright/golden', function () {
  this.timeout(60_000);
  let place: Workplace;
  beforeEach(() => (place = new Workplace()));
  afterEach(() => place.remove());

  it('draws pages', async () => {
    const pages = await renderPages('<p>a<p style="break-before: page">b', {
      dpi: 36,
      pageSize: '200px 100px',
      margin: 0,
    });
    expect(pages.map((png) => [Buffer.from(png).readUInt32BE(16), Buffer.from(png).readUInt32BE(20)])).to.deep.equal([
      [75, 38],
      [75, 38],
    ]);
  });

  it("matches in vitest and jest by the test's name, and in mocha by a folder", async () => {
    const context = { testPath: place.path('some.test.ts'), currentTestName: 'an invoice > looks well' };
    expect((await matchers.toMatchPages.call(context, '<p>a', { update: true })).pass).to.equal(true);
    const folder = place.path('__golden__/some.test/an-invoice-looks-well');
    expect(existsSync(`${folder}/page-1.png`)).to.equal(true);
    const other = await matchers.toMatchPages.call(context, '<p>other');
    expect(other.pass).to.equal(false);
    const told = other.message();
    expect(told).to.contain('changed from “a” to “other”').and.contain('UPDATE_GOLDEN=1');
    const report = /Report: (.*)/.exec(told)?.[1] ?? '';
    expect(readFileSync(report, 'utf8')).to.contain('changed from “a” to “other”');
    rmSync(dirname(report), { recursive: true });
    // A second document of the same test.
    const second = await matchers.toMatchPages.call(context, '<p>other', { name: 'second', update: true });
    expect(second.pass).to.equal(true);
    expect(existsSync(`${folder}/second/page-1.png`)).to.equal(true);

    use(chaiPages as never);
    const matching = (html: string): Promise<void> =>
      (expect(html) as unknown as { toMatchPages(options: object): Promise<void> }).toMatchPages({ folder });
    await matching('<p>a');
    const failure = await matching('<p>other').then(
      () => '',
      (error: Error) => error.message,
    );
    expect(failure).to.contain('changed from “a” to “other”');
    expect((await compareGolden('<p>a', folder)).status).to.equal('same');
    const without = (expect('<p>a') as unknown as { toMatchPages(): Promise<void> }).toMatchPages();
    expect(await without.then(String, (error: Error) => error.message)).to.contain('needs a folder');
  });
});
