import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const built = fileURLToPath(new URL('../../../dist/engine/', import.meta.url));

/**
 * Loads the built engine, renders, and prints whether V8 accepted the cached code of the main script, or `undefined` if
 * there was none.
 */
const PROCESS = `
const vm = require('node:vm');
let rejected;
vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options);
    if (options.filename.endsWith('engine.script.cjs')) rejected = this.cachedDataRejected;
  }
};
const html = process.env.HTML ?? '<p>a';
require(${JSON.stringify(join(built, 'index.cjs'))}).render(html).then(({ pages }) => console.log(pages, rejected));
`;

describe('the code cache', function () {
  this.timeout(60_000);
  let folder: string;

  before(function () {
    if (!existsSync(built)) this.skip();
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pagewright-code-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const run = (env: Record<string, string>, ...flags: string[]): string =>
    execFileSync(process.execPath, [...flags, '-e', PROCESS], { encoding: 'utf8', env, cwd: folder }).trim();
  const inFolder = (...flags: string[]): string => run({ PAGEWRIGHT_CODE_CACHE: folder }, ...flags);
  /** The file of the main script. The engine's parts have others. */
  const mainFile = (): string =>
    join(
      folder,
      readdirSync(folder).find((name) => name.startsWith('engine.script') && !name.includes('0'.repeat(16)))!,
    );

  it('keeps compiled code for the next process', () => {
    expect(inFolder()).to.equal('1 undefined');
    expect(readdirSync(folder)).to.have.length(1);
    expect(inFolder()).to.equal('1 false');
  });

  it('keeps the code of the command, although it sets V8 flags', () => {
    const command = join(built, '../server/cli.cjs');
    const given = ['render', '-', '-o', join(folder, 'out.pdf')];
    execFileSync(process.execPath, [command, ...given], { env: { PAGEWRIGHT_CODE_CACHE: folder }, input: '<p>a' });
    const scripts = readdirSync(folder).map((name) => name.split('-')[0]);
    expect(scripts).to.have.members(['cli.script.cjs', 'engine.script.cjs', 'out.pdf']);
  });

  it('is left out in places where no folder can be made', function () {
    if (process.platform !== 'linux') this.skip();
    const env = { PAGEWRIGHT_CODE_CACHE: '/proc/none/here' };
    const printed = execFileSync(process.execPath, ['-e', PROCESS], { encoding: 'utf8', env, timeout: 20_000 });
    expect(printed.trim()).to.equal('1 undefined');
  });

  it('keeps one file per set of V8 flags', () => {
    expect(inFolder('--no-opt')).to.equal('1 undefined');
    expect(inFolder()).to.equal('1 undefined');
    expect(inFolder('--no-opt')).to.equal('1 false');
    expect(readdirSync(folder)).to.have.length(2);
  });

  /** Renders a document that calls many more functions. */
  const runMore = (): string =>
    run({
      PAGEWRIGHT_CODE_CACHE: folder,
      HTML: '<style>p{display:grid;columns:2}</style><p>a<table><td>b</table><svg><path d="M0 0h9"/></svg><ul><li>c',
    });
  /** The position of the number of processes in the file. */
  const PROCESSES_AT = 4;

  it('adds the code that later documents need, and nothing if they need none', () => {
    inFolder();
    const before = statSync(mainFile()).size;
    runMore();
    const { size } = statSync(mainFile());
    expect(size).to.be.greaterThan(before + 64 * 1024);
    for (let i = 0; i < 4; i++) inFolder();
    expect(statSync(mainFile()).size).to.equal(size);
  });

  it('stops adding to the file after some processes', () => {
    inFolder();
    const bytes = readFileSync(mainFile());
    bytes.writeUInt32LE(66, PROCESSES_AT);
    writeFileSync(mainFile(), bytes);
    const { mtimeMs } = statSync(mainFile());
    expect(runMore()).to.equal('1 false');
    expect(statSync(mainFile()).mtimeMs).to.equal(mtimeMs);
  });

  it('replaces a damaged file', () => {
    inFolder();
    const bytes = readFileSync(mainFile());
    for (const damaged of [
      bytes.with(bytes.length >> 1, bytes[bytes.length >> 1]! ^ 1),
      bytes.subarray(0, bytes.length >> 1),
      Buffer.alloc(0),
    ]) {
      writeFileSync(mainFile(), damaged);
      expect(inFolder()).to.equal('1 undefined');
      expect(inFolder()).to.equal('1 false');
    }
  });

  it('ignores a file that other users can write to', function () {
    if (process.platform === 'win32') this.skip();
    inFolder();
    chmodSync(mainFile(), 0o666);
    expect(inFolder()).to.equal('1 undefined');
    expect(statSync(mainFile()).mode & 0o777).to.equal(0o600);
  });

  it('keeps the files of each installation apart, so that stack traces name its own', () => {
    for (const name of ['a', 'b']) {
      cpSync(join(built, '..'), join(folder, name, 'dist'), { recursive: true });
      symlinkSync(join(built, '../../assets'), join(folder, name, 'assets'));
    }
    const failing = "require('./dist/engine/index.cjs').render('x', { scale: 99 }).catch((e) => console.log(e.stack))";
    const stackIn = (name: string): string =>
      execFileSync(process.execPath, ['-e', failing], {
        encoding: 'utf8',
        env: { PAGEWRIGHT_CODE_CACHE: join(folder, 'cache') },
        cwd: join(folder, name),
      });
    for (const name of ['a', 'a', 'b', 'b'])
      expect(stackIn(name)).to.contain(join(folder, name, 'dist/engine/engine.script.cjs'));
    expect(readdirSync(join(folder, 'cache'))).to.have.length(2);
  });

  it('deletes the files of earlier builds, and the oldest beyond a total size', () => {
    inFolder();
    const earlier = mainFile().replace(/-[0-9a-f]{16}-/, `-${'0'.repeat(16)}-`);
    const others = ['x', 'y', 'z'].map((name, age) => {
      const file = join(folder, `${name}.code`);
      writeFileSync(file, '');
      // The file system stores no zeros.
      truncateSync(file, 60e6);
      const seconds = Date.now() / 1000 - 1000 * age;
      utimesSync(file, seconds, seconds);
      return file;
    });
    writeFileSync(earlier, 'earlier');
    rmSync(mainFile());
    expect(existsSync(earlier)).to.equal(true);
    run({ PAGEWRIGHT_CODE_CACHE: folder });
    expect([earlier, ...others].map((file) => existsSync(file))).to.deep.equal([false, true, true, false]);
  });

  it("is in the user's cache folder by default", function () {
    if (process.platform === 'win32') this.skip();
    run({ HOME: folder });
    const place = process.platform === 'darwin' ? 'Library/Caches/pagewright' : '.cache/pagewright';
    expect(readdirSync(join(folder, place))).to.have.length(1);
    expect(run({ HOME: folder })).to.equal('1 false');
  });

  it('can be turned off', () => {
    expect(run({ HOME: folder, XDG_CACHE_HOME: folder, PAGEWRIGHT_CODE_CACHE: 'off' })).to.equal('1 undefined');
    expect(readdirSync(folder)).to.deep.equal([]);
  });

  it('works without a writable folder', () => {
    writeFileSync(join(folder, 'file'), '');
    for (const place of [join(folder, 'file'), join(folder, 'file/below'), 'relative'])
      expect(run({ PAGEWRIGHT_CODE_CACHE: place })).to.equal('1 undefined');
    expect(readdirSync(folder)).to.deep.equal(['file']);
  });
});
