import { expect } from 'chai';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import { render, RenderError, sign, type Signer } from '../../../engine/index.ts';
import { PdfReader } from '../../../engine/pdf-source/pdf-reader.ts';
import { withClock } from '../../support/clock.ts';
import { stepsIn } from '../../support/steps.ts';
import { hasQpdf } from '../../support/validators.ts';

const has = (program: string, version: string): boolean =>
  spawnSync(program, [version], { stdio: 'ignore' }).error === undefined;
const hasOpenssl = has('openssl', 'version');
const hasPdfsig = has('pdfsig', '-v');

const HTML =
  '<html lang=en><title>Contract</title><p>I agree. <input name=buyer data-pdf-field=signature aria-label=Buyer>';

describe('sign', function () {
  this.timeout(60_000);
  let folder = '';
  let signer: Signer = (bytes) => bytes.subarray(0, 32);

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'pagewright-sign-'));
    if (!hasOpenssl) return;
    const run = (...args: string[]): unknown => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
    run(...'req -x509 -newkey rsa:2048 -nodes -days 3650 -subj /CN=Ada -keyout key.pem -out cert.pem'.split(' '));
    signer = (bytes) => {
      writeFileSync(join(folder, 'data'), bytes);
      run(
        ...'cms -sign -binary -cades -md sha256 -signer cert.pem -inkey key.pem -in data -outform DER -out cms'.split(
          ' ',
        ),
      );
      return new Uint8Array(readFileSync(join(folder, 'cms')));
    };
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const write = (pdf: Uint8Array): string => {
    const file = join(folder, 'signed.pdf');
    writeFileSync(file, pdf);
    return file;
  };
  const pdfsig = (pdf: Uint8Array): string =>
    spawnSync('pdfsig', [write(pdf)], { encoding: 'utf8', cwd: folder }).stdout;

  for (const compress of [true, false])
    it(`is valid according to pdfsig, once and again, ${compress ? 'with streams of cross references' : 'with tables'}`, async function () {
      if (!hasOpenssl || !hasPdfsig) this.skip();
      const { pdf } = await render(HTML, { forms: true, compress });
      const once = await sign(pdf, signer, { name: 'Ada', reason: 'Agreed', date: new Date(Date.UTC(2026, 0, 2)) });
      expect(Buffer.compare(once.subarray(0, pdf.length), pdf)).to.equal(0);
      const report = pdfsig(once);
      expect(report).to.contain('Signature Validation: Signature is Valid.').and.to.contain('Total document signed');
      expect(report).to.contain('Signature Type: ETSI.CAdES.detached').and.to.contain('buyer');
      const twice = pdfsig(await sign(once, signer));
      expect(twice.match(/Signature is Valid/g)).to.have.length(2);
    });

  it('leaves a file that qpdf finds valid', async function () {
    if (!hasQpdf) this.skip();
    for (const profile of [undefined, 'pdf/a-2b', 'pdf/ua-2']) {
      const { pdf } = await render(HTML, { profile });
      const signed = await sign(pdf, signer);
      expect(spawnSync('qpdf', ['--check', write(signed)]).status, profile).to.equal(0);
    }
  });

  it('gives the signer everything except the signature, and inserts that in its place', async () => {
    const { pdf } = await render(HTML, { forms: true });
    let given = new Uint8Array(0);
    const signed = await sign(pdf, (bytes) => {
      given = bytes.slice();
      return Uint8Array.of(1, 2, 255);
    });
    const text = Buffer.from(signed).toString('latin1');
    const range = /\/ByteRange\[(\d+) (\d+) (\d+) (\d+) *\]/.exec(text)!.slice(1).map(Number);
    expect([range[0], range[2]! + range[3]!]).to.deep.equal([0, signed.length]);
    expect(Buffer.concat([signed.subarray(0, range[1]), signed.subarray(range[2])]).equals(given)).to.equal(true);
    expect(text.slice(range[1], range[2])).to.match(/^<0102ff0{32762}>$/);
    const reader = new PdfReader(signed, new Budget(DEFAULT_LIMITS));
    const form = reader.dictionary(reader.dictionary(reader.trailer.get('Root')).get('AcroForm'));
    expect(form.get('SigFlags')).to.equal('3');
  });

  it('refuses files that it cannot sign', async () => {
    const failure = (pdf: Uint8Array, options = {}, how = signer): Promise<string> =>
      sign(pdf, how, options).then(
        () => 'none',
        (error: unknown) => (error instanceof RenderError ? error.message : 'another error'),
      );
    const { pdf } = await render(HTML, { forms: true });
    const { pdf: closed } = await render(HTML, { encryption: { userPassword: 'a' } });
    expect(await failure(new TextEncoder().encode('no'))).to.contain('it is not a PDF');
    expect(await failure(pdf.subarray(0, pdf.length - 200))).to.match(/can't be signed/);
    expect(await failure(pdf, { field: 'seller' })).to.contain('signature field not found: seller');
    expect(await failure(closed)).to.contain('it is encrypted');
    expect(await failure(pdf, { size: 2 })).to.contain('only 2 are reserved');
    expect(await failure(pdf, {}, () => new Uint8Array(0))).to.contain('returned no bytes');
  });

  /** A file with these objects, from 1; the first is the catalog. */
  const file = (...objects: string[]): Uint8Array => {
    let text = '%PDF-1.7\n';
    const offsets = objects.map((body, i) => {
      const at = text.length;
      text += `${i + 1} 0 obj\n${body}\nendobj\n`;
      return at;
    });
    const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
    const count = objects.length + 1;
    return new TextEncoder().encode(
      `${text}xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<</Size ${count}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`,
    );
  };
  const PAGES = ['<</Type/Pages/Kids[4 0 R]/Count 1>>', '<</Type/Page/Parent 3 0 R>>'];

  it('visits each field once, also one that is its own child', async () => {
    const url = new URL('../../../engine/pdf/signature.ts', import.meta.url);
    const stepsOf = (count: number): Promise<number> => {
      const kids = '2 0 R '.repeat(count);
      const pdf = file('<</Type/Catalog/Pages 3 0 R/AcroForm<</Fields[2 0 R]>>>>', `<</T(a)/Kids[${kids}]>>`, ...PAGES);
      return stepsIn<typeof import('../../../engine/pdf/signature.ts')>(url, async ({ prepareSignature }) => {
        prepareSignature(pdf, {});
      });
    };
    expect(await stepsOf(320)).to.be.below(2.1 * (await stepsOf(160)));
  });

  describe('reads hostile files in bounded time and memory', () => {
    const signed = (pdf: Uint8Array, options = {}): Promise<string> =>
      sign(pdf, () => new Uint8Array(10), options).then(
        () => 'signed',
        (error: unknown) =>
          error instanceof RenderError ? `${error.code}: ${error.message}` : `untyped: ${String(error)}`,
      );
    /** Signs while each reading of the clock takes 1 ms. */
    const late = (pdf: Uint8Array): Promise<string> => {
      let now = 0;
      return withClock(
        () => now++,
        () => signed(pdf, { limits: { deadlineMs: 100 } }),
      );
    };
    const form = (fields: string, ...more: string[]): Uint8Array =>
      file(`<</Type/Catalog/Pages 3 0 R/AcroForm<</Fields ${fields}>>>>`, '<<>>', ...PAGES, ...more);

    it('fields that share an array of children, or are in it', async () => {
      const long = `(${'a'.repeat(100_000)})`;
      expect(await signed(form('5 0 R', `[<</T${long}/Kids 5 0 R>>]`))).to.equal('signed');
      expect(await late(form('5 0 R', `[${'<</Kids 6 0 R>>'.repeat(9999)}]`, `[${' '.repeat(10_000)}]`))).to.equal(
        'signed',
      );
    });

    it('deeply nested fields', async () => {
      const levels = Array.from({ length: 70 }, (_, i) => `<</T(a)/Kids[${i + 6} 0 R]>>`);
      expect(await signed(form('[5 0 R]', ...levels, '<</T(a)>>'))).to.match(
        /^invalid_options: .*nested more than 64 levels/,
      );
      const inline = `${'<</T(a)/Kids['.repeat(60)}${'<</T(b)>>'.repeat(9999)}${']>>'.repeat(60)}`;
      expect(await late(form('[5 0 R]', inline))).to.match(/^render_timeout/);
    });

    it('many references to one long object', async () => {
      const pdf = form(`[${Array.from({ length: 2000 }, (_, i) => `${i + 10} 0 R`).join(' ')}]`);
      const text = Buffer.from(pdf).toString('latin1');
      const at = text.indexOf('xref\n');
      const object = `9 0 obj\n${' '.repeat(10_000)}<</T(a)>>\nendobj\n`;
      const rows = `${String(at).padStart(10, '0')} 00000 n \n`.repeat(2000);
      const table = text
        .slice(at)
        .replace('trailer', `10 2000\n${rows}trailer`)
        .replace(/startxref\n\d+/, `startxref\n${at + object.length}`);
      expect(await late(Buffer.from(text.slice(0, at) + object + table, 'latin1'))).to.match(/^render_timeout/);
    });

    it('tables of cross references that share their rows', async () => {
      const head = '%PDF-1.7\n';
      const section = (i: number): string => `xref%trailer<</Size 9/Prev ${head.length + i * 50}>>`.padEnd(50);
      const sections = Array.from({ length: 200 }, (_, i) => section(i + 1)).join('');
      const rows = '0000000000 65535 f \n'.repeat(500);
      const pdf = `${head}${sections}\n0 500\n${rows}trailer<<>>\nstartxref\n${head.length}\n%%EOF`;
      expect(await late(Buffer.from(pdf, 'latin1'))).to.match(/^render_timeout/);
    });

    it('streams whose lengths are in other streams', async () => {
      let body = '%PDF-1.7\n';
      const count = 5000;
      const rows: (readonly [type: number, place: number])[] = [[0, 0]];
      for (let i = 1; i <= count; i++) {
        rows.push([1, body.length], [2, 2 * i + 1]);
        body += `${2 * i - 1} 0 obj <</N 1/First 4/Length ${2 * i} 0 R>> stream\n0 0 endstream endobj\n`;
      }
      const data = Buffer.from(
        rows.flatMap(([type, place]) => [type, place >> 16, (place >> 8) & 255, place & 255, 0]),
      );
      const head = `20000 0 obj <</Type/XRef/W[1 3 1]/Size ${rows.length}/Root 2 0 R/Length ${data.length}>> stream\n`;
      const tail = `\nendstream endobj\nstartxref\n${body.length}\n%%EOF`;
      expect(await signed(Buffer.concat([Buffer.from(body + head), data, Buffer.from(tail)]))).to.match(
        /^invalid_options: .*length of a stream/,
      );
    });

    it('cross references of more objects than fit into memory', async () => {
      const data = deflateSync(Buffer.alloc(3 * 5_000_000, 1));
      const head = `%PDF-1.7\n1 0 obj <</Type/XRef/W[1 1 1]/Size 5000000/Filter/FlateDecode/Length ${data.length}>> stream\n`;
      const pdf = Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream endobj\nstartxref\n9\n%%EOF')]);
      expect(await signed(pdf)).to.match(/^document_too_complex/);
    });

    it('options of other types', async () => {
      const pdf = form('[]');
      for (const options of [
        { size: 1e15 },
        { size: -1 },
        { name: 7 },
        { date: new Date(NaN) },
        { limits: { deadlineMs: 'a' } },
        { reson: 'a' },
      ])
        expect(await signed(pdf, options), JSON.stringify(options)).to.match(/^invalid_options/);
    });
  });

  it('refuses a form with too many fields', async () => {
    const many = file(
      '<</Type/Catalog/Pages 3 0 R/AcroForm<</Fields[2 0 R]>>>>',
      `<</Kids[${'9 0 R '.repeat(100_001)}]>>`,
      ...PAGES,
    );
    const failure = await sign(many, () => new Uint8Array(10)).catch((error: unknown) => error);
    expect(failure)
      .to.be.instanceOf(RenderError)
      .with.property('message')
      .that.contains('more than 100000 form fields');
  });
});
