import { expect } from 'chai';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { Workplace } from '../support/command.ts';

describe('local files of a document on the command line', function () {
  this.timeout(60_000);
  let place: Workplace;
  beforeEach(() => (place = new Workplace()));
  afterEach(() => place.remove());

  const PAGE = '<link rel=stylesheet href=css/site.css><p>x';
  const text = (name: string): string => readFileSync(place.path(name), 'latin1');

  it('are found below its folder, regardless of the working directory', async () => {
    place.write({
      'in/page.html': PAGE,
      'in/css/site.css': '@import "more.css";',
      'in/css/more.css': '@page { size: A5 }',
    });
    const { status, stderr } = await place.run(['render', 'in/page.html', '--no-compress']);
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: 'in/page.pdf: 1 page\n' });
    expect(text('in/page.pdf')).to.match(/\/MediaBox \[0 0 4/);
  });

  it('are named in diagnostics, with the position inside them', async () => {
    place.write({ 'page.html': `${PAGE}<img src=no.png>`, 'css/site.css': 'p {\n  colour: red }' });
    const { status, stderr } = await place.run(['render', 'page.html']);
    expect(status).to.equal(0);
    expect(stderr).to.contain(`page.html:1:${PAGE.length + 1}: warning: img src no.png was not found.`);
    expect(stderr).to.contain('css/site.css:2:3: warning:').and.to.contain('colour');
  });

  it('must be regular files, so that nothing waits for a pipe', async () => {
    place.write({ 'page.html': '<img src=pipe.png><img src=/dev/zero>' });
    expect(spawnSync('mkfifo', [place.path('pipe.png')]).status).to.equal(0);
    const { status, stderr } = await place.run(['render', 'page.html', '--root', '/']);
    expect(status).to.equal(0);
    expect(stderr.match(/it is not a regular file/g)).to.have.lengthOf(2);
  });

  it('may be pipes if the user names them, limited by --deadline', async () => {
    expect(spawnSync('mkfifo', [place.path('page.fifo')]).status).to.equal(0);
    const given = ['render', 'page.fifo', '-o', 'page.pdf', '--deadline', '1'];
    writeFileSync(place.path('styled.html'), '<p>x');
    for (const offline of [[], ['--offline']]) {
      const styled = ['render', 'styled.html', '-s', 'page.fifo', '-o', 'page.pdf', '--deadline', '1'];
      expect((await place.run([...styled, ...offline])).stderr).to.contain('took longer than 1000 ms');
    }
    const late = await place.run(given);
    expect(late.stderr).to.contain('Reading page.fifo took longer than 1000 ms');
    expect(late.status).to.equal(1);
    // A writer that never writes.
    const writer = spawn('sh', ['-c', 'exec sleep 60 > page.fifo'], { cwd: place.folder });
    try {
      expect((await place.run(given)).stderr).to.contain('took longer than');
    } finally {
      writer.kill();
    }
    spawn('sh', ['-c', 'echo "<p>x" > page.fifo'], { cwd: place.folder });
    expect((await place.run([...given.slice(0, -1), '60'])).stderr).to.equal('page.pdf: 1 page\n');
  });

  it('obey --deadline for every option that names one', async () => {
    expect(spawnSync('mkfifo', [place.path('p.fifo')]).status).to.equal(0);
    place.write({
      'page.html': '<p>{{ a }}',
      'data.ndjson': '{"a":1}',
      'schema.json': '{}',
      'one.pdf': 'x',
      'key.p12': 'x',
    });
    const render = ['render', 'page.html', '-o', 'out.pdf'];
    const commands = [
      [...render, '--data', 'p.fifo'],
      [...render, '--header', '@p.fifo'],
      [...render, '--footer', '@p.fifo'],
      [...render, '--font', 'p.fifo'],
      [...render, '--attachment', 'p.fifo'],
      [...render, '--facturx', 'p.fifo'],
      [...render, '--output-intent', 'p.fifo'],
      [...render, '--xmp', 'p.fifo'],
      [...render, '--keep-pages', 'p.fifo'],
      [...render, '--user-password', '@p.fifo'],
      [...render, '--owner-password', '@p.fifo'],
      ['batch', 'p.fifo', 'data.ndjson', '-o', 'out/{{ a }}.pdf'],
      ['stress', 'page.html', '--schema', 'p.fifo'],
      ['verify', 'p.fifo'],
      ['pdf', 'merge', 'p.fifo', '-o', 'out.pdf'],
      ['pdf', 'stamp', 'one.pdf', 'p.fifo', '-o', 'out.pdf'],
      ['pdf', 'sign', 'one.pdf', '--key', 'p.fifo', '-o', 'out.pdf'],
      ['pdf', 'sign', 'one.pdf', '--key', 'key.p12', '--key-password', '@p.fifo', '-o', 'out.pdf'],
      ['pdf', 'info', 'p.fifo'],
    ];
    for (const command of commands) {
      const { status, stderr } = await place.run([...command, '--deadline', '0.2']);
      expect(stderr, command.join(' ')).to.contain('Reading p.fifo took longer than 200 ms');
      expect(status, command.join(' ')).to.equal(1);
    }
    // This command renders the other document first.
    const { stderr } = await place.run(['diff', 'page.html', 'p.fifo', '--deadline', '5']);
    expect(stderr).to.contain('Reading p.fifo took longer than 5000 ms');
  });

  it('may be devices, limited by --deadline and in bytes', async () => {
    place.write({ 'page.html': '<p>x' });
    const endless = await place.run(['render', 'page.html', '--attachment', '/dev/zero', '-o', 'page.pdf']);
    expect(endless.stderr).to.contain('/dev/zero has more than 512000000 bytes');
    const late = await place.run(['render', '/dev/zero', '-o', 'page.pdf', '--deadline', '0.05']);
    expect(late.stderr).to.contain('Reading /dev/zero took longer than 50 ms');
    const empty = await place.run(['render', 'page.html', '-s', '/dev/null', '-o', 'page.pdf']);
    expect(empty.stderr).to.equal('page.pdf: 1 page\n');
  });

  it('must be regular in a folder of fonts, for batch, and for --provenance', async () => {
    place.write({ 'page.html': '<p>x', 'tag.html': '{{ a }}', 'data.ndjson': '{"a":1}', 'fonts/README': '' });
    expect(spawnSync('mkfifo', [place.path('fonts/a.ttf')]).status).to.equal(0);
    const font = await place.run(['render', 'page.html', '--font', 'fonts']);
    expect(font).to.include({ status: 2, stderr: 'pagewright: fonts/a.ttf: it is not a regular file\n' });
    const attached = await place.run([
      'batch',
      'tag.html',
      'data.ndjson',
      '--attachment',
      '/dev/null',
      '-o',
      'o/{{ a }}.pdf',
    ]);
    expect(attached.stderr).to.equal('pagewright: /dev/null: it is not a regular file\n');
    const recorded = await place.run(['render', '/dev/null', '--provenance', '-o', 'out.pdf']);
    expect(recorded.stderr).to.contain('/dev/null: it is not a regular file');
  });

  it('may be standard input, limited by --deadline', async () => {
    const waiting = place.start(['render', '-', '-o', 'page.pdf', '--deadline', '1']);
    await waiting.says('Reading standard input took longer than 1000 ms');
  });

  it('are omitted with --offline', async () => {
    place.write({ 'page.html': PAGE, 'css/site.css': 'p { colour: red }' });
    const { stderr } = await place.run(['render', 'page.html', '--offline']);
    expect(stderr).to.contain('was not loaded').and.to.not.contain('colour');
  });

  it('cannot be outside the folder by any path or link, unless --root allows it', async () => {
    place.write({
      'in/page.html': '<link rel=stylesheet href=../secret.css><link rel=stylesheet href=link/secret.css><p>x',
      'secret.css': 'p { colour: red }',
    });
    symlinkSync(place.folder, place.path('in/link'));
    const refused = await place.run(['render', 'in/page.html']);
    expect(refused.stderr.match(/it is outside .*; --root selects a wider folder/g)).to.have.length(2);
    expect(refused.stderr).to.not.contain('colour');
    const { stderr } = await place.run(['render', 'in/page.html', '--root', '.']);
    expect(stderr).to.contain('colour').and.to.not.contain('outside');
  });

  it('can be added with -s, which overrides the others', async () => {
    place.write({ 'page.html': '<style>@page { size: A5 }</style><p>x', 'extra.css': '@page { size: 100px 100px }' });
    expect(
      (await place.run(['render', 'page.html', '-s', 'extra.css', '-o', 'a.pdf', '--no-compress'])).stderr,
    ).to.equal('a.pdf: 1 page\n');
    expect(text('a.pdf')).to.contain('/MediaBox [0 0 75');
    const missing = await place.run(['render', 'page.html', '-s', 'none.css', '-o', 'b.pdf']);
    expect(missing.status).to.equal(2);
    expect(existsSync(place.path('b.pdf'))).to.equal(false);
  });

  it('are looked up in the working directory for a document from standard input', async () => {
    place.write({ 'css/site.css': 'p { colour: red }' });
    const { stderr, stdout } = await place.run(['render', '-'], PAGE);
    expect(stderr).to.contain('css/site.css:1:5').and.to.contain('colour');
    expect(stdout.slice(0, 5)).to.equal('%PDF-');
  });

  it('are read in their own encoding', async () => {
    place.write({ 'page.html': Buffer.from('<meta charset=latin1><title>Caf\xe9</title>', 'latin1') });
    await place.run(['render', 'page.html', '--no-compress']);
    expect(text('page.pdf')).to.contain('\0C\0a\0f\0\xe9');
  });
});
