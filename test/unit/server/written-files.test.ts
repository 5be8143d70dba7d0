import { expect } from 'chai';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnSync } from 'node:child_process';
import {
  NamedLog,
  OutputRoot,
  removePrivate,
  UnwritableFile,
  writeNamed,
  writePrivate,
} from '../../../server/written-files.ts';
import { sources } from '../../support/imports.ts';

const MODULE = new URL('../../../server/made-folder.ts', import.meta.url).href;

describe('written files', () => {
  let place: string;
  let outside: string;
  let root: OutputRoot;
  beforeEach(() => {
    place = mkdtempSync(join(realpathSync(tmpdir()), 'pagewright-written-'));
    outside = join(place, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'precious'), 'precious');
    root = new OutputRoot(join(place, 'root'));
  });
  afterEach(() => rmSync(place, { recursive: true }));

  const at = (name: string): string => join(place, 'root', name);
  const untouched = (): void => {
    expect(readdirSync(outside)).to.deep.equal(['precious']);
    expect(readFileSync(join(outside, 'precious'), 'utf8')).to.equal('precious');
  };

  it('are written atomically, with missing folders, and leave no temporary file', () => {
    root.write(at('a/b.txt'), 'one');
    root.write(at('a/b.txt'), 'two');
    expect(readFileSync(at('a/b.txt'), 'utf8')).to.equal('two');
    expect(readdirSync(at('a'))).to.deep.equal(['b.txt']);
  });

  it('of the service are private, and written through no planted file or link', async () => {
    const file = join(place, 'object');
    for (const name of ['part', 'tmp', 'new']) symlinkSync(join(outside, 'precious'), `${file}.${name}`);
    for (const content of ['one', 'two']) await writePrivate(file, Buffer.from(content));
    expect(readFileSync(file, 'utf8')).to.equal('two');
    expect(statSync(file).mode & 0o777).to.equal(0o600);
    untouched();
    const left = ['object', 'object.new', 'object.part', 'object.tmp', 'outside'];
    expect(readdirSync(place).toSorted()).to.deep.equal(left);
  });

  it('of the service are removed with the leftovers of a process that died, and nothing else is', async () => {
    const file = join(place, 'object');
    await removePrivate(join(place, 'missing', 'object'));
    await writePrivate(file, Buffer.from('one'));
    await writePrivate(`${file}2`, Buffer.from('two'));
    mkdirSync(`${file}.abcdef`);
    writeFileSync(join(`${file}.abcdef`, 'new'), 'half');
    await removePrivate(file);
    expect(readdirSync(place).toSorted()).to.deep.equal(['object2', 'outside']);
  });

  it('keep the mode of a file that they replace', () => {
    root.write(at('a'), 'one');
    chmodSync(at('a'), 0o600);
    root.write(at('a'), 'two');
    expect(statSync(at('a')).mode & 0o777).to.equal(0o600);
  });

  it('refuse symbolic links as files and as folders, wherever they lead', () => {
    root.write(at('a'), '');
    symlinkSync(join(outside, 'precious'), at('file'));
    symlinkSync(outside, at('folder'));
    symlinkSync(join(outside, 'new'), at('dangling'));
    symlinkSync(join(outside, 'none'), at('nowhere'));
    for (const name of ['file', 'folder/x', 'folder/precious', 'dangling', 'nowhere/x']) {
      expect(() => root.write(at(name), 'bad'), name).to.throw(UnwritableFile, 'symbolic link');
      expect(() => new NamedLog(at('file')), name).to.throw(UnwritableFile, 'symbolic link');
      expect(() => root.remove(at(name)), name).to.throw(UnwritableFile, 'symbolic link');
    }
    for (const name of ['file', 'dangling']) expect(() => root.create(at(name), 'bad'), name).to.throw('EEXIST');
    for (const name of ['folder/x', 'nowhere/x'])
      expect(() => root.create(at(name), 'bad'), name).to.throw(UnwritableFile);
    expect(() => root.removeEmptyFolder(at('folder'))).to.throw(UnwritableFile);
    expect(() => writeNamed(at('file'), 'bad')).to.throw(UnwritableFile);
    untouched();
  });

  it('refuse paths that leave the root, and names with control characters', () => {
    for (const path of [
      join(outside, 'x'),
      at('../outside/precious'),
      at('.'),
      at('..'),
      at('a\0b'),
      at('a\u001b[2Jb'),
      at('a\nb'),
      at('\u009b/b'),
    ])
      expect(() => root.write(path, 'bad'), path).to.throw(UnwritableFile);
    untouched();
  });

  it('accept a root that is a link, because the user named it', () => {
    mkdirSync(join(place, 'real'));
    symlinkSync(join(place, 'real'), join(place, 'root'));
    root.write(at('a'), 'x');
    expect(readdirSync(join(place, 'real'))).to.deep.equal(['a']);
  });

  it('replace a hard link with their own file, and leave the other names unchanged', () => {
    root.write(at('a'), '');
    linkSync(join(outside, 'precious'), at('hard'));
    root.write(at('hard'), 'new');
    rmSync(at('hard'));
    linkSync(join(outside, 'precious'), at('hard'));
    const log = new NamedLog(at('hard'));
    log.append('line');
    log.close();
    expect(readFileSync(at('hard'), 'utf8')).to.equal('line');
    untouched();
  });

  it('are created only if they do not exist', () => {
    root.create(at('a'), 'one');
    expect(() => root.create(at('a'), 'two')).to.throw('EEXIST');
    expect(readFileSync(at('a'), 'utf8')).to.equal('one');
  });

  it('refuse a folder in place of a file, and the reverse', () => {
    root.write(at('a/b'), '');
    expect(() => root.write(at('a'), '')).to.throw(UnwritableFile, 'is a folder');
    expect(() => root.write(at('a/b/c'), '')).to.throw(UnwritableFile, 'a file, not a folder');
    expect(root.removeEmptyFolder(at('a'))).to.equal(false);
    root.remove(at('a/b'));
    root.remove(at('a/b'));
    expect(root.removeEmptyFolder(at('a'))).to.equal(true);
    expect(existsSync(at('a'))).to.equal(false);
  });

  it('name the folder that could not be made', function () {
    if (process.platform !== 'linux') this.skip();
    // Nothing can be made there. In its own process, because waiting for ever would end no test.
    const { status, stderr } = spawnSync(
      process.execPath,
      [
        '--import=tsx',
        '--input-type=module',
        '-e',
        `await import(${JSON.stringify(MODULE)}).then((m) => m.makeFolder('/proc/none/here'))`,
      ],
      { encoding: 'utf8', timeout: 20_000 },
    );
    expect([status, stderr.includes("ENOENT: no such file or directory, mkdir '/proc/none'")]).to.deep.equal([1, true]);
  });

  it('never leave the making of several folders to Node.js, which may not return', () => {
    const server = fileURLToPath(new URL('../../../server/', import.meta.url));
    const found = sources(server).filter((file) => /mkdir\w*\([^;]*recursive/.test(readFileSync(file, 'utf8')));
    expect(found).to.deep.equal([]);
  });

  it('can be a device that the user names', () => {
    writeNamed('/dev/null', 'x');
    expect(statSync('/dev/null').isFile()).to.equal(false);
  });

  it('are written by one module of the commands and the service', () => {
    const server = fileURLToPath(new URL('../../../server/', import.meta.url));
    const WRITES =
      /\b(?:writeFile|appendFile|createWriteStream|copyFile|cp|rename|rm|unlink|mkdir|truncate|symlink|link)(?:Sync)?\b/;
    /** The other writers use the store's own folder, named by the operator, or an unnamed temporary file. */
    const OTHERS = ['made-folder.ts', 'rendering/control.ts', 'storage/embedded/database.ts', 'written-files.ts'];
    // The editor runs in browsers; its texts show code for Node.js.
    const writing = sources(server)
      .filter((file) => !relative(server, file).startsWith('editor/'))
      .filter((file) => {
        const imports =
          readFileSync(file, 'utf8').match(/import (?:type )?\{[^}]*\} from 'node:fs(?:\/promises)?'/g) ?? [];
        return imports.some((names) => WRITES.test(names));
      })
      .map((file) => relative(server, file));
    expect(writing.toSorted()).to.deep.equal(OTHERS);
  });
});
