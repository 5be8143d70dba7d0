import { expect } from 'chai';
import { type FontRequest, render, RenderError } from '../../../engine/index.ts';
import { boxFontWith } from '../../support/box-font.ts';

const BOXES = boxFontWith(0xe123);

describe('the option findFonts', () => {
  it('is called once for each missing family and character, and not for available ones', async () => {
    const asked: FontRequest[] = [];
    const { diagnostics } = await render(
      '<style>body { font-family: House, serif } b { font-family: HOUSE, sans-serif }</style>\ue123a<b>a\ue123</b>',
      {
        findFonts: (request) => {
          asked.push(request);
          return 'character' in request ? [{ bytes: BOXES }] : [];
        },
      },
    );
    expect(asked.filter((one) => 'character' in one)).to.deep.equal([{ character: '\ue123' }]);
    expect(asked.filter((one) => 'family' in one)).to.deep.equal([{ family: 'House' }]);
    expect(diagnostics.map(({ code }) => code)).to.deep.equal(['font/missing-family', 'font/missing-family']);
  });

  it('is called for faces in local(), before their characters', async () => {
    const asked: FontRequest[] = [];
    const html =
      '<style>@font-face { font-family: x; src: local(Other), local(Boxes) }</style><p style="font: 10px x">A';
    const { diagnostics, pdf } = await render(html, {
      compress: false,
      findFonts: (request) => {
        asked.push(request);
        return 'face' in request && request.face === 'Boxes' ? [{ bytes: BOXES }] : [];
      },
    });
    expect(asked).to.deep.equal([{ face: 'Other' }, { face: 'Boxes' }]);
    expect(diagnostics).to.deep.equal([]);
    expect(Buffer.from(pdf).toString('latin1')).not.to.include('Tinos');
  });

  it("reports fonts that are broken, or aren't in the collection", async () => {
    const answers = [{ bytes: BOXES.subarray(0, 99) }, { bytes: BOXES, index: 3 }];
    const { diagnostics } = await render('<p style="font-family: House">a', {
      findFonts: (request) => ('family' in request ? answers : []),
    });
    expect(diagnostics.map(({ code }) => code)).to.deep.equal(['font/broken', 'font/broken', 'font/missing-family']);
    expect(diagnostics[0]!.message).to.include('A font found by findFonts was not loaded');
  });

  it("can't be combined with provenance", async () => {
    const error = await render('a', { findFonts: () => [], provenance: {} }).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(RenderError);
    expect((error as RenderError).message).to.include('findFonts');
  });
});
