import { expect } from 'chai';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { render, sign } from '../../../engine/index.ts';
import { keySigner, type SigningKey } from '../../../server/signing.ts';

const has = (program: string, version: string): boolean =>
  spawnSync(program, [version], { stdio: 'ignore' }).error === undefined;

describe('signatures with a key from a file', function () {
  this.timeout(60_000);
  let folder = '';
  const path = (name: string): string => join(folder, name);
  const text = (name: string): string => readFileSync(path(name), 'utf8');
  const openssl = (command: string): void =>
    void execFileSync('openssl', command.split(' '), { cwd: folder, stdio: 'pipe' });

  before(function () {
    if (!has('openssl', 'version')) this.skip();
    folder = mkdtempSync(join(tmpdir(), 'pagewright-keys-'));
    openssl('req -x509 -newkey rsa:2048 -nodes -keyout ca.pem -out ca-cert.pem -days 3650 -subj /CN=Authority');
    openssl('req -newkey rsa:2048 -nodes -keyout rsa.pem -out rsa.csr -subj /CN=Ada');
    openssl('x509 -req -in rsa.csr -CA ca-cert.pem -CAkey ca.pem -CAcreateserial -days 3650 -out rsa-cert.pem');
    openssl('pkcs12 -export -inkey rsa.pem -in rsa-cert.pem -certfile ca-cert.pem -passout pass:pässword -out rsa.p12');
    openssl(
      'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ec.pem -out ec-cert.pem -subj /CN=Eve',
    );
    openssl('pkcs8 -topk8 -in ec.pem -passout pass:secret -out ec-locked.pem');
    writeFileSync(path('trusted.pem'), text('ca-cert.pem') + text('ec-cert.pem'));
    openssl('genpkey -algorithm ed25519 -out ed.pem');
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const keys = (): Readonly<Record<string, SigningKey>> => ({
    'PKCS#12': { pkcs12: readFileSync(path('rsa.p12')), password: 'pässword' },
    'PEM, with the authority first': { key: text('rsa.pem'), certificates: text('ca-cert.pem') + text('rsa-cert.pem') },
    'an encrypted PEM key of an elliptic curve': {
      key: text('ec-locked.pem'),
      certificates: text('ec-cert.pem'),
      password: 'secret',
    },
  });

  it('are valid according to pdfsig and OpenSSL', async function () {
    if (!has('pdfsig', '-v')) this.skip();
    const { pdf } = await render('<html lang=en><title>Contract</title><p>I agree.');
    for (const [name, key] of Object.entries(keys())) {
      const signer = await keySigner(key);
      const signed = await sign(pdf, signer, { date: new Date(Date.UTC(2026, 0, 2)) });
      writeFileSync(path('signed.pdf'), signed);
      const report = execFileSync('pdfsig', ['signed.pdf'], { cwd: folder, encoding: 'utf8' });
      expect(report, name).to.contain('Signature is Valid').and.to.contain('ETSI.CAdES.detached');
      expect(report, name).to.match(/Common Name: (?:Ada|Eve)\n/);
      writeFileSync(path('bytes'), 'some bytes');
      writeFileSync(path('cms.der'), await signer(new TextEncoder().encode('some bytes')));
      openssl(
        'cms -verify -binary -cades -CAfile trusted.pem -purpose any -inform DER -in cms.der -content bytes -out /dev/null',
      );
    }
  });

  it('describe the problem with a key', async () => {
    const failure = (key: SigningKey): Promise<string> =>
      keySigner(key).then(
        () => '',
        (error: Error) => error.message,
      );
    const pkcs12 = readFileSync(path('rsa.p12'));
    expect(await failure({ pkcs12, password: 'wrong' })).to.contain('Check the password');
    expect(await failure({ pkcs12: new Uint8Array(9), password: '' })).to.contain("can't be read");
    expect(await failure({ key: text('rsa.pem'), certificates: text('ec-cert.pem') })).to.contain('no certificate');
    expect(await failure({ key: text('rsa.pem'), certificates: '' })).to.contain('no certificate');
    expect(await failure({ key: 'x', certificates: '' })).to.contain("the private key can't be read");
    expect(await failure({ key: text('ed.pem'), certificates: text('ec-cert.pem') })).to.contain('ed25519');
  });
});
