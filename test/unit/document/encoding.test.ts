import { expect } from 'chai';
import { decodeCss, decodeHtml, decodeXml } from '../../../engine/document/encoding.ts';
import { dataUrlText, decodeDataUrl } from '../../../engine/document/data-url.ts';
import { render } from '../../../engine/index.ts';

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const encodingOf = (text: string): string => decodeHtml(latin1(text)).encoding;

describe('encodings', () => {
  it('of HTML use the byte order mark, then meta, then UTF-8', () => {
    expect(decodeHtml(latin1('\xef\xbb\xbf<meta charset=latin1>é'))).to.include({ encoding: 'utf-8' });
    expect(decodeHtml(latin1('\xff\xfea\0'))).to.deep.equal({ text: 'a', encoding: 'utf-16le' });
    expect(decodeHtml(latin1('\xfe\xff\0a'))).to.deep.equal({ text: 'a', encoding: 'utf-16be' });
    expect(decodeHtml(latin1('<meta charset="iso-8859-1"><p>caf\xe9'))).to.deep.equal({
      text: '<meta charset="iso-8859-1"><p>café',
      encoding: 'windows-1252',
    });
    expect(decodeHtml(new TextEncoder().encode('café')).text).to.equal('café');
  });

  it('of HTML accept every syntax of the declaration', () => {
    expect(encodingOf('<META HTTP-EQUIV=Content-Type CONTENT="text/html; charset=Shift_JIS">')).to.equal('shift_jis');
    expect(encodingOf('<meta content=\'text/html;charset = "koi8-r"\' http-equiv=content-type>')).to.equal('koi8-r');
    expect(encodingOf('<!-- <meta charset=koi8-r> --><meta charset=windows-1251>')).to.equal('windows-1251');
    expect(encodingOf('<p title="<meta charset=koi8-r>"><meta name=x charset=gbk />')).to.equal('gbk');
    expect(encodingOf('<meta charset=nonsense><meta/charset=euc-kr>')).to.equal('utf-8');
    expect(encodingOf('<meta charset=utf-16>')).to.equal('utf-8');
    expect(encodingOf('<meta charset=x-user-defined>')).to.equal('windows-1252');
    expect(encodingOf(`${' '.repeat(1024)}<meta charset=koi8-r>`)).to.equal('utf-8');
    for (const broken of ['<', '<!--', '<meta', '<meta charset', '<meta charset="', '</', '<?', '<a b = '])
      expect(encodingOf(broken), broken).to.equal('utf-8');
  });

  it("of style sheets use the byte order mark, then @charset, then the document's encoding", () => {
    expect(decodeCss(latin1('@charset "koi8-r"; a{}'), 'utf-8').encoding).to.equal('koi8-r');
    expect(decodeCss(latin1(' @charset "koi8-r"; a{}'), 'utf-8').encoding).to.equal('utf-8');
    expect(decodeCss(latin1('a::after{content:"\xe9"}'), 'windows-1252').text).to.contain('é');
    expect(decodeCss(latin1('\xef\xbb\xbf@charset "koi8-r";'), 'windows-1252').encoding).to.equal('utf-8');
  });

  it('include the quotation marks, dashes and signs of windows-1252 on every host', () => {
    const bytes = latin1('<meta charset=iso-8859-1>\x80 \x93a\x94 \x96 \x99 \x81\xa9');
    expect(decodeHtml(bytes).text).to.equal('<meta charset=iso-8859-1>€ “a” – ™ \x81©');
    const url = decodeDataUrl('data:text/css;charset=windows-1252,a::after{content:"%80"}');
    expect(url && dataUrlText(url)).to.contain('€');
  });

  it('of XML use the byte order mark, then the declaration', () => {
    expect(decodeXml(latin1('<?xml version="1.0" encoding="ISO-8859-1"?><svg>\xe9')).text).to.contain('é');
    expect(decodeXml(latin1('<svg/>')).encoding).to.equal('utf-8');
  });

  it('apply to the page: bytes and text give the same PDF', async () => {
    const { pdf } = await render('<meta charset="iso-8859-1"><p>Café');
    const bytes = await render(latin1('<meta charset="iso-8859-1"><p>Caf\xe9'));
    expect(Buffer.from(bytes.pdf).equals(pdf)).to.equal(true);
  });
});
