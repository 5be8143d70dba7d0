import { expect } from 'chai';
import type { RenderError } from '../../engine/errors.ts';
import { render } from '../../engine/index.ts';

/** More characters than a string can have. */
const HUGE = 600_000_000;

describe('files that are too large', function () {
  this.timeout(60_000);

  /** Returns a file that begins with a text. The zeros after it take no memory until they are read. */
  const file = (start: string): Uint8Array => {
    const bytes = new Uint8Array(HUGE);
    bytes.set(new TextEncoder().encode(start));
    return bytes;
  };
  const outcome = (html: string | Uint8Array, start = ''): Promise<string> =>
    render(html, { loadResource: () => file(start) }).then(
      () => 'rendered',
      ({ code }: RenderError) => code,
    );

  it('end a render with a typed error: a document', async () => {
    expect(await outcome(file('<p>'))).to.equal('document_too_complex');
  });

  it('end a render with a typed error: a style sheet', async () => {
    expect(await outcome('<link rel=stylesheet href=a.css>')).to.equal('document_too_complex');
  });

  it('end a render with a typed error: an SVG', async () => {
    expect(await outcome('<img src=a.svg alt="">', '<svg xmlns="http://www.w3.org/2000/svg">')).to.equal(
      'document_too_complex',
    );
  });

  it('end a render with a typed error: a font', async () => {
    const html = '<style>@font-face{font-family:a;src:url(a.ttf)}p{font-family:a}</style><p>x';
    expect(await outcome(html)).to.equal('document_too_complex');
  });

  it('count towards one limit', async () => {
    const html = Array.from({ length: 5 }, (_, i) => `<link rel=stylesheet href=${i}.css>`).join('');
    const bytes = new Uint8Array(100_000_000).fill(32);
    const failure = await render(html, { loadResource: () => bytes }).catch((error: RenderError) => error);
    expect(failure).to.include({ code: 'document_too_complex' });
  });
});
