/** Internal errors surface as a RenderError and leave no state behind. */
import { expect } from 'chai';
import { Budget } from '../../engine/budget.ts';
import { render, RenderError, type RenderOptions } from '../../engine/index.ts';
import { type Host, host, installHost } from '../../engine/platform/host.ts';
import { FONTS, IMAGES } from './fuzz/corpus.ts';
import { blackPng, hugeGif, imagePage, imageUrl } from './images.ts';

/** The number of points, spread over all units of work of a render, at which an error is thrown. */
const POINTS = 24;

/** Calls `run` while the unit of work with that number throws, and returns the number of units done. */
async function withFaultAt(point: number, fault: Error, run: () => Promise<void>): Promise<number> {
  const { tick } = Budget.prototype;
  let count = 0;
  Budget.prototype.tick = function (this: Budget): void {
    if (++count === point) throw fault;
    tick.call(this);
  };
  try {
    await run();
  } finally {
    Budget.prototype.tick = tick;
  }
  return count;
}

/**
 * Returns the result for a document whose allocation number `point` is refused, or null if there is no such allocation.
 */
async function outcomeOfRefusal(point: number, fault: Error, html: string): Promise<string | null> {
  const { spendBytes } = Budget.prototype;
  let count = 0;
  Budget.prototype.spendBytes = function (this: Budget, bytes: number): void {
    if (++count === point) throw fault;
    spendBytes.call(this, bytes);
  };
  try {
    const outcome = await render(html).then(
      () => 'rendered',
      (error: unknown) => (error instanceof RenderError ? error.code : String(error)),
    );
    return count < point ? null : outcome;
  } finally {
    Budget.prototype.spendBytes = spendBytes;
  }
}

/** Returns the failure of a render whose budget throws as soon as a stage uses it. */
async function failureIn(stage: string, fault: Error): Promise<RenderError> {
  const { tick, tickBy, spendBytes } = Budget.prototype;
  let isHere = false;
  const failing = <A extends unknown[], R>(method: (this: Budget, ...given: A) => R) =>
    function (this: Budget, ...given: A): R {
      if (isHere) throw fault;
      return method.apply(this, given);
    };
  Object.assign(Budget.prototype, { tick: failing(tick), tickBy: failing(tickBy), spendBytes: failing(spendBytes) });
  try {
    return await failureOf(DOCUMENT, { onProgress: (progress) => void (isHere = progress.stage === stage) });
  } finally {
    Object.assign(Budget.prototype, { tick, tickBy, spendBytes });
  }
}

const STAGES = ['parse', 'style', 'boxes', 'layout', 'paint', 'write'] as const;
const DOCUMENT = `<title>T</title><h1>One</h1><p style="display:flex"><b>two</b></p><table><tr><td>three</table>
  <p style="opacity:.5;text-shadow:1px 1px 2px red">four <q>five</q></p><p lang=ar dir=rtl>سلام</p><p style="break-before:page">six</p>`;

const FAULTS = [
  [new TypeError('not foreseen'), 'internal_error', 'an exception'],
  [new RangeError('Array buffer allocation failed'), 'document_too_complex', 'refused memory'],
  [new RangeError('Maximum call stack size exceeded'), 'document_too_complex', 'a stack overflow'],
  [new RenderError('aborted', 'The render was aborted by the caller.'), 'aborted', 'an abort'],
] as const;

async function bytesOf(html: string): Promise<string> {
  return Buffer.from((await render(html)).pdf).toString('latin1');
}

async function failureOf(html: string, options: RenderOptions = {}): Promise<RenderError> {
  try {
    await render(html, options);
  } catch (error) {
    expect(error).to.be.instanceOf(RenderError);
    return error as RenderError;
  }
  throw new Error('it rendered');
}

describe('faults', function () {
  this.timeout(60_000);
  let expected = '';
  before(async () => {
    expected = await bytesOf(DOCUMENT);
  });
  afterEach(async () => {
    expect((await bytesOf(DOCUMENT)) === expected, 'the next render has the same bytes').to.equal(true);
  });

  for (const stage of STAGES) {
    it(`end the render with internal_error if an exception occurs in stage ${stage}`, async () => {
      const cause = new TypeError('not foreseen');
      const failure = await failureIn(stage, cause);
      expect([failure.code, failure.stage, failure.cause]).to.deep.equal(['internal_error', stage, cause]);
    });

    it(`make the document too complex if memory is refused in stage ${stage}`, async () => {
      const failure = await failureIn(stage, new RangeError('Array buffer allocation failed'));
      expect([failure.code, failure.stage]).to.deep.equal(['document_too_complex', stage]);
    });
  }

  for (const [name, html] of [
    ['positioned boxes', '<div style="position:absolute">'.repeat(500)],
    ['grids', '<div style="display:grid">'.repeat(500)],
    ['inline blocks with text', '<div style="display:inline-block">a '.repeat(500)],
    ['orthogonal flows', '<div style="writing-mode:vertical-rl"><div style="writing-mode:horizontal-tb">'.repeat(250)],
  ]) {
    it(`refuse 500 nested ${name} with the right error, repeatedly`, async () => {
      for (let i = 0; i < 5; i++) {
        const { code, cause } = await failureOf(html!);
        expect([code, cause]).to.deep.equal(['document_too_complex', undefined]);
      }
    });
  }

  for (const [fault, code, name] of FAULTS) {
    it(`end one render and leave the next unaffected: ${name} at any point`, async () => {
      const count = await withFaultAt(0, fault, async () => void (await render(DOCUMENT)));
      for (let i = 0; i < POINTS; i++) {
        const point = 1 + Math.floor((i * (count - 1)) / (POINTS - 1));
        await withFaultAt(point, fault, async () => {
          const failure = await failureOf(DOCUMENT);
          expect([failure.code, point]).to.deep.equal([code, point]);
        });
        expect((await bytesOf(DOCUMENT)) === expected, `after ${point}`).to.equal(true);
      }
    });
  }

  it('end one render, or are worked around, if the runtime fails to provide something', async () => {
    const own = host();
    const page = (side: number): string =>
      `${imagePage(imageUrl('png', blackPng({ side, depth: 8, colorType: 6 })))}<p lang=pt style="hyphens:auto;width:1em">palavras`;
    for (const [side, name] of (['read', 'has', 'module', 'hyphenationPatterns', 'inflate'] as const).entries()) {
      const failing: Host = Object.create(own, {
        [name]: {
          value: () => {
            throw new TypeError('not to be had');
          },
        },
      });
      installHost(failing);
      try {
        const code = await render(page(side + 5)).then(
          () => 'rendered',
          (error: RenderError) => error.code,
        );
        expect(code).to.be.oneOf(['rendered', 'internal_error']);
      } finally {
        installHost(own);
      }
      expect((await bytesOf(DOCUMENT)) === expected, `after ${name}`).to.equal(true);
    }
  });

  it('include input that is neither text nor bytes', async () => {
    for (const html of [undefined, null, 5, {}])
      expect((await failureOf(html as never)).code).to.equal('invalid_options');
    expect((await failureOf('x', { onProgress: 5 } as never)).code).to.equal('invalid_options');
  });

  it('end the render if decoders get no memory', async () => {
    const limits = { maxBytes: 100 };
    const png = blackPng({ side: 40, depth: 8, colorType: 2, interlaced: true });
    for (const url of [imageUrl('png', png), imageUrl('gif', hugeGif(40))])
      expect((await failureOf(imagePage(url), { limits })).code).to.equal('document_too_complex');
  });

  for (const [type, bytes] of [...IMAGES, ...FONTS.map((font) => ['ttf', font] as const)]) {
    it(`in a decoder of ${type} (${bytes.length} bytes) end one render, and the image decodes the same afterwards`, async () => {
      // Bytes after the end make it a different file, which no cache contains.
      let variant = 0;
      const page = (): string => {
        const url = imageUrl(type, Buffer.concat([bytes, Buffer.from(`${++variant}`.padStart(4))]));
        return type === 'ttf'
          ? `<style>@font-face{font-family:f;src:url(${url})}</style><p style="font-family:f">abc`
          : imagePage(url);
      };
      // A JPEG is stored in the file unchanged, including the bytes that make it different.
      const shown = async (html: string): Promise<string | number> => {
        const pdf = await bytesOf(html);
        return type === 'jpeg' ? pdf.length : pdf;
      };
      const usual = await shown(page());
      for (const [fault, code] of FAULTS) {
        // If the decoder itself hits the fault, the image counts as broken.
        const codes = code === 'internal_error' ? [code, 'rendered'] : [code];
        for (let point = 1, outcome: string | null = ''; outcome !== null; point++) {
          const html = page();
          outcome = await outcomeOfRefusal(point, fault, html);
          if (outcome !== null) expect(outcome, `at ${point}`).to.be.oneOf(codes);
          expect((await shown(html)) === usual, `the same after ${point}`).to.equal(true);
        }
      }
    });
  }

  it('end the render if the PDF exceeds its byte limit', async () => {
    const shadows = Array.from({ length: 50 }, (_, i) => `${i}px 1px ${2 + i / 10}px red`).join(',');
    const failure = await failureOf(`<p style="text-shadow:${shadows}">a`, { limits: { maxPdfBytes: 10_000 } });
    expect(failure.code).to.equal('document_too_complex');
    expect(failure.message).to.include('bytes of PDF');
  });
});
