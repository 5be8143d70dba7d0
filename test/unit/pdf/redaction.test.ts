/** Redaction by selector: what is removed isn't anywhere in the file. */
import { expect } from 'chai';
import { render, type RenderOptions } from '../../../engine/index.ts';
import { contentText } from '../../support/pdfjs.ts';

const SECRET = 'Jonas Lindqvist';

/** Returns the encodings in which a text could be in an uncompressed file. */
function traces(text: string): string[] {
  const utf16 = Buffer.from(text, 'utf16le').swap16();
  return [
    text,
    utf16.toString('latin1'),
    Buffer.from(text).toString('hex'),
    utf16.toString('hex'),
    Buffer.from(text).toString('base64').replace(/=+$/, ''),
    encodeURIComponent(text),
  ];
}

async function redacted(
  html: string,
  options: RenderOptions = {},
): Promise<{ readonly text: string; readonly file: string; readonly codes: readonly string[] }> {
  const { pdf, diagnostics } = await render(html, {
    redact: { selector: '.s' },
    compress: false,
    namedDestinations: 'all',
    ...options,
  });
  const codes = diagnostics.map(({ code, line }) => (line === null ? code : `${code} ${line}`));
  return { text: await contentText(pdf), file: Buffer.from(pdf).toString('latin1'), codes };
}

function expectNoTrace(file: string, ...words: readonly string[]): void {
  for (const word of words)
    for (const trace of traces(word)) expect(file.toLowerCase().includes(trace.toLowerCase()), trace).to.equal(false);
}

describe('redaction', () => {
  it('covers the text with bars of its length', async () => {
    const { text, file, codes } = await redacted(`<title>T</title><p>By <b class=s>${SECRET}</b>, today`);
    expect(text.replace(/\s+/g, ' ')).to.include('By █████ █████████, today');
    expectNoTrace(file, SECRET, 'Jonas', 'Lindqvist');
    expect(codes).to.deep.equal([]);
  });

  it('closes the gap', async () => {
    const { text, file } = await redacted(`<p>By <b class=s>${SECRET}</b>, today<p class=s>Gone<p>Stays`, {
      redact: { selector: '.s', place: 'close' },
    });
    expect(text.replace(/\s+/g, ' ').trim()).to.equal('By , today Stays');
    expectNoTrace(file, SECRET, 'Gone');
  });

  it('keeps the cells of tables when it closes them', async () => {
    const { text } = await redacted('<table><tr><td class=s>1234<td>b</table>', {
      redact: { selector: '.s', place: 'close' },
    });
    expect(text.trim()).to.equal('b');
  });

  it('reaches titles, metadata, bookmarks, contents, attributes and named destinations', async () => {
    const { file, codes } = await redacted(
      `<title>Case of jonas  lindqvist</title><meta name=author content="${SECRET}"><meta name="pdf:Client" content="${SECRET}">
      <nav data-contents=h1></nav><h1><span class=s>${SECRET}</span></h1>
      <img alt="${SECRET} in 2026" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">
      <a title="${SECRET}" href="mailto:jonas%20x?subject=${SECRET}">mail</a>
      <style>h1 { string-set: head content() } @page { @top-left { content: string(head) } } .s::after { content: attr(data-name) }</style>
      <p class=s data-name="${SECRET}" title="${SECRET}">x</p><input class=s value="${SECRET}">`,
      { author: SECRET, subject: `On ${SECRET}`, keywords: SECRET, footer: `<b>${SECRET}</b>`, forms: true },
    );
    expectNoTrace(file, SECRET, 'Jonas Lindqvist', 'jonas  lindqvist', 'Lindqvist');
    expect(codes).to.deep.equal([]);
  });

  it('leaves out attachments', async () => {
    const link = `<link rel=attachment href="data:text/plain,${encodeURIComponent(SECRET)}">`;
    const { file, codes } = await redacted(`<title>T</title>${link}<p class=s>${SECRET}`, {
      attachments: [{ name: 'a.txt', bytes: new TextEncoder().encode(SECRET) }],
    });
    expectNoTrace(file, SECRET);
    expect(file).not.to.include('/EmbeddedFile');
    expect(codes).to.deep.equal(['redact/attachment 1']);
  });

  it('removes images, drawings, scripts and the values of controls', async () => {
    const { file } = await redacted(
      `<div class=s><img alt="${SECRET}" src="x.png"><svg width=90 height=30><title>${SECRET}</title><text y=20>${SECRET}</text></svg><select><option>${SECRET}</select><textarea>${SECRET}</textarea><math><mi>Lindqvist</mi></math><iframe srcdoc="${SECRET}"></iframe></div>`,
    );
    expectNoTrace(file, SECRET, 'Lindqvist');
  });

  it('reports the same words where they remain', async () => {
    const { codes } = await redacted(
      `<title>T</title>\n<p class=s>${SECRET}\n<p>and <i>JONAS</i> Lindqvist again\n<style>p::before { content: "${SECRET}" }</style>`,
    );
    expect(codes.filter((code) => code.startsWith('redact/'))).to.deep.equal([
      'redact/remaining 4',
      'redact/remaining 3',
    ]);
  });

  it('reports a selector that matches nothing, and refuses an invalid one', async () => {
    expect((await redacted('<p>a')).codes).to.deep.equal(['redact/no-match']);
    const failure: unknown = await render('<p>', { redact: { selector: 'p[' } }).catch((error: unknown) => error);
    expect(failure).to.have.property('code', 'invalid_options');
  });

  it('refuses electronic invoices, whose XML has every value', async () => {
    const failure: unknown = await render('<p>', { redact: { selector: 'p' }, facturx: { xml: '<a/>' } }).catch(
      (error: unknown) => error,
    );
    expect(failure).to.have.property('code', 'invalid_options');
  });

  it('takes time in proportion to the text, even if phrases share beginnings', async () => {
    const phrases = Array.from({ length: 3000 }, (_, i) => `<p class=s>same words again and again ${i}`).join('');
    await redacted(`${phrases}<p>${'same words again and again '.repeat(5000)}`, {
      redact: { selector: '.s', place: 'close' },
    });
  });
});
