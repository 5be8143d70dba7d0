/**
 * Tests the packages as users meet them: packed, installed into an empty project, imported both ways, type-checked and
 * called.
 */
import { expect } from 'chai';
import { buildSync } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const typescript = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
/** Messages of npm if no registry can be reached. */
const NO_REGISTRY = /ENOTFOUND|ECONNREFUSED|ECONNRESET|EAI_AGAIN|ETIMEDOUT|ENOTCACHED|ERR_SOCKET_TIMEOUT/;

/** The maximum bytes of everything that is installed. */
const MOST_INSTALLED = 42_000_000;

interface Packed {
  readonly filename: string;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/** Packs the root, or a package below packages/, into a folder. */
function pack(folder: string, ...which: string[]): Packed {
  const given = ['pack', '--json', '--pack-destination', folder, ...which];
  const [packed] = JSON.parse(execFileSync('npm', given, { cwd: root, encoding: 'utf8' })) as [Packed];
  return packed;
}

/** Installs a package, or skips the test if that is impossible. */
function install(context: Mocha.Context, folder: string, { filename }: Packed): void {
  const given = ['install', '--prefer-offline', '--no-audit', '--no-fund', `./${filename}`];
  try {
    execFileSync('npm', given, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    if (!NO_REGISTRY.test(String((error as { stderr?: string }).stderr))) throw error;
    process.stderr.write('      the registry is not reachable: nothing was installed\n');
    context.skip();
  }
}

describe('the package', function () {
  this.timeout(600_000);
  let folder: string;
  let packed: Packed;

  const run = (command: string, ...given: string[]): string =>
    execFileSync(command, given, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  /** Returns the output of a failing command. */
  const complaint = (command: string, ...given: string[]): string => {
    try {
      run(command, ...given);
    } catch (error) {
      return String((error as { stderr?: string }).stderr);
    }
    throw new Error(`${command} did not fail`);
  };
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);

  before(function () {
    if (!existsSync(join(root, 'dist/engine/index.js'))) this.skip();
    folder = mkdtempSync(join(tmpdir(), 'pagewright-package-'));
    packed = pack(folder, '--ignore-scripts');
    write('package.json', '{ "name": "consumer", "private": true }');
    install(this, folder, packed);
  });
  after(() => {
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  it('contains the files it needs and no development files', () => {
    const paths = packed.files.map(({ path }) => path);
    expect(paths).to.include.members([
      'LICENSE',
      'README.md',
      'CHANGELOG.md',
      'dist/engine/index.js',
      'dist/engine/index.cjs',
      'dist/engine/index.d.ts',
      'dist/engine/index.d.cts',
      'dist/server/cli.js',
      'server/pagewright.cjs',
      'assets/fonts/manifest.json',
      'assets/css/user-agent.css',
    ]);
    const known = /^(dist|assets)\/|^(LICENSE|README\.md|CHANGELOG\.md|package\.json|server\/pagewright\.cjs)$/;
    expect(paths.filter((path) => !known.test(path))).to.deep.equal([]);
  });

  it('is small and has no dependencies', () => {
    const entries = readdirSync(join(folder, 'node_modules'), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
    expect(bytes).to.be.within(packed.unpackedSize, MOST_INSTALLED);
    expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).to.deep.equal([
      'pagewright',
    ]);
    for (const command of [['serve'], ['keys', 'list'], ['keys', 'create', '--plan', 'free'], ['migrate']]) {
      const said = complaint('npx', '--no-install', 'pagewright', ...command);
      expect(said)
        .to.contain(`npx @pagewright/server ${command.join(' ')}`)
        .and.not.contain('assertion');
    }
    expect(existsSync(join(folder, 'data'))).to.equal(false);
  });

  it('starts a project that depends on nothing from a registry', () => {
    run('npx', '--no-install', 'pagewright', 'init', 'shop');
    expect(readFileSync(join(folder, 'shop/package.json'), 'utf8')).to.not.contain('ependencies');
    expect(run('npm', '--prefix', 'shop', 'start')).to.contain('pagewright render invoice.html');
    expect(existsSync(join(folder, 'shop/invoice.pdf'))).to.equal(true);
  });

  it('names the font package that a script needs, and uses it on request', function () {
    write('greeting.html', '<p lang=ko>안녕하세요 <p lang=th>สวัสดี <p lang=ja>今日は');
    const diagnostics = (...given: string[]): string =>
      run('npx', '--no-install', 'pagewright', 'render', 'greeting.html', '--json', ...given);
    const packages = ['hangul', 'scripts', 'cjk'].map((name) => `@pagewright/fonts-${name}`);
    const before = diagnostics();
    for (const name of packages) expect(before).to.contain(name);
    for (const name of packages) install(this, folder, pack(folder, '--workspace', name));
    // Installed packages have no effect unless they are named.
    expect(diagnostics()).to.equal(before);
    expect(diagnostics(...packages.flatMap((name) => ['--font', name]))).to.not.contain('font/missing-glyph');
    write(
      'fonts.mjs',
      `import { render } from 'pagewright';
       import { fonts } from '@pagewright/fonts-hangul';
       const { diagnostics } = await render('<p>안녕하세요', { fonts });
       console.log(diagnostics.length);`,
    );
    expect(run('node', 'fonts.mjs')).to.equal('0\n');
  });

  it('is built when it is packed, and runs nothing when it is installed', () => {
    const { scripts, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
      license: string;
    };
    expect(scripts).to.have.property('prepack');
    expect(scripts).to.not.have.any.keys('preinstall', 'install', 'postinstall', 'prepare');
    expect(license).to.equal('MIT');
  });

  it('is imported as an ES module and with require, as one engine', () => {
    write(
      'both.mjs',
      `import { createRequire } from 'node:module';
       import * as esm from 'pagewright';
       const cjs = createRequire(import.meta.url)('pagewright');
       const { pdf, pages } = await esm.render('<h1>Hello</h1>');
       const again = await cjs.render('<h1>Hello</h1>');
       console.log(pages, Buffer.compare(pdf, again.pdf), esm.RenderError === cjs.RenderError);`,
    );
    expect(run('node', 'both.mjs')).to.equal('1 0 true\n');
  });

  it('loads in test runners without ES module support', () => {
    // As jest reads modules: through scripts that cannot import.
    write(
      'runner.cjs',
      `const { readFileSync } = require('node:fs');
       const { createRequire } = require('node:module');
       const { dirname } = require('node:path');
       const { Script } = require('node:vm');
       const read = (from) => (name) => {
         if (name.startsWith('node:') || !/^[.#]|pagewright/.test(name)) return require(name);
         const file = createRequire(from).resolve(name);
         const module = { exports: {} };
         const text = '(function (exports, require, module, __filename, __dirname) {' + readFileSync(file, 'utf8') + '})';
         new Script(text, { filename: file }).runInThisContext()(module.exports, read(file), module, file, dirname(file));
         return module.exports;
       };
       const { renderPages, matchers } = read(__filename)('pagewright/golden');
       const { filesBeside } = read(__filename)('pagewright/files');
       const context = { testPath: __filename, currentTestName: 'a page' };
       (async () => {
         const [png] = await renderPages('<p>x', { dpi: 20, ...filesBeside('a.html', { root: '.' }) });
         const { pass } = await matchers.toMatchPages.call(context, '<p>x', { update: true });
         console.log(png[1] === 80, pass);
       })();`,
    );
    expect(run('node', '--no-experimental-require-module', 'runner.cjs')).to.equal('true true\n');
    expect(existsSync(join(folder, '__golden__/runner/a-page/page-1.png'))).to.equal(true);
  });

  it('type-checks strictly, including its declarations, without other packages', () => {
    const program = `
      import { render, renderToStream, RenderError, type Diagnostic, type RenderOptions } from 'pagewright';
      import { pdf as puppeteerPdf, type PDFOptions } from 'pagewright/puppeteer';
      import { filesBeside } from 'pagewright/files';
      import { renderPages } from 'pagewright/golden';
      const options: RenderOptions = { pageSize: 'A4', margin: '20mm', signal: new AbortController().signal };
      export async function make(): Promise<Diagnostic[]> {
        const stream: ReadableStream<Uint8Array> = renderToStream('<p>x');
        await stream.cancel();
        const beside = await render('<p>x', { ...filesBeside('a.html', { root: '.' }) });
        console.log(beside.pages);
        const paper: PDFOptions = { format: 'A4', printBackground: true };
        const page = await puppeteerPdf('<p>x', paper);
        const { pdf, pages, diagnostics } = await render('<p>x', options);
        // What comes out goes into an answer or a file, and what fetch gives goes in.
        const answers = [new Response(pdf), new Response(page), new Response((await renderPages('<p>x'))[0])];
        await render(await answers[0]!.arrayBuffer(), { fonts: [await new Blob([pdf]).arrayBuffer()] });
        const bytes: number = pdf.length + pages + page.length + (await renderPages('<p>x', { dpi: 20 })).length;
        if (bytes === 0) throw new RenderError('internal_error', 'nothing');
        return diagnostics;
      }
      // @ts-expect-error there is no such option
      void render('<p>x', { pagesize: 'A4' });
    `;
    write('module.mts', program);
    write('common.cts', program);
    const strict = ['--strict', '--skipLibCheck', 'false', '--noEmit', '--target', 'es2022', '--types', ''];
    for (const module of ['node16', 'nodenext'])
      run('node', typescript, ...strict, '--module', module, 'module.mts', 'common.cts');
    const bundled = ['--module', 'esnext', '--moduleResolution', 'bundler'];
    run('node', typescript, ...strict, ...bundled, 'module.mts');
    // As an author writes it whose test runner has types.
    write(
      'pages.test.mts',
      `import { matchers, type PageMatchers } from 'pagewright/golden';
       declare global { namespace Runner { interface Matchers<T> extends PageMatchers { toBe(value: T): void } } }
       declare function expect<T>(value: T): Runner.Matchers<T>;
       export const passed: Promise<void> = expect('<p>x').toMatchPages({ ignore: ['.date'], pageSize: 'A5' });
       export const known = Object.keys(matchers);`,
    );
    run('node', typescript, ...strict, ...bundled, 'pages.test.mts');
    // A worker or an edge runtime need not have DOM types.
    write(
      'edge.mts',
      `import { createEngine, type RenderResult } from 'pagewright/browser';
       export const made: Promise<RenderResult> = createEngine({ files: () => null }).then((engine) => engine.render('<p>x'));`,
    );
    run('node', typescript, ...strict, ...bundled, '--lib', 'es2022', 'edge.mts');
  });

  it('can be bundled if the program runs where it is installed, and otherwise explains what to do', () => {
    write(
      'program.mjs',
      `import { render } from 'pagewright'; render('<p>x').then(({ pages }) => console.log(pages));`,
    );
    const elsewhere = mkdtempSync(join(tmpdir(), 'pagewright-elsewhere-'));
    try {
      for (const format of ['esm', 'cjs'] as const) {
        const name = `bundle.${format === 'esm' ? 'mjs' : 'cjs'}`;
        const bundle = (outfile: string): unknown =>
          buildSync({
            absWorkingDir: folder,
            entryPoints: ['program.mjs'],
            bundle: true,
            platform: 'node',
            format,
            outfile,
          });
        bundle(name);
        expect(run('node', name), format).to.equal('1\n');
        bundle(join(elsewhere, name));
        expect(complaint('node', join(elsewhere, name)), format).to.contain('Leave the package out of it');
      }
    } finally {
      rmSync(elsewhere, { recursive: true, force: true });
    }
  });

  it('has a browser build that bundlers can resolve completely', () => {
    write('page.mjs', `import { createEngine } from 'pagewright/browser'; console.log(typeof createEngine);`);
    const { warnings } = buildSync({
      absWorkingDir: folder,
      entryPoints: ['page.mjs'],
      bundle: true,
      format: 'esm',
      splitting: true,
      outdir: 'for-pages',
    });
    expect(warnings).to.deep.equal([]);
    const modules = readdirSync(join(folder, 'for-pages'));
    expect(modules.length).to.be.above(1);
    for (const name of modules) {
      const code = readFileSync(join(folder, 'for-pages', name), 'utf8');
      // Vite and webpack look for the files of such addresses.
      expect(code, name).not.to.match(/import\.meta|from *["']node:|require\(["']/);
    }
    expect(run('node', 'for-pages/page.js')).to.equal('function\n');
    run('npx', '--no-install', 'pagewright', 'assets', 'served');
    // A request for something that may not be installed would be an error in every console.
    write(
      'asked.mjs',
      `import { existsSync, readFileSync } from 'node:fs';
       import { createEngine } from 'pagewright/browser';
       const missing = [];
       const files = (name) => existsSync('served/' + name) ? readFileSync('served/' + name) : (missing.push(name), null);
       const { pages } = await (await createEngine({ files })).render('<p>x');
       console.log(pages, missing.join());`,
    );
    expect(run('node', 'asked.mjs')).to.equal('1 \n');
  });

  it('has a command that renders', () => {
    write('hello.html', '<h1>Hello</h1>');
    run('npx', '--no-install', 'pagewright', 'render', 'hello.html');
    expect(readFileSync(join(folder, 'hello.pdf'), 'latin1').slice(0, 5)).to.equal('%PDF-');
  });
});

describe('the service package', function () {
  this.timeout(600_000);

  it('has the parts that the library lacks, and creates keys', function () {
    if (!existsSync(join(root, 'dist/engine/index.js'))) this.skip();
    const folder = mkdtempSync(join(tmpdir(), 'pagewright-server-'));
    try {
      const packed = pack(folder, '--workspace', '@pagewright/server');
      const paths = packed.files.map(({ path }) => path);
      expect(paths).to.include.members([
        'dist/server/start.js',
        'dist/server/rendering/worker.js',
        'dist/editor/main.js',
        'assets/fonts-cjk/manifest.json',
      ]);
      writeFileSync(join(folder, 'package.json'), '{ "name": "operator", "private": true }');
      install(this, folder, packed);
      const env = { ...process.env, DATA_DIR: join(folder, 'data') };
      const given = ['--no-install', 'pagewright-server', 'keys', 'create', '--plan', 'free'];
      const key = execFileSync('npx', given, { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
      expect(key).to.match(/^pw_\w+\n$/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
