/**
 * Laws of values and layout that can be calculated without the engine, over fast-check's inputs, which it shrinks on
 * failure.
 */
import { expect } from 'chai';
import fc from 'fast-check';
import { allLonghands, parseDeclaration } from '../../engine/css/properties/registry.ts';
import { STANDARD_PARSE } from '../../engine/css/values/value-reader.ts';
import { layout } from '../../engine/index.ts';

const PAGE = '<!DOCTYPE html><style>@page{size:1000px 4000px;margin:0}body{margin:0}</style>';
/** Sizes are printed to a hundredth of a px and stored to a 64th. */
const EXACT = 0.02;
const BASIS = 1000;

/** An expression with its text and its value in px (or as a number). */
interface Sum {
  readonly text: string;
  readonly value: number;
}

const number = fc.integer({ min: -40, max: 40 }).map((n): Sum => ({ text: String(n), value: n }));
const leaf = fc.oneof(
  fc.integer({ min: -400, max: 400 }).map((n): Sum => ({ text: `${n / 4}px`, value: n / 4 })),
  fc.integer({ min: -20, max: 20 }).map((n): Sum => ({ text: `${n}%`, value: (n * BASIS) / 100 })),
  fc.integer({ min: -8, max: 8 }).map((n): Sum => ({ text: `${n}em`, value: n * 10 })),
  fc.integer({ min: -9, max: 9 }).map((n): Sum => ({ text: `${n}pt`, value: (n * 4) / 3 })),
);

const { length } = fc.letrec<{ length: Sum }>((tie) => ({
  length: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc
      .tuple(tie('length'), tie('length'))
      .map(([a, b]) => ({ text: `(${a.text} + ${b.text})`, value: a.value + b.value })),
    fc
      .tuple(tie('length'), tie('length'))
      .map(([a, b]) => ({ text: `(${a.text} - ${b.text})`, value: a.value - b.value })),
    fc.tuple(tie('length'), number).map(([a, n]) => ({ text: `(${a.text} * ${n.text})`, value: a.value * n.value })),
    fc
      .tuple(
        tie('length'),
        number.filter(({ value }) => value !== 0),
      )
      .map(([a, n]) => ({ text: `(${a.text} / ${n.text})`, value: a.value / n.value })),
    fc.array(tie('length'), { minLength: 1, maxLength: 3 }).map((all) => ({
      text: `min(${all.map(({ text }) => text).join(', ')})`,
      value: Math.min(...all.map(({ value }) => value)),
    })),
    fc.tuple(tie('length'), tie('length'), tie('length')).map(([low, middle, high]) => ({
      text: `clamp(${low.text}, ${middle.text}, ${high.text})`,
      value: Math.max(low.value, Math.min(middle.value, high.value)),
    })),
    tie('length').map((a) => ({ text: `abs(${a.text})`, value: Math.abs(a.value) })),
  ),
}));

interface Laid {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the boxes of the elements `b`, a name that nothing else uses. */
async function boxesOf(html: string): Promise<Laid[]> {
  const { pages } = await layout(PAGE + html);
  return pages.flatMap(({ boxes }) => boxes.filter(({ tag }) => tag === 'b'));
}

/** Checks a law over the same documents in every run. */
const holds = (law: fc.IAsyncProperty<unknown>): Promise<void> => fc.assert(law, { numRuns: 100, seed: 1 });

const collapsed = (...margins: number[]): number => Math.max(0, ...margins) + Math.min(0, ...margins);

describe('laws of arithmetic', function () {
  this.timeout(180_000);

  it('apply to lengths, which equal their expressions', () =>
    holds(
      fc.asyncProperty(fc.array(length, { minLength: 10, maxLength: 30 }), async (sums) => {
        const html = sums.map(
          ({ text }) => `<b style="display:block;font-size:10px;height:1px;width:calc(${text})"></b>`,
        );
        // Clipped content does not shrink the page.
        const boxes = await boxesOf(`<div style="overflow:clip">${html.join('')}</div>`);
        sums.forEach(({ text, value }, i) => {
          if (Math.abs(value) < 100_000) expect(boxes[i]!.width, text).to.be.closeTo(Math.max(0, value), EXACT);
        });
      }),
    ));

  it('apply to stacked blocks, whose largest and smallest margins count', () =>
    holds(
      fc.asyncProperty(
        fc.array(
          fc.tuple(
            fc.integer({ min: 1, max: 60 }),
            fc.integer({ min: -20, max: 40 }),
            fc.integer({ min: -20, max: 40 }),
          ),
          {
            minLength: 1,
            maxLength: 20,
          },
        ),
        async (blocks) => {
          const html = blocks.map(
            ([height, top, bottom]) => `<b style="display:block;height:${height}px;margin:${top}px 0 ${bottom}px"></b>`,
          );
          const boxes = await boxesOf(`<div style="display:flow-root;margin-top:500px">${html.join('')}</div>`);
          let y = 500;
          let before: number | null = null;
          blocks.forEach(([height, top, bottom], i) => {
            y += before === null ? top : collapsed(before, top);
            expect(boxes[i]!.y).to.be.closeTo(y, EXACT);
            y += height;
            before = bottom;
          });
        },
      ),
    ));

  it('apply to growing flex items, which share the free space by their factors', () =>
    holds(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 1, max: 9 })), {
          minLength: 1,
          maxLength: 10,
        }),
        async (items) => {
          const html = items.map(([basis, grow]) => `<b style="flex:${grow} 0 ${basis}px;height:9px"></b>`);
          const boxes = await boxesOf(`<div style="display:flex">${html.join('')}</div>`);
          const left = BASIS - items.reduce((sum, [basis]) => sum + basis, 0);
          const factors = items.reduce((sum, [, grow]) => sum + grow, 0);
          items.forEach(([basis, grow], i) =>
            expect(boxes[i]!.width).to.be.closeTo(basis + (left * grow) / factors, items.length * EXACT),
          );
        },
      ),
    ));

  it('apply to grid tracks and gaps, which fill their container', () =>
    holds(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.integer({ min: 1, max: 90 }).map((n) => `${n}px`),
            fc.integer({ min: 1, max: 5 }).map((n) => `${n}fr`),
          ),
          {
            minLength: 1,
            maxLength: 8,
          },
        ),
        fc.integer({ min: 0, max: 20 }),
        async (tracks, gap) => {
          const boxes = await boxesOf(
            `<div style="display:grid;gap:${gap}px;grid-template-columns:${tracks.join(' ')} 1fr">${'<b style="min-width:0"></b>'.repeat(tracks.length + 1)}</div>`,
          );
          const total = boxes.reduce((sum, { width }) => sum + width, 0) + gap * tracks.length;
          expect(total).to.be.closeTo(BASIS, (tracks.length + 1) * EXACT);
          for (let i = 1; i < boxes.length; i++)
            expect(boxes[i]!.x).to.be.closeTo(boxes[i - 1]!.x + boxes[i - 1]!.width + gap, EXACT * 2);
        },
      ),
    ));

  it('apply to invalid values, which are refused without an exception', () => {
    const names = allLonghands.map(({ name }) => name);
    const word = fc.oneof(
      fc.constantFrom(
        '(',
        ')',
        '[',
        ']',
        '{',
        '}',
        ',',
        '/',
        ';',
        '!',
        '"',
        "'",
        '\\',
        'calc(',
        'var(--a)',
        'url(',
        'rgb(',
        'auto',
        'none',
        '1px',
        '-1',
        '50%',
        '1e999',
        '#f',
        '#',
        '+',
        'none',
        'inherit',
        'from',
        'in',
        'oklch',
        'U+26',
        '@',
        '\0',
      ),
      fc.string({ maxLength: 6, unit: 'binary' }),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.array(word, { maxLength: 12 }),
        fc.constantFrom('', ' '),
        (name, words, glue) => {
          const { kind } = parseDeclaration(name, words.join(glue), STANDARD_PARSE);
          expect(kind).to.be.oneOf([
            'longhands',
            'invalid-value',
            'deferred',
            'wide',
            'unsupported',
            'unknown-property',
          ]);
        },
      ),
      { numRuns: 20_000, seed: 1 },
    );
  });
});
