import { expect } from 'chai';
import { render, RenderError } from '../../../engine/index.ts';

describe('names of attachments', () => {
  const bytes = new Uint8Array(3);
  const named = (name: string): Promise<unknown> =>
    render('<p>x', { attachments: [{ name, bytes }] }).catch((error: unknown) => error);

  it('are refused where a reader would save a file elsewhere', async () => {
    for (const name of ['a/b', '..', '.', 'a\\b', 'a\u0000b', 'a\nb', 'a\u202ecod.exe'])
      expect(await named(name), JSON.stringify(name))
        .to.be.instanceOf(RenderError)
        .with.property('message')
        .that.contains('must be a file name without folders and control characters');
    for (const name of ['..a', 'a..', '...', 'Ångström data.csv', '\u200fא.csv'])
      expect(await named(name), name).to.not.be.instanceOf(Error);
  });

  it('come from the URL of a file, and its title is the description', async () => {
    const { pdf } = await render('<link rel=attachment href="data/figures.csv" title="Figures of May">', {
      loadResource: () => bytes,
      compress: false,
    });
    expect(Buffer.from(pdf).toString('latin1'))
      .to.contain('/UF (figures.csv)')
      .and.to.contain('/Desc (Figures of May)');
  });

  it('lose folders and control characters in documents', async () => {
    const html = ['a/b.txt', 'c\u0001\u2067.txt', 'x/..', '.']
      .map((name) => `<a rel=attachment download="${name}" href="data:text/plain,x">x</a>`)
      .join('');
    const { pdf } = await render(html, { compress: false });
    const names = Buffer.from(pdf)
      .toString('latin1')
      .matchAll(/\/UF ?\(([^)]*)\)/g);
    expect([...names].map(([, name]) => name).toSorted()).to.deep.equal([
      'attachment-3',
      'attachment-4',
      'b.txt',
      'c.txt',
    ]);
  });
});
