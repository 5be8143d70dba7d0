import { expect } from 'chai';
import { inflateSync } from 'node:zlib';
import { render } from '../../../engine/index.ts';
import { CrossReference, EntryType } from '../../../engine/pdf-source/cross-reference.ts';
import { ObjectPacker, type ObjectStreamHead } from '../../../engine/pdf/object-packer.ts';
import { PdfFile } from '../../../engine/pdf/pdf-file.ts';
import { textString } from '../../../engine/pdf/pdf-values.ts';
import { deflate } from '../../../engine/platform/compression.ts';

const METADATA = { title: 'T', language: '', author: '', subject: '', keywords: '', date: null };
const NO_CLAIMS = { profile: null, schemas: [] };
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** Returns the contents of a file's object streams. */
function unpacked(file: string): string {
  const streams = file.matchAll(/\/Type \/ObjStm\n[^]*?\/Length (\d+)\n>>\nstream\n/g);
  return Array.from(streams, (match) => {
    const from = match.index + match[0].length;
    return text(inflateSync(Buffer.from(file.slice(from, from + Number(match[1])), 'latin1')));
  }).join('\n');
}

describe('object streams', () => {
  it('hold every object without a stream, which the cross-reference stream locates', () => {
    const file = new PdfFile(METADATA, NO_CLAIMS, deflate);
    const id = file.reserve();
    file.writeObject(id, new TextEncoder().encode('<</Mine true>>'));
    const page = file.addPage(100, 100);
    page.dictionary.data.Note = textString('naïve');
    page.finish(new TextEncoder().encode('0 0 1 1 re f'));
    const bytes = text(file.finish());
    expect(bytes).to.not.match(/\/Type \/(Page|Catalog)\n|trailer|\nxref/);
    expect(bytes).to.include('/Type /XRef');
    expect(unpacked(bytes))
      .to.include('<</Mine true>>')
      .and.to.match(/\/Type \/Page\n/)
      .and.to.include('\u00fe\u00ff\0n\0a\0\u00ef');
    const start = Number(/startxref\n(\d+)\n%%EOF/.exec(bytes)?.[1]);
    expect(bytes.slice(start)).to.match(/^\d+ 0 obj\n/);
  });

  it('are omitted if streams stay readable', () => {
    const file = new PdfFile(METADATA, NO_CLAIMS, null);
    file.writeObject(file.reserve(), new TextEncoder().encode('<</Mine true>>'));
    const bytes = text(file.finish());
    expect(bytes)
      .to.include('<</Mine true>>')
      .and.to.match(/\nxref\n/)
      .and.to.include('trailer');
  });

  it('are written as they fill up', () => {
    const written: ObjectStreamHead[] = [];
    const bodies: string[] = [];
    const packer = new ObjectPacker((head, bytes) => {
      bodies.push(text(bytes));
      return 1000 + written.push(head);
    });
    const long = `(${'-'.repeat(300)})`;
    for (let id = 1; id <= 216; id++) packer.add(id, long);
    expect(written).to.have.length(0);
    packer.add(217, long);
    expect(written).to.have.length(1);
    packer.add(218, '(218)');
    packer.flush();
    expect(written[1]).to.deep.equal({ Type: 'ObjStm', N: 1, First: 6 });
    expect(bodies[1]).to.equal('218 0 (218)\n');
    expect(packer.placeOf(3)).to.deep.equal([1001, 2]);
    expect(packer.placeOf(219)).to.equal(null);
  });

  it('have entries of seven bytes, each stored as the difference from the one above', () => {
    const table = new CrossReference(2);
    table.add(EntryType.Alone, 0x01020304, 0);
    table.add(EntryType.Packed, 0x01020305, 0x0107);
    expect([...table.bytes()]).to.deep.equal([2, 1, 1, 2, 3, 4, 0, 0, 2, 1, 0, 0, 0, 1, 1, 7]);
  });

  it('number structure elements in document order, so that numbers resemble their neighbors', async () => {
    const html = '<!DOCTYPE html><title>T</title><table><tr><td>a<td>b<tr><td>c<td>d</table>';
    const { pdf } = await render(html, { compress: false });
    const elements = [...text(pdf).matchAll(/(\d+) 0 obj\n?<<\/S\/(\w+)\/P (\d+) 0 R/g)];
    const numbers = elements.map(([, id]) => Number(id));
    expect(elements.map(([, , role]) => role)).to.include.members(['Table', 'TR', 'TD']);
    expect(numbers).to.deep.equal(numbers.map((_, i) => numbers[0]! + i));
  });
});
