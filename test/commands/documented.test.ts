/** Copies and runs everything that the README and the guides show. */
import { expect } from 'chai';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { render } from '../../engine/index.ts';
import { guides, recipeDocument } from '../../scripts/docs/guide.ts';
import { linkPackages, runnable } from '../../scripts/docs/results.ts';
import { invoiceXml } from '../conformance/invoices.ts';
import { CLI, Workplace } from '../support/command.ts';
import { type Block, blocks, commandsOf } from '../support/documented.ts';
import { INVOICE_PAGE } from '../support/invoice-page.ts';
import { smallBook } from '../support/epub.ts';
import { pressProfile } from '../support/icc.ts';
import { endedJob } from '../support/jobs.ts';
import { rawPdf } from '../support/raw-pdf.ts';
import { startService, type TestService } from '../support/service.ts';

const all = blocks();
/** The languages of samples that run. Those in `javascript` don't: what readers had before, and calls of other servers. */
const PROGRAMS = ['ts', 'js', 'jsx'];
const shown = (languages: readonly string[]): Block[] => all.filter(({ language }) => languages.includes(language));
const named = ({ file, text }: Block): string => `${file}: ${text.trim().split('\n', 1)[0]!.slice(0, 60)}`;

const PAGE = '<!DOCTYPE html><html lang=en><title>A page</title><h1>Head</h1><p id=total>Total';
const RECIPES = Object.fromEntries(
  guides().flatMap((guide) => {
    const document = recipeDocument(guide);
    return document === null ? [] : [[guide.path.replace(/^recipes\/(.*)\.md$/, '$1.html'), document]];
  }),
);

const RIGHTS = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/" xmpRights:Marked="True"/>
</rdf:RDF>`;

/** The contents of the files that guides mention. */
const FILES: Readonly<Record<string, string | Uint8Array>> = {
  ...Object.fromEntries(
    [
      'card',
      'flyer',
      'contract',
      'statement',
      'price-list',
      'order',
      'a',
      'b',
      'in/a',
      'more/b',
      'cover',
      'chapters/1',
    ].map((name) => [`${name}.html`, PAGE]),
  ),
  'invoices/may.html': PAGE,
  'book.epub': smallBook(),
  ...RECIPES,
  'index.html': `${PAGE}<link rel=stylesheet href=style.css><input data-pdf-field=signature name=buyer>`,
  'style.css': 'h1 { color: teal }',
  'templates/invoice.html': `${PAGE}<link rel=stylesheet href=style.css>`,
  'templates/style.css': 'h1 { color: teal }',
  'footer.html': '<b class=pageNumber></b>',
  'may.json': '{"number": 1}',
  'data.ndjson': '{"number": 1}\n{"number": 2}\n',
  'invoice.json': '{"number": 1}',
  'figures.csv': 'a,b\n1,2\n',
  'dots.css': 'p { background: url(https://cdn.example/dot.svg?v=2) }',
  'dot.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="4"/></svg>',
  'password.txt': 'secret\n',
  'owner.txt': 'secret\n',
  'invoice.xml': invoiceXml('EN 16931'),
  'xml/1.xml': invoiceXml('EN 16931'),
  'xml/2.xml': invoiceXml('EN 16931'),
  'marked-invoice.html': INVOICE_PAGE,
  'facturx.html': all.findLast(({ file, language }) => file === 'docs/tutorial.md' && language === 'html')!.text,
  'template.html': '<!doctype html><title>Invoice</title><h1>Invoice {{ number }}</h1>',
  'label.html': '<p>{{ name }}',
  'label.schema.json': '{"type":"object","properties":{"name":{"type":"string","maxLength":9}},"required":["name"]}',
  'press.icc': pressProfile(),
  'rights.xmp': RIGHTS,
  ...Object.fromEntries(
    ['contract', 'plan', 'offer', 'terms', 'all', 'letterhead', 'book', 'slides'].map((name) => [
      `${name}.pdf`,
      rawPdf([
        '<</Type/Catalog/Pages 2 0 R>>',
        '<</Type/Pages/Kids[3 0 R 4 0 R 5 0 R]/Count 3/MediaBox[0 0 300 400]>>',
        ...[3, 4, 5].map(() => '<</Type/Page/Parent 2 0 R>>'),
      ]),
    ]),
  ),
};

/** The key that the guides sign with, made by OpenSSL. */
const KEY_FILE = 'me.p12';

/** What cannot run here: it continues until it is stopped, or needs something that these tests do not have. */
const ELSEWHERE = [/--watch/, /--time-stamp/, /@pagewright\/fonts-/, /pagewright (?:mcp|assets)/];

/** The context that a guide assumes for a program. */
const AROUND = `
import { readFileSync as read } from 'node:fs';
import { writeFile } from 'node:fs/promises';
const html = read('index.html', 'utf8');
const bytes = (name) => new Uint8Array(read(name));
const network = globalThis.fetch;
Object.assign(globalThis, {
  html,
  writeFile,
  files: new Map([['style.css', bytes('style.css')]]),
  bytes: bytes('figures.csv'),
  xml: read('invoice.xml', 'utf8'),
  icc: bytes('press.icc'),
  pdf: bytes('contract.pdf'),
  requestSignature: () => Uint8Array.of(48, 0),
  document: { querySelector: () => ({ outerHTML: html }) },
  expect: Object.assign(() => ({ toMatchPages: async () => undefined }), { extend: () => undefined }),
  fetch: (url, init) => {
    if (url.startsWith('/pagewright/')) return new Response(read('assets/' + url.slice(12)));
    const { host, pathname } = new URL(url);
    return host === 'cdn.example' ? new Response(read(pathname.slice(1))) : network(url, init);
  },
});
`;

/** How to call programs that only define something. */
const CALLS: readonly (readonly [string, string])[] = [
  [
    'const HOSTS',
    `const dotted = '<link rel=stylesheet href=https://cdn.example/dots.css><img alt=x src=https://cdn.example/dot.svg?v=1><p>x';
     const { diagnostics } = await render(marked(dotted), { loadResource: fetched });
     if (diagnostics.length > 0) throw new Error(diagnostics[0].message);
     if ((await fetched('cdn://other.example/dot.svg', 'image')) !== null) throw new Error('fetched from another host');`,
  ],
  [
    'export async function handler',
    "if ((await handler({ body: html })).statusCode !== 200) throw new Error('no answer');",
  ],
  [
    'export async function GET',
    `const answer = await GET(new Request('http://a.example/'), { params: Promise.resolve({ number: '7' }) });
     if (!(await answer.text()).startsWith('%PDF-')) throw new Error('no PDF');`,
  ],
  [
    'app.listen',
    `const answer = await fetch('http://127.0.0.1:' + server.address().port + '/invoices/7.pdf');
     if (answer.headers.get('content-type') !== 'application/pdf') throw new Error('no PDF');
     server.close();`,
  ],
  [
    "const template = 'templates",
    `const beside = await render(await readFile(template), { ...filesBeside(template) });
     if (beside.diagnostics.length > 0) throw new Error(beside.diagnostics[0].message);
     const { diagnostics } = await render('<img src=../figures.csv alt=x>', { ...filesBeside(template) });
     if (!/is outside .*templates; .root. selects a wider folder/.test(diagnostics[0]?.message)) throw new Error('read outside');`,
  ],
];

describe('the examples in the guides', function () {
  this.timeout(240_000);
  let place: Workplace;
  let service: TestService;
  let key: string;
  let hasKey = false;
  before(async () => {
    place = new Workplace();
    place.write({ ...FILES, 'around.mjs': AROUND, 'node_modules/.keep': '' });
    for (const { text } of shown(PROGRAMS)) linkPackages(text, place.folder);
    service = await startService({ environment: { SIGNING_KEY: KEY_FILE } });
    service.app.jobs.start();
    key = await service.key('pro');
    await place.run(['assets', 'assets']);
    if (spawnSync('openssl', ['version']).status !== 0) return;
    const openssl = (command: string): void =>
      void execFileSync('openssl', command.split(' '), { cwd: place.folder, stdio: 'ignore' });
    openssl('req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 9 -subj /CN=Ada');
    openssl(`pkcs12 -export -inkey key.pem -in cert.pem -passout file:password.txt -out ${KEY_FILE}`);
    hasKey = true;
  });
  after(async () => {
    place.remove();
    await service.app.jobs.stop();
    await service.close();
  });

  const env = (): NodeJS.ProcessEnv => ({
    ...process.env,
    CI: '',
    KEY_PASSWORD: 'secret',
    PAGEWRIGHT_KEY: key,
  });
  /** Adapts a text to this machine: another port and an existing key. */
  const local = (text: string): string =>
    text.replaceAll('http://127.0.0.1:8080', service.url).replaceAll('YOUR_KEY', key);
  const run = (command: string, given: readonly string[]): Promise<{ status: number | null; said: string }> => {
    const child = spawn(command, given, { cwd: place.folder, env: env() });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (said += text));
    return new Promise((done) => child.on('close', (status) => done({ status, said })));
  };

  for (const block of all)
    for (const command of commandsOf(block).filter((line) => !ELSEWHERE.some((pattern) => pattern.test(line))))
      it(`run: ${block.file}: ${command}`, async function () {
        if (command.includes(KEY_FILE) && !hasKey) return this.skip();
        const call = command.replace(/^(?:npx )?pagewright/, `'${process.execPath}' '${CLI}'`);
        const { status, said } = await run('bash', ['-c', `shopt -u globstar; ${call}`]);
        expect(status, said).to.equal(0);
        expect(said).to.not.match(/: (?:warning|error): /);
      });

  for (const block of shown(PROGRAMS))
    it(`run: ${named(block)}`, async function () {
      if (/workerData|@pagewright\//.test(block.text)) return this.skip();
      if (block.text.includes(KEY_FILE) && !hasKey) return this.skip();
      const called = CALLS.find(([pattern]) => block.text.includes(pattern))?.[1] ?? '';
      const imports = /import .* from 'pagewright/.test(block.text) ? '' : "import { render } from 'pagewright';\n";
      const program = await runnable({ ...block, text: local(block.text) });
      place.write({
        'program.mjs': `${imports}${program.replace('app.listen(3000)', 'globalThis.server = app.listen(0)')}\n${called}`,
      });
      const { status, said } = await run(process.execPath, ['--import', './around.mjs', 'program.mjs']);
      expect(status, said).to.equal(0);
    });

  for (const block of shown(['css']))
    it(`contain nothing that is ignored: ${named(block)} in ${block.file}`, async () => {
      const { diagnostics } = await render(`<style>${block.text}</style><p>x`);
      expect(diagnostics.filter(({ code }) => !/^document\/|^font\//.test(code))).to.deep.equal([]);
    });

  for (const block of all.filter(({ text }) => /^(?:printf|curl)\b/.test(text)))
    it(`are answered: ${named(block)} in ${block.file}`, async function () {
      if (spawnSync('curl', ['--version']).status !== 0) this.skip();
      let id = '';
      // Each command separately, so that the failing one is named.
      for (const command of local(block.text).split(/\n(?=curl|printf)/)) {
        const { status, said } = await run('bash', ['-c', command.replace('/ID/', `/${id}/`)]);
        expect(status, `${command}\n${said}`).to.equal(0);
        id = /"id":\s*"([^"]+)"/.exec(said)?.[1] ?? id;
        if (id !== '') await endedJob(service, key, id);
      }
    });

  it('report an uncaught error without exposing engine code', async () => {
    const program =
      "import { render } from 'pagewright';\nawait render('<link rel=stylesheet href=https://a.example/a.css>');";
    place.write({ 'program.mjs': program });
    const { status, said } = await run(process.execPath, ['program.mjs']);
    expect(status).to.equal(1);
    expect(said).to.contain("urls: [ { url: 'https://a.example/a.css', where: 'link href' } ]");
    expect(said.length).to.be.below(2000);
  });

  for (const block of shown(['python']))
    it(`run: ${named(block)} in ${block.file}`, async function () {
      if (spawnSync('python3', ['--version']).status !== 0) this.skip();
      const { status, said } = await run('python3', ['-c', local(block.text)]);
      expect(status, said).to.equal(0);
      expect(readFileSync(join(place.folder, 'hello.pdf'), 'latin1')).to.match(/^%PDF-/);
    });

  for (const block of shown(['json'])) it(`parse: ${named(block)} in ${block.file}`, () => void JSON.parse(block.text));
});
