/**
 * Ideographs, kana, fullwidth forms, and symbols set like them: squares, stars, circled numbers, keyboard arrows,
 * emoji, daggers. Justified lines may expand on both sides of each. css-text-3 §6.4.1 leaves this to user agents, and
 * browsers do so.
 */

/** First and last code point of each range in the Basic Multilingual Plane. */
const BASIC =
  '2c7 2ca-2cb 2d9 2020-2021 2030 203b-203c 2042 2047-2049 2051 2100 2103 2105 2109-210a 2113 2116 2121 212b 213b 2150-2152 2156-215a 2160-216b ' +
  '2170-217b 217f 2189 2194-2195 2307 2312 231a-231b 23be-23cc 23ce 23e9-23ec 23f0 23f3 2423 2460-2492 249c-24ff 25a0-25a2 25aa-25ab 25b1-25b3 ' +
  '25b6-25b7 25bc-25bd 25c0-25c1 25c6-25c7 25c9 25cb-25cc 25ce-25d3 25e2-25e6 25ef 25fd-25fe 2600-2603 2605-2606 260e 2614-2617 261d 2620 2640 ' +
  '2642 2648-2653 2660-266f 2672-267d 267f 2693 2695-2696 26a0-26a1 26a7 26aa-26ab 26bd-26be 26c4-26c5 26ce 26d3-26d4 26ea 26f2-26f3 26f5 ' +
  '26f9-26fa 26fd 2705 2708 270a-270d 2713 271a 2728 273f-2740 2744 274c 274e 2753-2757 2763-2764 2776-277f 2795-2797 27a1 27b0 27bf 2b1a-2b1c ' +
  '2b50 2b55 2e80-2fdf 2ff0-2fff 3001-3029 3031-3098 309b-312f 3190-31ef 3200-9fff f860-f862 f900-faff fe10-fe12 fe19 fe30-fe6f ff00-ff0c ff0e-ff1a ' +
  'ff1d ff1f-ff9f ffa1-ffef';
/** The ranges in the supplementary planes. */
const SUPPLEMENTARY =
  '16fe0-18aff 1b000-1b12f 1b170-1b2ff 1f004 1f0cf 1f100 1f110-1f129 1f130-1f149 1f150-1f169 1f170-1f189 1f18e 1f191-1f19a 1f1e6-1f3fa 1f400-1f6ff ' +
  '1f7e0-1f7eb 1f7f0 1f900-1f9ff 1fa70-1fa7c 1fa80-1fa8a 1fa8e-1fac6 1fac8-1fadc 1fadf-1faea 1faef-1faf8 20000-2ffff';

const rangesOf = (ranges: string): [number, number][] =>
  ranges.split(' ').map((range) => {
    const [first, last = first] = range.split('-');
    return [Number.parseInt(first!, 16), Number.parseInt(last!, 16)];
  });

/** Returns one bit per code unit. */
function bitsOf(ranges: string): Uint32Array {
  const bits = new Uint32Array(0x10000 / 32);
  for (const [first, last] of rangesOf(ranges)) for (let c = first; c <= last; c++) bits[c >> 5]! |= 1 << (c & 31);
  return bits;
}

/** Created on first use, because this takes 4 ms in a new process and few texts need it. */
let known: { readonly bits: Uint32Array; readonly ranges: readonly (readonly [number, number])[] } | null = null;

export function isIdeographOrSymbol(code: number): boolean {
  // The first character of either table.
  if (code < 0x2c7) return false;
  const { bits, ranges } = (known ??= { bits: bitsOf(BASIC), ranges: rangesOf(SUPPLEMENTARY) });
  if (code < 0x10000) return (bits[code >> 5]! & (1 << (code & 31))) !== 0;
  return ranges.some(([first, last]) => code >= first && code <= last);
}
