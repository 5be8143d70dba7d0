import { expect } from 'chai';
import { render } from '../../../engine/index.ts';
import { filesBeside } from '../../../server/files.ts';

describe('files next to a document', () => {
  it('are reported as missing, and so is their folder', async () => {
    const messages = async (document: string): Promise<string[]> =>
      (await render('<img src="gone.png" alt="">', filesBeside(document))).diagnostics.map(({ message }) => message);
    expect(await messages('test/-')).to.deep.equal(['img src gone.png was not found.']);
    expect((await messages('no-such-folder/-'))[0]).to.match(
      /^img src gone\.png could not be loaded: the folder .*no-such-folder was not found\.$/,
    );
  });
});
