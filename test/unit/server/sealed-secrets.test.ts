import { expect } from 'chai';
import { SealedSecrets } from '../../../server/jobs/sealed-secrets.ts';

describe('a sealed secret', () => {
  const secrets = new SealedSecrets('a key of the operator');
  const sealed = secrets.seal('whsec_ä', 'job_1')!;

  it('is opened by its key, for its job only', () => {
    expect(secrets.open(sealed, 'job_1')).to.equal('whsec_ä');
    expect(new SealedSecrets('a key of the operator').open(sealed, 'job_1')).to.equal('whsec_ä');
    expect(secrets.open(sealed, 'job_2')).to.equal(null);
    expect(new SealedSecrets('another key').open(sealed, 'job_1')).to.equal(null);
    expect(new SealedSecrets(null).open(sealed, 'job_1')).to.equal(null);
  });

  it('differs every time, and is rejected if changed', () => {
    expect(secrets.seal('whsec_ä', 'job_1')).to.not.equal(sealed);
    for (const broken of ['', 'short', `${sealed.slice(0, -4)}AAAA`])
      expect(secrets.open(broken, 'job_1'), broken).to.equal(null);
  });

  it('is null without a key', () => {
    expect(new SealedSecrets(null).seal('a secret', 'job_1')).to.equal(null);
  });
});
