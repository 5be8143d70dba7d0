import { expect } from 'chai';
import { type EmittedObject, eachObject, encryptedDictionary } from '../../../engine/pdf/emitted-objects.ts';
import { KitDocument } from '../../../engine/pdf/kit-document.ts';
import { type PdfDictionary, textString } from '../../../engine/pdf/pdf-values.ts';
import { render } from '../../../engine/index.ts';
import { renderPixels } from '../../support/pdfium.ts';

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const bytesOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));

/** Returns the objects of these chunks as texts by number. */
function objectsOf(chunks: readonly Uint8Array[]): Map<number, { body: string; stream: string | null }> {
  const found = new Map<number, { body: string; stream: string | null }>();
  eachObject(chunks, ({ id, body, stream }: EmittedObject) =>
    found.set(id, { body: latin1(body), stream: stream && latin1(stream) }),
  );
  return found;
}

describe('output of pdfkit', () => {
  const kit = (): KitDocument => new KitDocument({ CreationDate: new Date(0) }, false);

  it('is a header, and whole objects in the order in which they end', () => {
    const document = kit();
    expect(latin1(Buffer.concat(document.take()!))).to.match(/^%PDF-\d\.\d\n%\u00ff{4}\n$/);
    const [first, second] = [document.ref({ A: 'B' }), document.ref({ C: 1 })];
    second.write(bytesOf('\nendobj\n7 0 obj\n'));
    second.end();
    first.end();
    const objects = objectsOf(document.take()!);
    expect([...objects.keys()]).to.deep.equal([second.id, first.id]);
    expect(objects.get(second.id)!.stream).to.equal('\nendobj\n7 0 obj\n');
    expect(objects.get(first.id)).to.deep.equal({ body: '<<\n/A /B\n>>', stream: null });
    expect(document.take()).to.equal(null);
  });

  it('can be cut into any pieces', () => {
    const document = kit();
    document.take();
    const ref = document.ref({ T: textString('a\nendobj\n)(\\') });
    ref.write(bytesOf('stream\n'));
    ref.end();
    const all = Buffer.concat(document.take()!);
    const single = Array.from(all, (byte) => Uint8Array.of(byte));
    expect(objectsOf(single)).to.deep.equal(objectsOf([all]));
    expect(objectsOf(single).get(ref.id)!.body).to.include('(a\\nendobj\\n\\)\\(\\\\)');
  });

  it('ends with the catalog, which has the given entries', () => {
    const document = kit();
    document.startPage(100, 200).end();
    document.take();
    const form: PdfDictionary = { Fields: [] };
    document.finish(() => ({ AcroForm: form, Lang: textString('en') }));
    const { body } = objectsOf(document.take()!).get(document.catalog.id)!;
    expect(body).to.match(/^<<\n\/Type \/Catalog\n\/Pages \d+ 0 R\n\/Names \d+ 0 R\n/);
    expect(body).to.include('/AcroForm <<\n/Fields []\n>>\n/Lang (en)\n');
  });

  it('has pages without content of their own, which end on request', () => {
    const document = kit();
    const [left, finished] = [document.startPage(100, 200), document.startPage(100, 200)];
    document.take();
    finished.end();
    const ended = objectsOf(document.take()!);
    expect(ended.get(finished.dictionary.id)!.body).to.match(/\/MediaBox \[0 0 100 200\]/);
    expect(ended.get(finished.content.id)!.stream).to.equal(null);
    expect(ended.has(left.dictionary.id)).to.equal(false);
    left.end();
    expect(objectsOf(document.take()!).has(left.dictionary.id)).to.equal(true);
  });
});

describe('dictionaries of encrypted streams', () => {
  const reversed = (bytes: Uint8Array): Uint8Array => Uint8Array.from(bytes).reverse();

  it('have encrypted strings in both notations, and the new length', () => {
    const body = bytesOf('<<\n/A (x\\n\\(\\)\\\\y)\n/B <</C [<00ff29>]>>\n/Length 3\n/D /Name\n>>');
    expect(latin1(encryptedDictionary(body, 16, reversed))).to.equal(
      '<<\n/A (y\\\\\\)\\(\\nx)\n/B <</C [(\\)\u00ff\0)]>>\n/Length 16\n/D /Name\n>>',
    );
  });

  it('keep the palettes of images', async () => {
    const gif = 'R0lGODdhAgACAIAAAP8AAAAA/ywAAAAAAgACAAACAoRRADs=';
    const html = `<!DOCTYPE html><style>@page{size:40px;margin:0}</style><img src="data:image/gif;base64,${gif}" width=40 height=40>`;
    const plain = await render(html);
    const encrypted = await render(html, { encryption: { ownerPassword: 'owner' } });
    expect(latin1(plain.pdf)).to.include('/Indexed');
    expect(await renderPixels(encrypted.pdf, 1)).to.deep.equal(await renderPixels(plain.pdf, 1));
  });
});
