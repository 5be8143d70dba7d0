import { expect } from 'chai';
import { existsSync, readFileSync } from 'node:fs';
import { Workplace } from '../support/command.ts';

describe('pagewright render', function () {
  this.timeout(60_000);
  let place: Workplace;
  beforeEach(() => (place = new Workplace()));
  afterEach(() => place.remove());

  const isPdf = (name: string): boolean => readFileSync(place.path(name), 'latin1').startsWith('%PDF-');

  it('takes folders and patterns, and keeps their paths below an output folder', async () => {
    place.write({ 'in/a.html': 'a', 'in/b/c.htm': 'c', 'in/b/d.txt': 'd', 'in/node_modules/x.html': 'x' });
    const { status, stderr } = await place.run(['render', 'in', '-o', 'out/']);
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '2 documents rendered\n' });
    expect([isPdf('out/a.pdf'), isPdf('out/b/c.pdf')]).to.deep.equal([true, true]);
    expect(existsSync(place.path('out/node_modules'))).to.equal(false);
    await place.run(['render', 'in/**/*.htm']);
    expect(isPdf('in/b/c.pdf')).to.equal(true);
  });

  it('goes on when one of many fails, and says so', async () => {
    place.write({ 'a.html': '<img src=https://example.com/a.png>', 'b.html': 'b' });
    const { status, stderr } = await place.run(['render', 'a.html', 'b.html', '-o', 'out/']);
    expect(status).to.equal(1);
    expect(stderr).to.contain('nothing was made of a.html').and.to.contain('1 document rendered, 1 not');
    expect(isPdf('out/b.pdf')).to.equal(true);
  });

  it('ends with the status that its help promises, and a message that names the next step', async () => {
    place.write({
      'fonts.html': '<link rel=stylesheet href="https://fonts.googleapis.com/css2?family=Inter"><p>x',
      'warned.html': '<p style="colour: red">x',
      'a.html': 'a',
      'b.html': 'b',
    });
    const cases: [string[], number, string][] = [
      [['fonts.html'], 1, 'Download the fonts, and name their files in @font-face or with --font'],
      [['none.html'], 2, 'there is no none.html'],
      [['*.xhtml'], 2, 'no documents at *.xhtml'],
      [['a.html', 'b.html', '-o', 'one.pdf'], 2, "2 documents can't go to one file: name a folder, one.pdf/"],
      [['a.html', '--scale', 'big'], 2, '--scale takes a number, not big'],
      [['a.html', '--page-size', 'A99'], 2, '--page-size: not a page size: A99'],
      [['a.html', '--nonsense'], 2, "unknown option '--nonsense'"],
      [['a.html', '--pages', '7'], 2, "--pages: none of these is among the document's one page"],
      [['a.html', '--deny', 'reading', '--owner-password', 'x'], 2, '--deny reading: not one of print, modify'],
      [['a.html', '--deny', 'copy', '--user-password', 'x'], 2, 'mean nothing without an ownerPassword'],
      [['warned.html', '--strict'], 3, 'colour'],
      [['warned.html'], 0, 'colour'],
    ];
    for (const [given, status, message] of cases) {
      const finished = await place.run(['render', ...given]);
      expect(finished.stderr, given.join(' ')).to.contain(message);
      expect(finished.status, given.join(' ')).to.equal(status);
      expect(Buffer.byteLength(finished.stderr), 'never our code').to.be.below(600);
    }
  });

  it('says its version and its exit statuses', async () => {
    expect((await place.run(['--version'])).stdout).to.match(/^\d+\.\d+\.\d+\n$/);
    expect((await place.run(['--help'])).stdout).to.contain('Exit statuses:');
  });

  it('has the options of the library', async () => {
    place.write({
      'page.html': '<p>one<p style="break-before: page">two',
      'footer.html': 'Page <span class=pageNumber></span>',
    });
    const options = ['--footer', '@footer.html', '--pages', '2', '--scale', '0.5', '--date', '2026-03-04', '--json'];
    const { status, stdout } = await place.run(['render', 'page.html', ...options]);
    expect(status).to.equal(0);
    expect(JSON.parse(stdout)).to.include({ input: 'page.html', output: 'page.pdf', pages: 1 });
  });

  it('watches the document and what it loads', async () => {
    place.write({ 'page.html': '<link rel=stylesheet href=a.css><p>x', 'a.css': 'p { color: red }' });
    const watching = place.start(['render', 'page.html', '--watch']);
    await watching.says('watching page.html');
    const before = readFileSync(place.path('page.pdf'));
    place.write({ 'a.css': 'p { colour: red }' });
    await watching.says('a.css:1:5: warning');
    expect(readFileSync(place.path('page.pdf')).equals(before)).to.equal(false);
    expect(await watching.stop()).to.equal(0);
  });

  it('says of each render that is watched when it was and how long it took', async () => {
    place.write({ 'page.html': '<p>x' });
    const watching = place.start(['render', 'page.html', '--watch']);
    await watching.says('watching page.html');
    place.write({ 'page.html': '<p>x<p style="break-before: page">y' });
    await watching.saysLike(/\n\d\d:\d\d:\d\d page\.pdf: 2 pages in \d+ ms\n/);
    expect(await watching.stop()).to.equal(0);
  });

  it('does not watch for what is not there', async () => {
    const { status, stderr } = await place.run(['render', 'nope.html', '--watch']);
    expect({ status, stderr }).to.deep.equal({ status: 2, stderr: 'pagewright: there is no nope.html\n' });
  });

  it('refuses URLs, and says so', async () => {
    place.write({ 'page.html': '<p>x' });
    for (const given of [
      ['render', 'https://example.com/a?b=*'],
      ['inspect', 'https://example.com/'],
      ['golden', 'http://example.com/'],
      ['render', 'page.html', '-s', 'https://example.com/a.css'],
      ['render', 'page.html', '--root', 'https://example.com/'],
    ]) {
      const { status, stderr } = await place.run(given);
      expect(status, given.join(' ')).to.equal(2);
      expect(stderr).to.match(
        /^pagewright: https?:\/\/example\.com\/\S* is a URL, and nothing is loaded from the network/,
      );
    }
  });

  it('wants a folder for --root', async () => {
    place.write({ 'page.html': '<p>x' });
    const absent = await place.run(['render', 'page.html', '--root', 'nothere']);
    expect(absent).to.deep.include({ status: 2, stderr: 'pagewright: there is no folder nothere\n' });
    const agents = await place.run(['mcp', '--root', 'nothere']);
    expect(agents).to.deep.include({ status: 2, stderr: 'pagewright: there is no folder nothere\n' });
    expect((await place.run(['inspect', 'page.html', '--root', 'page.html'])).stderr).to.contain(
      'page.html is no folder',
    );
  });

  it('says warnings before notes, which are counted unless they are asked for', async () => {
    place.write({
      'page.html': '<style>p { -moz-appearance: none; -webkit-tap-highlight-color: red; colour: red }</style><p>x',
    });
    const short = await place.run(['render', 'page.html']);
    expect(short.stderr).to.match(/^page\.html:1:\d+: warning: .*\npage\.html: 2 notes; --verbose shows them\n$/);
    const long = await place.run(['render', 'page.html', '--verbose']);
    expect(long.stderr).to.match(/^page\.html:1:\d+: warning: .*\n(page\.html:1:\d+: info: .*\n){2}$/);
    expect((await place.run(['render', 'page.html', '--quiet'])).stderr).to.equal('');
  });
});

describe('pagewright inspect', function () {
  this.timeout(30_000);
  let place: Workplace;
  beforeEach(() => (place = new Workplace()));
  afterEach(() => place.remove());

  it('selects, and speaks JSON', async () => {
    place.write({ 'page.html': '<p>one<p id=b>two' });
    const text = await place.run(['inspect', 'page.html', '--select', '#b']);
    expect(text.stdout).to.contain('<p#b>').and.to.contain('two').and.to.not.contain('one');
    const { stdout } = await place.run(['inspect', 'page.html', '--select', '#b', '--json']);
    const { pages } = JSON.parse(stdout) as { pages: { boxes: { selector: string; lines: { text: string }[] }[] }[] };
    expect(pages[0]!.boxes.map(({ selector, lines }) => [selector, lines[0]!.text])).to.deep.equal([['#b', 'two']]);
    const wrong = await place.run(['inspect', 'page.html', '--stage=paint', '--select', '#b']);
    expect(wrong.status).to.equal(2);
    expect(wrong.stderr).to.contain('--select works with --stage boxes, fragments, style, not with paint');
  });

  it('ends with status 1 where nothing matches, whatever the tree, and names its own option', async () => {
    place.write({ 'page.html': '<p>one<p id=b hidden>two' });
    for (const more of [['--stage=boxes'], ['--stage=fragments'], ['--stage=style'], ['--json']]) {
      const { status, stderr } = await place.run(['inspect', 'page.html', '--select', '#nope', ...more]);
      expect({ status, stderr }, more.join()).to.deep.equal({
        status: 1,
        stderr: 'pagewright: nothing that is laid out matches #nope\n',
      });
    }
    const wrong = await place.run(['inspect', 'page.html', '--select', '((']);
    expect(wrong).to.deep.include({ status: 2, stderr: 'pagewright: --select: is no CSS selector\n' });
  });

  it('ends quietly where nobody reads on', async () => {
    place.write({ 'page.html': '<p>words '.repeat(20_000) });
    const { status, stderr } = await place.runUnread(['inspect', 'page.html']);
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
  });
});
