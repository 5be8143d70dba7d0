import { expect } from 'chai';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { render, RenderError, sign, type Signer } from '../../../engine/index.ts';
import { PdfReader } from '../../../engine/pdf/pdf-reader.ts';
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
    it(`is valid to pdfsig, once and again, ${compress ? 'with streams of cross references' : 'with tables'}`, async function () {
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
    const reader = new PdfReader(signed);
    const form = reader.dictionary(reader.dictionary(reader.trailer.get('Root')).get('AcroForm'));
    expect(form.get('SigFlags')).to.equal('3');
  });

  it('refuses what it cannot sign', async () => {
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
      return stepsIn<typeof import('../../../engine/pdf/signature.ts')>(url, ({ signPdf }) =>
        signPdf(pdf, () => new Uint8Array(10), {}),
      );
    };
    expect(await stepsOf(320)).to.be.below(2.1 * (await stepsOf(160)));
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
