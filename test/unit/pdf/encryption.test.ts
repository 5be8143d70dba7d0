import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { render, RenderError, type RenderOptions } from '../../../engine/index.ts';
import { extractText } from '../../support/pdfium.ts';
import { hasQpdf } from '../../support/validators.ts';

const HTML = '<html lang=de><title>Geheim</title><h1 id=a>Über</h1><p>Top secret <a href="#a">up</a>';
const BOTH = { userPassword: 'üser', ownerPassword: 'owner' };

async function encrypted(encryption: RenderOptions['encryption'], options: RenderOptions = {}): Promise<Uint8Array> {
  return (await render(HTML, { encryption, ...options })).pdf;
}

/** Returns the status and output of qpdf for a file. */
function qpdf(pdf: Uint8Array, ...args: string[]): { readonly status: number | null; readonly stdout: string } {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-qpdf-'));
  try {
    const file = join(folder, 'a.pdf');
    writeFileSync(file, pdf);
    return spawnSync('qpdf', [...args, file], { encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const failure = (options: RenderOptions): Promise<string> =>
  render(HTML, options).then(
    () => 'none',
    (error: unknown) => `${(error as RenderError).code}: ${(error as RenderError).message}`,
  );

describe('encryption', () => {
  it('opens with either password, and with no other', async () => {
    const pdf = await encrypted(BOTH);
    for (const password of ['üser', 'owner'])
      expect((await extractText(pdf, password)).join('')).to.contain('Top secret');
    for (const password of ['', 'user'])
      expect(
        await extractText(pdf, password).then(
          () => 'opened',
          () => 'closed',
        ),
      ).to.equal('closed');
    expect(Buffer.from(pdf).toString('latin1')).to.not.contain('Geheim').and.to.not.contain('Top secret');
  });

  it('opens without a password if only the owner has one', async () => {
    const pdf = await encrypted({ ownerPassword: 'owner', permissions: { copy: false } });
    expect((await extractText(pdf)).join('')).to.contain('Top secret');
  });

  it('is valid according to qpdf with attachments, forms, PDF 2.0 and uncompressed streams', async function () {
    if (!hasQpdf) this.skip();
    const attachments = [{ name: 'a.txt', bytes: new TextEncoder().encode('x'), description: 'Größe' }];
    for (const options of [{}, { attachments, forms: true }, { profile: 'pdf/ua-2' }, { compress: false }]) {
      const checked = qpdf(await encrypted(BOTH, options), '--check', '--password=owner');
      expect(checked.status, JSON.stringify(options)).to.equal(0);
      expect(checked.stdout)
        .to.match(/R = 6\n/)
        .and.to.contain('stream encryption method: AESv3');
    }
  });

  it('states the permissions', async function () {
    if (!hasQpdf) this.skip();
    const pdf = await encrypted({ ...BOTH, permissions: { print: 'low', copy: false, assemble: false } });
    const { stdout } = qpdf(pdf, '--show-encryption', '--password=üser');
    expect(stdout).to.contain('print low resolution: allowed').and.to.contain('print high resolution: not allowed');
    expect(stdout).to.contain('extract for any purpose: not allowed');
    expect(stdout).to.contain('extract for accessibility: allowed');
    expect(stdout).to.contain('modify annotations: allowed').and.to.contain('modify document assembly: not allowed');
  });

  it('gives the same bytes for the same input, and different keys for a different document', async () => {
    const [once, again] = await Promise.all([encrypted(BOTH), encrypted(BOTH)]);
    expect(Buffer.compare(once, again)).to.equal(0);
    const keyOf = (pdf: Uint8Array): string | undefined =>
      /\/UE<([0-9a-f]+)>/.exec(Buffer.from(pdf).toString('latin1'))?.[1];
    const other = (await render(`${HTML}!`, { encryption: BOTH })).pdf;
    expect(keyOf(once)).to.have.length(64).and.to.not.equal(keyOf(other));
  });

  it('is refused for passwords that would protect nothing', async () => {
    for (const invisible of ['\u00ad', '\ufeff', '\u200b\u2060'])
      for (const name of ['userPassword', 'ownerPassword'])
        expect(await failure({ encryption: { ...BOTH, [name]: invisible } })).to.equal(
          `invalid_options: encryption.${name}: has only invisible characters`,
        );
    const same = { userPassword: 'secret', ownerPassword: 'sec\u00adret' };
    expect(await failure({ encryption: { ...same, permissions: { copy: false } } })).to.contain(
      'encryption.permissions: restrict nobody if ownerPassword equals userPassword.',
    );
    expect((await encrypted({ ...same, permissions: { copy: true } })).length).to.be.greaterThan(1000);
  });

  it('is refused without passwords and in archives', async () => {
    expect(await failure({ encryption: {} })).to.equal(
      'invalid_options: encryption: needs a userPassword or an ownerPassword',
    );
    expect(await failure({ encryption: { userPassword: 'a', permissions: { copy: false } } })).to.contain(
      'encryption.permissions: need an ownerPassword',
    );
    expect(await failure({ encryption: BOTH, profile: 'pdf/a-3b' })).to.contain(
      'profile_violation: The document violates pdf/a-3b: PDF/A forbids encryption',
    );
  });
});
