import { expect } from 'chai';
import { existsSync, realpathSync } from 'node:fs';
import { rememberStoreFolder } from '../../server/storage/embedded/known-folder.ts';
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

  it('says which store it would make, and makes it only with a key', async () => {
    const list = await place.run(['keys', 'list'], '', { env, folder: 'elsewhere' });
    expect(list.status).to.equal(2);
    const folder = `${realpathSync(place.path('elsewhere'))}/data`;
    expect(list.stderr).to.contain('there is no store yet').and.to.contain(folder);
    expect(existsSync(folder)).to.equal(false);
    const made = await place.run(['keys', 'create', '--plan', 'pro'], '', { env, folder: 'elsewhere' });
    expect(made.stdout).to.match(/^pw_\w+\n$/);
    expect(made.stderr).to.contain(`A new store: ${folder}`);
  });

  it("finds the service's store from anywhere", async () => {
    await place.run(['keys', 'create', '--plan', 'pro'], '', { env, folder: 'service' });
    rememberStoreFolder(place.path('service/data'), env);
    const { stdout, stderr } = await place.run(['keys', 'list'], '', { env, folder: 'elsewhere' });
    expect(stdout).to.contain('\tpro\t');
    expect(stderr).to.contain("The store of this machine's service").and.to.contain('service/data');
  });
});
