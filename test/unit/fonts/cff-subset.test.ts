import { expect } from 'chai';
import { subsetCff } from '../../../engine/fonts/cff-subset.ts';
import { CffReader, integers, Operator, operandsOf, readDict } from '../../../engine/fonts/cff-table.ts';
import { withAdvance } from '../../../engine/fonts/char-string.ts';
import { readTables } from '../../../engine/fonts/table-directory.ts';
import { NO_GLYPH } from '../../../engine/fonts/truetype-subset.ts';
import { BOX_FONT } from '../../support/box-font.ts';

const font = new Uint8Array(Buffer.from(BOX_FONT, 'base64'));
const tables = readTables(font, 0) as ReadonlyMap<string, { offset: number; length: number }>;
const { offset, length } = tables.get('CFF ')!;
const table = font.slice(offset, offset + length);

/** Reads a table's facts about its glyphs. */
function read(cff: Uint8Array): {
  top: ReturnType<typeof readDict>;
  charStrings: readonly Uint8Array[];
  charset: Uint8Array;
} {
  const reader = new CffReader(cff);
  const tops = reader.index(reader.index(reader.byte(2)).end);
  const top = readDict(tops.items[0]!);
  const at = operandsOf(top, Operator.Charset)![0]!;
  return {
    top,
    charStrings: reader.index(operandsOf(top, Operator.CharStrings)![0]!).items,
    charset: cff.subarray(at, at + 5),
  };
}

const whole = read(table).charStrings;
const NO_WIDER: ReadonlyMap<number, number> = new Map();
const [A, a, BEYOND] = [2, 4, 900];

describe('CFF subsets', () => {
  it('give glyphs the requested ids, including duplicates, gaps and blanks beyond the last', () => {
    const cut = read(subsetCff(table, 1000, [0, a, NO_GLYPH, A, a, BEYOND], NO_WIDER)!);
    expect(cut.charStrings.map((one) => [...one])).to.deep.equal([
      [...whole[0]!],
      [...whole[a]!],
      [14],
      [...whole[A]!],
      [...whole[a]!],
      // An advance of 0 relative to 520.
      [28, 0xfd, 0xf8, 14],
    ]);
  });

  it('select glyphs by CIDs that equal their ids', () => {
    const { top, charset } = read(subsetCff(table, 1000, [0, a, A], NO_WIDER)!);
    expect(top[0]!.operator).to.equal(Operator.Ros);
    expect([...charset]).to.deep.equal([2, 0, 1, 0, 1]);
    // A table that is already CID-keyed stays so.
    const again = subsetCff(subsetCff(table, 1000, [0, a, A], NO_WIDER)!, 1000, [0, 2], NO_WIDER)!;
    expect([...read(again).charStrings[1]!]).to.deep.equal([...whole[A]!]);
    expect(read(again).top.filter(({ operator }) => operator === Operator.Ros)).to.have.length(1);
  });

  it('widen advances', () => {
    const cut = read(subsetCff(table, 1000, [0, A, A], new Map([[2, 300]]))!);
    // 700 and 1000, minus 520.
    expect([...cut.charStrings[1]!.subarray(0, 2)]).to.deep.equal([247, 72]);
    expect([...cut.charStrings[2]!.subarray(0, 3)]).to.deep.equal([28, 1, 224]);
    expect([...cut.charStrings[2]!.subarray(3)]).to.deep.equal([...cut.charStrings[1]!.subarray(2)]);
  });

  it("have a FontMatrix if the em isn't 1000 units", () => {
    const matrixOf = (units: number): unknown => {
      const { top } = read(subsetCff(withoutMatrix(table), units, [0, A], NO_WIDER)!);
      return top.filter(({ operator }) => operator === Operator.FontMatrix).length;
    };
    expect(matrixOf(1000)).to.equal(0);
    expect(matrixOf(2048)).to.equal(1);
  });

  it('are null for broken tables', () => {
    for (let end = 0; end < table.length; end += 7) {
      const cut = subsetCff(table.slice(0, end), 1000, [0, A], NO_WIDER);
      if (end < 200) expect(cut).to.equal(null);
    }
    const noise = table.slice();
    for (let at = 4; at < noise.length; at++) {
      noise[at] = noise[at]! ^ 0xff;
      subsetCff(noise, 1000, [0, A, a], NO_WIDER);
    }
  });
});

/** Replaces the operator of the matrix by one without effect. */
function withoutMatrix(cff: Uint8Array): Uint8Array {
  const copy = cff.slice();
  for (let at = 0; at + 1 < copy.length; at++)
    if (copy[at] === 12 && copy[at + 1] === 7) {
      copy[at + 1] = 8;
      break;
    }
  return copy;
}

describe('the advance of a charstring', () => {
  const advances = { usual: 500, nominal: 520 };
  const more = (bytes: readonly number[]): number[] => [
    ...withAdvance(Uint8Array.from(bytes), advances, (advance) => advance + 20),
  ];

  it("is inserted if missing, based on the font's default", () => {
    // 10 hmoveto: 500 + 20 - 520.
    expect(more([149, 22])).to.deep.equal([139, 149, 22]);
    expect(more([139, 139, 1])).to.deep.equal([139, 139, 139, 1]);
    expect(more([14])).to.deep.equal([139, 14]);
  });

  it('is replaced if present', () => {
    // 5, 10 hmoveto: 525 + 20 - 520.
    expect(more([144, 149, 22])).to.deep.equal([164, 149, 22]);
    expect(more([255, 0, 5, 0x80, 0, 149, 22])).to.deep.equal([255, 0, 25, 0x80, 0, 149, 22]);
  });

  it('is unchanged if it is inside a subroutine', () => {
    expect(more([144, 10])).to.deep.equal([144, 10]);
  });

  it('uses dictionary integers of fixed length', () => {
    expect(integers(17, 1).operands[0]!.bytes).to.have.length(5);
  });
});
