import { expect } from 'chai';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addValidationData, render, RenderError, sign } from '../../../engine/index.ts';
import { keySigner, timeStampSigner } from '../../../server/signing.ts';
import { hasProgram } from '../../support/programs.ts';
import { hasQpdf } from '../../support/validators.ts';

const HTML =
  '<html lang=en><title>Contract</title><p>I agree. <input name=buyer data-pdf-field=signature aria-label=Buyer style="width:200px;height:60px">';
const LOOK = '<style>@page{size:200px 60px;margin:0}body{background:#cfc;color:#060}</style><p>Signed by Ada';

const AUTHORITY = `[tsa]
default_tsa = one
[one]
serial = ./serial
crypto_device = builtin
signer_digest = sha256
default_policy = 1.2.3.4
digests = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
[stamp]
extendedKeyUsage = critical,timeStamping
[req]
distinguished_name = name
[name]
`;

describe('signatures that stay valid', function () {
  this.timeout(60_000);
  let folder = '';
  let stamps = 0;
  const openssl = (line: string): unknown => execFileSync('openssl', line.split(' '), { cwd: folder, stdio: 'ignore' });
  const file = (name: string): Buffer => readFileSync(join(folder, name));

  before(function () {
    if (!hasProgram('openssl') || !hasProgram('pdfsig')) this.skip();
    folder = mkdtempSync(join(tmpdir(), 'pagewright-stamp-'));
    writeFileSync(join(folder, 'tsa.conf'), AUTHORITY);
    writeFileSync(join(folder, 'serial'), '01\n');
    openssl('req -x509 -newkey rsa:2048 -nodes -days 3650 -subj /CN=Ada -keyout key.pem -out cert.pem');
    openssl(
      'req -x509 -newkey rsa:2048 -nodes -days 3650 -subj /CN=Time -keyout tsa.pem -out tsacert.pem -config tsa.conf -extensions stamp',
    );
    openssl('x509 -in cert.pem -outform DER -out cert.der');
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const stamp = (request: Uint8Array): Uint8Array => {
    stamps++;
    writeFileSync(join(folder, 'query'), request);
    openssl('ts -reply -config tsa.conf -queryfile query -signer tsacert.pem -inkey tsa.pem -out reply');
    return file('reply');
  };
  const signer = (timeStamper = stamp): ReturnType<typeof keySigner> =>
    keySigner({ key: file('key.pem').toString(), certificates: file('cert.pem').toString() }, { timeStamper });
  const pdfsig = (pdf: Uint8Array): string => {
    writeFileSync(join(folder, 'signed.pdf'), pdf);
    if (hasQpdf) expect(spawnSync('qpdf', ['--check', 'signed.pdf'], { cwd: folder }).status).to.equal(0);
    return spawnSync('pdfsig', ['signed.pdf'], { encoding: 'utf8', cwd: folder }).stdout;
  };
  /** Returns OpenSSL's verdict about the last time stamp of a file. */
  const verified = (pdf: Uint8Array): string => {
    const text = Buffer.from(pdf).toString('latin1');
    const stamped = text.slice(text.lastIndexOf('/Type/DocTimeStamp'));
    expect(stamped).to.contain('/SubFilter/ETSI.RFC3161');
    const [from, to, next, rest] = /\/ByteRange\[(.+?)\]/.exec(stamped)![1]!.trim().split(' ').map(Number) as [
      number,
      number,
      number,
      number,
    ];
    writeFileSync(
      join(folder, 'stamped'),
      Buffer.concat([pdf.subarray(from, from + to), pdf.subarray(next, next + rest)]),
    );
    const token = Buffer.from(/\/Contents<([0-9a-f]+)>/.exec(stamped)![1]!, 'hex');
    // The length of the structure, whose first bytes are 30 82 and two more.
    writeFileSync(join(folder, 'token'), token.subarray(0, 4 + token.readUInt16BE(2)));
    const line = 'ts -verify -data stamped -in token -token_in -CAfile tsacert.pem';
    return spawnSync('openssl', line.split(' '), { cwd: folder, encoding: 'utf8' }).stdout.trim();
  };
  const refusal = (promise: Promise<unknown>): Promise<string> =>
    promise.then(
      () => 'none',
      (error: Error) => error.message,
    );

  it('contain a time stamp of the signature', async () => {
    const { pdf } = await render(HTML, { forms: true });
    const signed = await sign(pdf, await signer());
    expect(stamps).to.equal(1);
    expect(pdfsig(signed)).to.contain('Signature is Valid').and.to.contain('ETSI.CAdES.detached');
    const contents = /\/Contents<([0-9a-f]+)>/.exec(Buffer.from(signed).toString('latin1'))![1]!;
    // The object identifier of a signature's time stamp.
    expect(contents).to.contain('060b2a864886f70d010910020e');
    const cms = Buffer.from(contents, 'hex');
    // A sequence whose length has two bytes. Zeros follow it.
    writeFileSync(join(folder, 'cms'), cms.subarray(0, 4 + cms.readUInt16BE(2)));
    expect(
      spawnSync('openssl', 'cms -cmsout -print -inform DER -in cms'.split(' '), { cwd: folder, encoding: 'utf8' })
        .stdout,
    ).to.contain('id-smime-aa-timeStampToken');
  });

  it('refuse answers that are for other bytes, or none', async () => {
    const { pdf } = await render(HTML);
    const first = await sign(pdf, timeStampSigner(stamp), { type: 'timestamp' });
    const old = file('reply');
    expect(await refusal(sign(first, await signer(() => old)))).to.equal('the time stamp is for other bytes');
    for (const answer of [Uint8Array.of(), Uint8Array.of(1, 2, 3), old.subarray(0, 40)])
      expect(await refusal(sign(pdf, await signer(() => answer)))).to.equal(
        'the time-stamp authority returned no valid time-stamp response',
      );
    // The policy 1.2.3.4 of the token, as something else than an object identifier.
    const broken = Uint8Array.from(old);
    broken[old.indexOf(Buffer.of(0x06, 0x03, 0x2a, 0x03, 0x04))] = 0x04;
    expect(await refusal(sign(pdf, await signer(() => broken)))).to.equal(
      'the time-stamp authority returned no valid time-stamp token',
    );
    expect(await refusal(sign(pdf, await signer(() => Uint8Array.of(0x30, 5, 0x30, 3, 2, 1, 2))))).to.equal(
      'the time-stamp authority refused the request (status 2)',
    );
  });

  it('keep certificates and revocation lists, with a document time stamp around them', async () => {
    const { pdf } = await render(HTML, { forms: true });
    const signed = await sign(pdf, await signer());
    const extended = await addValidationData(signed, { certificates: [file('cert.der')], crls: [file('cert.der')] });
    expect(Buffer.compare(extended.subarray(0, signed.length), signed)).to.equal(0);
    const twice = await addValidationData(extended, { certificates: [file('cert.der')] });
    expect(Buffer.from(twice).toString('latin1')).to.match(/\/Certs ?\[\d+ 0 R \d+ 0 R\]\s?\/CRLs ?\[\d+ 0 R\]/);
    const stamped = await sign(twice, timeStampSigner(stamp), { type: 'timestamp' });
    expect(pdfsig(stamped).match(/Signature is Valid/g)).to.have.length(1);
    expect(verified(stamped)).to.equal('Verification: OK');
  });

  it('certify a file, once and first', async () => {
    const { pdf } = await render(HTML, { forms: true });
    const certified = await sign(pdf, await signer(), { certify: 'forms' });
    expect(pdfsig(certified)).to.contain('Signature is Valid');
    expect(Buffer.from(certified).toString('latin1')).to.match(
      /\/TransformMethod\/DocMDP\/TransformParams<<[^>]*\/P 2/,
    );
    expect(pdfsig(await sign(certified, await signer())).match(/Signature is Valid/g)).to.have.length(2);
    const again = sign(certified, await signer(), { certify: 'forms' });
    expect(await refusal(again)).to.contain('it is already certified');
    const closed = await sign(pdf, await signer(), { certify: 'no-changes' });
    expect(await refusal(sign(closed, await signer()))).to.contain('it is certified, and permits no changes');
    const signed = await sign(pdf, await signer());
    expect(await refusal(sign(signed, await signer(), { certify: 'forms' }))).to.contain('Certify a file before');
  });

  it('show a page in the field', async () => {
    const { pdf } = await render(HTML, { forms: true });
    const look = (await render(LOOK)).pdf;
    const signed = await sign(pdf, await signer(), { appearance: look });
    expect(pdfsig(signed)).to.contain('Signature is Valid');
    const text = spawnSync('mutool', ['draw', '-F', 'txt', 'signed.pdf'], { cwd: folder, encoding: 'utf8' });
    if (text.error === undefined) expect(text.stdout).to.contain('Signed by Ada');
    const hidden = sign((await render('<p>x')).pdf, await signer(), { appearance: look });
    expect(await refusal(hidden)).to.contain('needs a signature field with a size');
    const broken = sign(pdf, await signer(), { appearance: Uint8Array.of(1, 2) });
    await broken.catch((error: unknown) => expect(error).to.be.instanceOf(RenderError));
    expect(await refusal(broken)).to.contain("appearance: can't be read");
  });
});
