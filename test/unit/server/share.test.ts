import { expect } from 'chai';
import { deflateRawSync } from 'node:zlib';
import { fragmentOf, textOf } from '../../../server/editor/share.ts';

describe('links to documents', () => {
  it('contain the whole text', async () => {
    const text = '<p>Grüße \u{1f600}</p>'.repeat(10_000);
    expect(await textOf(await fragmentOf(text))).to.equal(text);
  });

  it('are not inflated beyond the longest document', async () => {
    const bomb = deflateRawSync(Buffer.alloc(200_000_000)).toString('base64url');
    const { cancel } = ReadableStreamDefaultReader.prototype;
    let cancelled = 0;
    ReadableStreamDefaultReader.prototype.cancel = function (reason) {
      cancelled++;
      return cancel.call(this, reason);
    };
    try {
      expect(await textOf(`#d=${bomb}`)).to.equal(null);
      expect(cancelled).to.equal(1);
    } finally {
      ReadableStreamDefaultReader.prototype.cancel = cancel;
    }
  });

  it('without a document, or with a broken one, contain none', async () => {
    expect(await textOf('')).to.equal(null);
    expect(await textOf('#d=AAAA')).to.equal(null);
  });
});
