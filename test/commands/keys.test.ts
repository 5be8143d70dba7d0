import { expect } from 'chai';
import { existsSync, realpathSync } from 'node:fs';
import { rememberStore } from '../../server/storage/embedded/known-folder.ts';
import { Workplace } from '../support/command.ts';

describe('pagewright keys without a setting', function () {
  this.timeout(60_000);
  let place: Workplace;
  let env: Record<string, string>;
  beforeEach(() => {
    place = new Workplace();
    env = { XDG_STATE_HOME: place.path('state'), DATA_DIR: '', DATABASE_URL: '' };
    place.write({ 'service/x': '', 'elsewhere/x': '' });
  });
  afterEach(() => place.remove());

  it('names the store that it would create, and creates it only together with a key', async () => {
    const list = await place.run(['keys', 'list'], '', { env, folder: 'elsewhere' });
    expect(list.status).to.equal(2);
    const folder = `${realpathSync(place.path('elsewhere'))}/data`;
    expect(list.stderr).to.contain('store not found').and.to.contain(folder);
    expect(existsSync(folder)).to.equal(false);
    const made = await place.run(['keys', 'create', '--plan', 'pro'], '', { env, folder: 'elsewhere' });
    expect(made.stdout).to.match(/^pw_\w+\n$/);
    expect(made.stderr).to.contain(`Created a store: ${folder}`);
  });

  it("finds the service's store from anywhere", async () => {
    await place.run(['keys', 'create', '--plan', 'pro'], '', { env, folder: 'service' });
    rememberStore(place.path('service/data'), env);
    const { stdout, stderr } = await place.run(['keys', 'list'], '', { env, folder: 'elsewhere' });
    expect(stdout).to.contain('\tpro\t');
    expect(stderr).to.contain("Using the store of this machine's service").and.to.contain('service/data');
  });

  it('does not confuse an older store with that of a service on PostgreSQL', async () => {
    await place.run(['keys', 'create', '--plan', 'pro'], '', { env, folder: 'service' });
    rememberStore(place.path('service/data'), env);
    rememberStore(null, env);
    const { status, stdout, stderr } = await place.run(['keys', 'list'], '', { env, folder: 'elsewhere' });
    expect([status, stdout]).to.deep.equal([2, '']);
    expect(stderr).to.contain('PostgreSQL').and.to.contain('DATABASE_URL');
    const named = await place.run(['keys', 'list'], '', {
      env: { ...env, DATA_DIR: place.path('service/data') },
      folder: 'elsewhere',
    });
    expect(named.stdout).to.contain('\tpro\t');
  });

  it('reports how many of the credits could not be removed', async () => {
    const keys = (...given: string[]) => place.run(['keys', ...given], '', { env, folder: 'service' });
    const key = (await keys('create', '--plan', 'free')).stdout;
    const prefix = key.slice(0, 11);
    const nothing = await keys('credit', prefix, '-100');
    expect([nothing.status, nothing.stdout]).to.deep.equal([1, '100\n']);
    expect(nothing.stderr).to.contain('no credits were removed').and.to.contain('100');
    expect((await keys('credit', prefix, '+30')).stdout).to.equal('130\n');
    const some = await keys('credit', prefix, '-50');
    expect([some.status, some.stdout]).to.deep.equal([1, '100\n']);
    expect(some.stderr).to.contain('only 30 credits were');
    expect((await keys('credit', prefix, '+5')).stdout).to.equal('105\n');
    const all = await keys('credit', prefix, '-5');
    expect([all.status, all.stdout, all.stderr]).to.deep.equal([0, '100\n', '']);
    expect((await keys('revoke', 'pw_nobody00')).stderr).to.equal('pagewright: key not found: pw_nobody00\n');
  });
});
