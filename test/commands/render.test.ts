import { expect } from 'chai';
import { strToU8, zipSync } from 'fflate';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { CLI, Workplace } from '../support/command.ts';
import { extractText } from '../support/pdfium.ts';
import { inOrder, TEMPLATE_CASES } from '../support/template-cases.ts';

describe('pagewright render', function () {
  this.timeout(60_000);
  let place: Workplace;
  beforeEach(() => (place = new Workplace()));
  afterEach(() => place.remove());

  const isPdf = (name: string): boolean => readFileSync(place.path(name), 'latin1').startsWith('%PDF-');

  it('never writes through links in the output folder or next to documents', async () => {
    place.write({ 'in/a.html': '<p>a', 'in/b.html': '<p>b', 'precious.pdf': 'precious' });
    mkdirSync(place.path('out'));
    symlinkSync('../precious.pdf', place.path('out/a.pdf'));
    symlinkSync('../precious.pdf', place.path('in/b.pdf'));
    const into = await place.run(['render', 'in', '-o', 'out/']);
    expect(into.stderr).to.contain("out/a.pdf is a symbolic link. Pagewright doesn't write through links");
    expect(into.status).to.equal(2);
    expect(readdirSync(place.path('out')).toSorted()).to.deep.equal(['a.pdf', 'b.pdf']);
    for (const given of [
      ['in/b.html'],
      ['in/b.html', '-o', 'in/b.pdf'],
      ['in/b.html', '--format', 'png', '-o', 'out/a.pdf'],
    ])
      expect((await place.run(['render', ...given])).status, given.join(' ')).to.equal(2);
    expect(readFileSync(place.path('precious.pdf'), 'utf8')).to.equal('precious');
    expect((await place.run(['render', 'in/b.html', '-o', '/dev/null'])).status).to.equal(0);
  });

  it('reports positions in the template, not in the filled document', async () => {
    place.write({
      'loop.html': '{% for i in (1..9) %}\n<p>{{ i }}</p>\n{% endfor %}\n<p style="colour: red">x',
      'any.json': '{}',
    });
    const { stderr } = await place.run(['render', 'loop.html', '--data', 'any.json']);
    expect(stderr).to.match(/^loop\.html \(style attribute\):4:11: warning: Unknown property: colour/);
  });

  it('reports positions in each of several templates, and those of failures', async () => {
    const loop = '{% for i in (1..9) %}\n<p>{{ i }}</p>\n{% endfor %}\n';
    place.write({
      'one.html': `${loop}<p style="colour: red">x`,
      'two.html': `${loop}\n<p style="colur: red">x\n<img src=gone.png alt="">`,
      'far.html': `${loop}<img src="https://a.example/x.png" alt="">`,
      'any.json': '{}',
    });
    const joined = await place.run(['render', 'one.html', 'two.html', '--data', 'any.json', '-o', 'both.pdf']);
    expect(joined.stderr).to.match(/^one\.html \(style attribute\):4:11: warning: Unknown property: colour/m);
    expect(joined.stderr).to.match(/^two\.html:5:11: warning: Unknown property: colur/m);
    expect(joined.stderr).to.match(/^two\.html:6:1: warning: img src gone\.png was not found/m);
    const failed = await place.run(['render', 'far.html', '--data', 'any.json']);
    expect(failed.stderr).to.include('line 4, column 1: img src https://a.example/x.png is external');
    const { pages } = JSON.parse(
      (await place.run(['inspect', 'one.html', '--data', 'any.json', '--json', '--select', 'p'])).stdout,
    ) as { pages: { boxes: { line: number }[] }[] };
    expect([...new Set(pages.flatMap(({ boxes }) => boxes.map(({ line }) => line)))]).to.deep.equal([2, 4]);
  });

  it('fills a template with one record of data', async () => {
    place.write({
      't.html': '<p>{{ name }} {{ nope }}{% include "part.html" %}',
      'part.html': '<b>{{ name | raw }}</b>',
      'd.json': '{"name":"<i>A</i> & B"}',
      'list.json': '[{}]',
      'cut.json': '{"a": 1,\n"b": [1,}',
      'broken.html': '<p>{% if %}',
      'rendered.html': '<p>{% render "rendered.html" %}',
      'included.html': '<p>{% include "other.html" %}',
      'other.html': '{% if true %}{% include "included.html" %}{% endif %}',
      'laid.html': '{% layout "laid.html" %}',
      'endless.html': '{% for a in (1..100000) %}{% for b in (1..100000) %}{% endfor %}{% endfor %}',
    });
    const { status, stderr } = await place.run(['render', 't.html', '--data', 'd.json']);
    expect(status).to.equal(0);
    expect(stderr).to.match(/^t\.html:1:\d+: warning: .*nope.*\[template\/no-value\]\nt\.pdf: 1 page\n$/);
    expect((await extractText(readFileSync(place.path('t.pdf'))))[0]).to.match(/<i>A<\/i> & B\s+A & B/);
    for (const [document, data, message] of [
      ['t.html', 'list.json', 'list.json contains a list. For one PDF per record, use `pagewright batch`'],
      ['t.html', 't.html', 't.html is not valid JSON: unexpected "<" at line 1, column 1'],
      ['t.html', 'cut.json', 'cut.json is not valid JSON: unexpected "}" at line 2, column 9'],
      ['t.html', 'none.json', 'file not found: none.json'],
      ['broken.html', 'd.json', 'file:broken.html, line:1'],
      ['rendered.html', 'd.json', 'nested more than 200 levels deep'],
      ['included.html', 'd.json', 'nested more than 200 levels deep'],
      ['laid.html', 'd.json', 'nested more than 200 levels deep'],
      ['endless.html', 'd.json', 'template render limit exceeded'],
      ['-', '-', '--data: standard input already provides the document'],
    ] as const) {
      const refused = await place.run(['render', document, '--data', data, '-o', 'x.pdf', '--deadline', '5']);
      expect([refused.status, existsSync(place.path('x.pdf'))], data).to.deep.equal([2, false]);
      expect(refused.stderr).to.contain(message);
    }
  });

  it('asks for the folder of a new project', async () => {
    const { status, stderr } = await place.run(['init']);
    expect(status).to.equal(2);
    expect(stderr).to.contain("missing required argument 'folder'");
    expect(existsSync(place.path('package.json'))).to.equal(false);
  });

  it('starts from a project that renders and passes its snapshot test', async () => {
    expect((await place.run(['init', 'shop'])).status).to.equal(0);
    const invoice = ['shop/invoice.html', '--data', 'shop/invoice.json'];
    expect(await place.run(['render', ...invoice, '--strict'])).to.include({ status: 0 });
    expect((await extractText(readFileSync(place.path('shop/invoice.pdf'))))[0]).to.contain('1500.00');
    const records = ['shop/invoice.html', 'shop/invoices.ndjson', '-o', 'shop/out/{{ number }}.pdf', '--strict'];
    expect(await place.run(['batch', ...records])).to.include({ status: 0 });
    expect([1, 2, 3].map((n) => isPdf(`shop/out/2026-00${n}.pdf`))).to.deep.equal([true, true, true]);
    expect((await place.run(['golden', ...invoice, '--update'])).status).to.equal(0);
    expect((await place.run(['golden', ...invoice, '--ci'])).stderr).to.contain('all match');
    place.write({ 'shop/invoice.css': 'mine' });
    const again = await place.run(['init', 'shop']);
    expect(again.stderr).to.contain('already exists');
    expect([again.status, readFileSync(place.path('shop/invoice.css'), 'utf8')]).to.deep.equal([2, 'mine']);
  });

  it('accepts folders and patterns, and keeps their paths below an output folder', async () => {
    place.write({ 'in/a.html': 'a', 'in/b/c.htm': 'c', 'in/b/d.txt': 'd', 'in/node_modules/x.html': 'x' });
    const { status, stderr } = await place.run(['render', 'in', '-o', 'out/']);
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '2 documents rendered\n' });
    expect([isPdf('out/a.pdf'), isPdf('out/b/c.pdf')]).to.deep.equal([true, true]);
    expect(existsSync(place.path('out/node_modules'))).to.equal(false);
    await place.run(['render', 'in/**/*.htm']);
    expect(isPdf('in/b/c.pdf')).to.equal(true);
  });

  it('names documents and their local files by path', async () => {
    place.write({
      'in/a/x.html': '<link rel=stylesheet href=css/x.css><p style="colr: red">x',
      'in/a/css/x.css': 'p { colour: red }',
      'in/b/x.html': '<img src=none.png alt="">',
    });
    const { stderr } = await place.run(['render', 'in']);
    expect(stderr.split('\n').map((line) => line.split(': ')[0])).to.deep.equal([
      'in/a/x.html (style attribute):1:47',
      'in/a/css/x.css:1:5',
      'in/b/x.html:1:1',
      '2 documents rendered',
      '',
    ]);
  });

  it('continues if one of many documents fails, and reports it', async () => {
    place.write({ 'a.html': '<img src=https://example.com/a.png>', 'b.html': 'b' });
    const { status, stderr } = await place.run(['render', 'a.html', 'b.html', '-o', 'out/']);
    expect(status).to.equal(1);
    expect(stderr).to.contain('failed     a.html').and.to.contain('1 document rendered, 1 failed');
    expect(isPdf('out/b.pdf')).to.equal(true);
  });

  it('joins several documents in one file, with links between them and files next to each', async () => {
    place.write({
      'one/a.html':
        '<style>@page{size:300px 200px}a::after{content:target-counter(attr(href),page)}</style><a href="../two/b.html#x">b</a>',
      'two/b.html': '<link rel=stylesheet href="s.css"><p id=x>b',
      'two/s.css': 'p { colour: red }',
    });
    const { status, stderr } = await place.run(['render', 'one/a.html', 'two/b.html', '-o', 'book.pdf']);
    expect(stderr).to.contain('two/s.css:1:5').and.to.contain('book.pdf: 2 pages');
    expect(status).to.equal(0);
    expect(isPdf('book.pdf')).to.equal(true);
  });

  it('exits with the documented status, and a message that names the next step', async () => {
    place.write({
      'fonts.html': '<link rel=stylesheet href="https://fonts.googleapis.com/css2?family=Inter"><p>x',
      'both.html':
        '<link rel=stylesheet href="https://fonts.googleapis.com/css2?family=Inter"><img src="http://a.example/b.png">',
      'warned.html': '<p style="colour: red">x',
      'a.html': 'a',
      'b.html': 'b',
    });
    const cases: [string[], number, string][] = [
      [['fonts.html'], 1, 'Download the fonts and load them with @font-face or --font'],
      [['both.html'], 1, 'Save the files next to the document and use relative URLs. Download the fonts'],
      [['none.html'], 2, 'file not found: none.html'],
      [['*.xhtml'], 2, 'no documents found: *.xhtml'],
      [['a.html', '--scale', 'big'], 2, 'invalid value for --scale: big'],
      [['a.html', '--page-size', 'A99'], 2, '--page-size: invalid page size: A99'],
      [['a.html', '--nonsense'], 2, "unknown option '--nonsense'"],
      [['a.html', '--page-ranges', '7'], 2, '--page-ranges: matches no page; the document has one page'],
      [
        ['a.html', '--deny', 'reading', '--owner-password', 'x'],
        2,
        'unknown permission for --deny: reading. Use print, modify',
      ],
      [['a.html', '--deny', 'copy', '--user-password', 'x'], 2, 'need an ownerPassword'],
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

  it('draws pages as images if the output has an image extension', async () => {
    place.write({
      'a.html': '<style>@page { size: 1in 2in }</style><p>a',
      'in/b.html': '<p>b<p style="break-before: page">c',
      plain: '<p>d',
      'page.pdf': '<p>e',
    });
    const size = (name: string): number[] => {
      const png = readFileSync(place.path(name));
      expect(png.toString('latin1', 1, 4)).to.equal('PNG');
      return [png.readUInt32BE(16), png.readUInt32BE(20)];
    };
    const picture = await place.run(['render', 'a.html', '-o', 'out/a.png']);
    expect(picture).to.deep.include({ status: 0, stderr: 'out/a.png: 1 page\n' });
    expect(size('out/a.png')).to.deep.equal([96, 192]);
    const { stdout } = await place.run(['render', 'in', '--format', 'png', '--dpi', '48', '-o', 'many/', '--json']);
    expect(JSON.parse(stdout)).to.deep.include({ pages: 2, outputs: ['many/b-1.png', 'many/b-2.png'] });
    expect(size('many/b-2.png')).to.deep.equal([397, 561]);
    const two = '<p>a<p style="break-before: page">b';
    place.write({ 'two.html': two });
    expect((await place.run(['render', 'two.html', '-o', 'two.png'])).stderr).to.equal(
      'two-1.png to two-2.png: 2 pages\n',
    );
    const one = await place.run(['render', '-', '-o', '-', '--format', 'png', '--page-ranges', '2'], two);
    expect(one.stdout.slice(1, 4)).to.equal('PNG');
    for (const [given, message] of [
      [['a.html', '-o', 'a.jpg'], 'a.jpg: unsupported output format'],
      [['a.html', '-o', 'b.html'], 'b.html: unsupported output format'],
      [['plain', '-o', 'plain'], 'plain would overwrite the document plain'],
      [['page.pdf'], 'page.pdf is the name of a result, not of a document. To write it, use -o page.pdf'],
      [['a.html', '--header', 'top.html'], '--header takes HTML. To read a file, write --header @top.html'],
      [['a.html', '--pdf-variant', 'pdf/a-3b'], 'Use --profile'],
      [['a.html', '-u', 'assets'], 'Use --root'],
      [['a.html', '--pdf-forms', '--jpeg-quality=60'], 'Use --image-quality instead of --jpeg-quality'],
      [['a.html', '-T', '10mm'], 'Use @page { margin-top: ... }, or --margin instead of -T'],
      [['a.html', '--enable-local-file-access'], "Remove --enable-local-file-access: Pagewright doesn't need it"],
      [['a.html', '-s', 'A4'], 'file not found: A4. -s names a style sheet; for the page size, use --page-size A4'],
      [[], 'Add --help to see all options and examples.'],
      [['a.html', '-o', 'a.pdf', '--format', 'png'], '--format png contradicts the output name a.pdf'],
      [['a.html', '--dpi', '96'], '--dpi applies only to PNGs'],
      [['a.html', '-o', 'a.png', '--dpi', '6'], 'invalid value for --dpi: 6'],
      [['in/b.html', '-o', '-', '--format', 'png'], 'the document has 2 pages. Select one with --page-ranges'],
      [['a.html', '-o', 'a.png', '--watch', '--open'], '--watch --open works only with PDFs'],
    ] as const) {
      const { status, stderr } = await place.run(['render', ...given]);
      expect(stderr, given.join(' ')).to.contain(message);
      expect(status, given.join(' ')).to.equal(2);
    }
    expect(readFileSync(place.path('plain'), 'latin1')).to.equal('<p>d');
  });

  it('lists diagnostics in source order', async () => {
    place.write({
      'a.html':
        '<link rel=stylesheet href=a.css>\n<img src=gone.png alt=x>\n<style>p { colr: red }</style>\n<p style="foo: bar">x<img src=none.png alt=y>',
      'a.css': 'p { first: 1;\nlast: 2 }',
    });
    const { stderr } = await place.run(['render', 'a.html']);
    const places = stderr.trim().split('\n');
    expect(places.map((line) => line.split(': ', 1)[0])).to.deep.equal([
      'a.html:2:1',
      'a.html:3:12',
      'a.html (style attribute):4:11',
      'a.html:4:22',
      'a.css:1:5',
      'a.css:2:1',
      'a.pdf',
    ]);
  });

  it('suggests the right call if the command is missing or the output folder is a file', async () => {
    place.write({ 'a.html': 'a', out: '' });
    const bare = await place.run(['a.html', 'b.pdf']);
    expect(bare.status).to.equal(2);
    expect(bare.stderr).to.contain('Try: pagewright render a.html -o b.pdf');
    const { status, stderr } = await place.run(['render', 'a.html', '-o', 'out/']);
    expect({ status, stderr }).to.deep.equal({
      status: 2,
      stderr: 'pagewright: out is a file, not a folder\n',
    });
  });

  it('reports its output in one line, unless --quiet or --json is given', async function () {
    if (spawnSync('script', ['--version']).status !== 0) this.skip();
    place.write({ 'a.html': 'a' });
    const run = (...given: string[]): string => {
      const command = [process.execPath, CLI, 'render', 'a.html', ...given].join(' ');
      return spawnSync('script', ['-qec', command, '/dev/null'], { cwd: place.folder, encoding: 'utf8' }).stdout;
    };
    expect(run()).to.equal('a.pdf: 1 page\r\n');
    expect(run('-q')).to.equal('');
    expect((await place.run(['render', 'a.html'])).stderr).to.equal('a.pdf: 1 page\n');
    expect((await place.run(['render', 'a.html', '--quiet'])).stderr).to.equal('');
    expect((await place.run(['render', 'a.html', '--json'])).stderr).to.equal('');
    place.write({ 'b.html': 'b' });
    expect((await place.run(['render', 'a.html', 'b.html', '--quiet'])).stderr).to.equal('');
  });

  it('reports that --open could not open the file', async () => {
    place.write({ 'a.html': 'a', 'bin/xdg-open': '#!/bin/sh\nexit 3\n' });
    chmodSync(place.path('bin/xdg-open'), 0o755);
    const { stderr, status } = await place.run(['render', 'a.html', '--open'], '', {
      env: { PATH: place.path('bin') },
    });
    expect(status).to.equal(2);
    expect(stderr).to.equal(
      "a.pdf: 1 page\npagewright: a.pdf can't be opened: xdg-open found no program that opens it\n",
    );
  });

  it('accepts former option names, and names the current ones', async () => {
    place.write({ 'a.html': '<p>a<p style="break-before: page">b', 'a.css': 'p { color: red }', 'a.txt': 'a' });
    const former = ['--pages', '2', '--media=screen', '--external', 'ignore', '--style', 'a.css', '--timeout', '9'];
    const current = ['--page-ranges', '2', '--media-type=screen', '--external-resources', 'ignore'];
    current.push('--user-style', 'a.css', '--deadline', '9', '--attachment', 'a.txt', '--date', '2026-03-04');
    former.push('--attach', 'a.txt', '--date', '2026-03-04');
    const before = await place.run(['render', 'a.html', '-o', 'former.pdf', ...former]);
    expect(before.stderr.split('\n').toSorted()).to.deep.equal([
      '',
      'former.pdf: 1 page',
      'pagewright: --attach is deprecated. Use --attachment',
      'pagewright: --external is deprecated. Use --external-resources',
      'pagewright: --media is deprecated. Use --media-type',
      'pagewright: --pages is deprecated. Use --page-ranges',
      'pagewright: --style is deprecated. Use --user-style',
      'pagewright: --timeout is deprecated. Use --deadline',
    ]);
    const after = await place.run(['render', 'a.html', '-o', 'current.pdf', ...current]);
    expect(after.stderr).to.equal('current.pdf: 1 page\n');
    expect(readFileSync(place.path('former.pdf'))).to.deep.equal(readFileSync(place.path('current.pdf')));
    expect((await place.run(['render', 'a.html', '--media', 'paper'])).stderr).to.contain('print, screen');
    expect((await place.run(['render', '--help'])).stdout).not.to.match(/--(?:pages|media|style|attach|timeout) /);
  });

  it('prints its version and its exit statuses', async () => {
    expect((await place.run(['--version'])).stdout).to.match(/^\d+\.\d+\.\d+\n$/);
    expect((await place.run(['--help'])).stdout).to.contain('Exit statuses:');
  });

  it('supports the options of the library', async () => {
    place.write({
      'page.html': '<p>one<p style="break-before: page">two',
      'footer.html': 'Page <span class=pageNumber></span>',
    });
    const options = [
      '--footer',
      '@footer.html',
      '--page-ranges',
      '2',
      '--scale',
      '0.5',
      '--date',
      '2026-03-04',
      '--json',
    ];
    const { status, stdout } = await place.run(['render', 'page.html', ...options]);
    expect(status).to.equal(0);
    expect(JSON.parse(stdout)).to.include({ input: 'page.html', output: 'page.pdf', pages: 1 });
  });

  for (const { name, html, header, footer, words } of TEMPLATE_CASES)
    it(`keeps the styles of headers and footers to themselves: ${name}`, async () => {
      place.write({ 'page.html': html, 'header.html': header, 'footer.html': footer });
      const files = ['--header', '@header.html', '--footer', '@footer.html', '--margin', '60px'];
      expect((await place.run(['render', 'page.html', ...files])).status).to.equal(0);
      expect(inOrder(await extractText(readFileSync(place.path('page.pdf'))))).to.deep.equal(inOrder(words));
    });

  it('watches the document and the files it loads', async () => {
    place.write({ 'page.html': '<link rel=stylesheet href=a.css><p>x', 'a.css': 'p { color: red }' });
    const watching = place.start(['render', 'page.html', '--watch']);
    await watching.says('watching page.html');
    const before = readFileSync(place.path('page.pdf'));
    place.write({ 'a.css': 'p { colour: red }' });
    await watching.says('a.css:1:5: warning');
    expect(readFileSync(place.path('page.pdf')).equals(before)).to.equal(false);
    expect(await watching.stop()).to.equal(0);
  });

  it('prints the time and duration of each watched render', async () => {
    place.write({ 'page.html': '<p>x' });
    const watching = place.start(['render', 'page.html', '--watch']);
    await watching.says('watching page.html');
    place.write({ 'page.html': '<p>x<p style="break-before: page">y' });
    await watching.saysLike(/\n\d\d:\d\d:\d\d page\.pdf: 2 pages in \d+ ms\n/);
    expect(await watching.stop()).to.equal(0);
  });

  it('does not wait for a missing file in watch mode', async () => {
    const { status, stderr } = await place.run(['render', 'nope.html', '--watch']);
    expect({ status, stderr }).to.deep.equal({ status: 2, stderr: 'pagewright: file not found: nope.html\n' });
  });

  it('refuses URLs with an explanation', async () => {
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
        /^pagewright: https?:\/\/example\.com\/\S* is a URL\. Pagewright loads nothing from the network/,
      );
    }
  });

  it('refuses files that are clearly not HTML, and continues with the others', async () => {
    place.write({
      'package.json': '\n{ "name": "x" }',
      'old.pdf': '%PDF-1.7\n1 0 obj',
      'face.html': Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10),
      'brace.html': '{{ name }} is a template',
      'a.html': '<p>a',
    });
    const refused = await place.run(['render', 'package.json']);
    expect(refused).to.deep.equal({
      status: 2,
      stdout: '',
      stderr:
        'pagewright: package.json is JSON, not HTML. To fill a template with data, use `pagewright render template.html --data data.json`, or `batch` for many records\n',
    });
    for (const given of [['old.pdf'], ['old.pdf', '-o', 'old.pdf']])
      expect((await place.run(['render', ...given])).stderr).to.equal('pagewright: old.pdf is a PDF, not HTML\n');
    const many = await place.run(['render', 'old.pdf', 'face.html', 'brace.html', 'a.html', '-o', 'out/']);
    expect(many.status).to.equal(2);
    expect(many.stderr).to.contain('old.pdf is a PDF, not HTML').and.to.contain('face.html is a PNG image, not HTML');
    expect(readdirSync(place.path('out')).sort()).to.deep.equal(['a.pdf', 'brace.pdf']);
    place.write({ 'book.epub': zipSync({ 'a.txt': strToU8('a') }), 'book.zip': zipSync({ 'a.txt': strToU8('a') }) });
    expect((await place.run(['render', 'book.epub'])).stderr).to.contain('document: is a ZIP file, but not an EPUB');
    expect((await place.run(['render', 'book.zip'])).stderr).to.contain('book.zip is a ZIP archive');
    expect((await place.run(['inspect', '-'], '[1, 2]')).stderr).to.contain('standard input is JSON, not HTML');
  });

  it('requires --root to be a folder', async () => {
    place.write({ 'page.html': '<p>x' });
    const absent = await place.run(['render', 'page.html', '--root', 'nothere']);
    expect(absent).to.deep.include({ status: 2, stderr: 'pagewright: folder not found: nothere\n' });
    const agents = await place.run(['mcp', '--root', 'nothere']);
    expect(agents).to.deep.include({ status: 2, stderr: 'pagewright: folder not found: nothere\n' });
    expect((await place.run(['inspect', 'page.html', '--root', 'page.html'])).stderr).to.contain(
      'page.html is not a folder',
    );
  });

  it('prints warnings before notes, which are only counted by default', async () => {
    place.write({
      'page.html': '<style>p { -moz-appearance: none; -webkit-tap-highlight-color: red; colour: red }</style><p>x',
    });
    const short = await place.run(['render', 'page.html']);
    expect(short.stderr).to.match(
      /^page\.html:1:\d+: warning: .*\npage\.html: 2 notes; show with --verbose\npage\.pdf: 1 page\n$/,
    );
    const long = await place.run(['render', 'page.html', '--verbose']);
    expect(long.stderr).to.match(
      /^page\.html:1:\d+: warning: .*\n(page\.html:1:\d+: info: .*\n){2}page\.pdf: 1 page\n$/,
    );
    expect((await place.run(['render', 'page.html', '--quiet'])).stderr).to.equal('');
  });
});

describe('pagewright inspect', function () {
  this.timeout(30_000);
  let place: Workplace;
  beforeEach(() => (place = new Workplace()));
  afterEach(() => place.remove());

  it('selects elements and prints JSON', async () => {
    place.write({ 'page.html': '<p>one<p id=b>two' });
    const text = await place.run(['inspect', 'page.html', '--select', '#b']);
    expect(text.stdout).to.contain('<p#b>').and.to.contain('two').and.to.not.contain('one');
    const { stdout } = await place.run(['inspect', 'page.html', '--select', '#b', '--json']);
    const { pages } = JSON.parse(stdout) as { pages: { boxes: { selector: string; lines: { text: string }[] }[] }[] };
    expect(pages[0]!.boxes.map(({ selector, lines }) => [selector, lines[0]!.text])).to.deep.equal([['#b', 'two']]);
    const wrong = await place.run(['inspect', 'page.html', '--stage=paint', '--select', '#b']);
    expect(wrong.status).to.equal(2);
    expect(wrong.stderr).to.contain("--select can't be used with --stage paint");
  });

  it('exits with status 1 if nothing matches, in every tree, and names its own option', async () => {
    place.write({ 'page.html': '<p>one<p id=b hidden>two' });
    for (const more of [['--stage=boxes'], ['--stage=fragments'], ['--stage=style'], ['--json']]) {
      const { status, stderr } = await place.run(['inspect', 'page.html', '--select', '#nope', ...more]);
      expect({ status, stderr }, more.join()).to.deep.equal({
        status: 1,
        stderr: 'pagewright: no box matches #nope\n',
      });
    }
    const wrong = await place.run(['inspect', 'page.html', '--select', '((']);
    expect(wrong).to.deep.include({ status: 2, stderr: 'pagewright: --select: must be a valid CSS selector\n' });
  });

  it('exits silently if the reader closes the pipe', async () => {
    place.write({ 'page.html': '<p>words '.repeat(20_000) });
    const { status, stderr } = await place.runUnread(['inspect', 'page.html']);
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
  });
});
