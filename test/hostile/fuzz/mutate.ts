/** Random changes to bytes and text. */
import type { Random } from '../../laws/random.ts';

/** Numbers at which programs often fail. */
const EDGES = [0, 1, 0x7f, 0x80, 0xff];

/** Parts of styles, markup and SVG, to be inserted in unexpected places. */
// prettier-ignore
const TOKENS = [
  '<div>', '</div>', '<table>', '<td>', '<svg>', '<g>', '<select><option>', '<style>', '</style>', '<!--', '-->', '<q>', '<br>', '&#x202e;',
  '{', '}', '(', ')', ';', ':', '"', "'", '/*', '*/', '@media print{', '@page{', '@supports(', 'calc(', 'var(--a)', '--a:var(--a)', 'url(',
  'display:grid;', 'display:flex;', 'display:inline-block;', 'columns:3;', 'float:left;', 'position:absolute;', 'position:fixed;',
  'writing-mode:vertical-rl;', 'break-inside:avoid;', 'break-before:page;', 'box-decoration-break:clone;', 'column-span:all;',
  'grid-template:subgrid/subgrid;', 'overflow:hidden;', 'opacity:.5;', 'filter:blur(9px);', 'transform:scale(9);', 'height:0;', 'width:1e9px;',
  'font-size:1e6px;', 'font-size:0;', 'line-height:-1;', 'orphans:99;', 'widows:99;', '-1', '1e38', 'NaN', '0.0001', '99999999999', '%', 'em',
  'vw', '\0', '\ufeff', '\u202e', '\u00ad', '\ud800', 'العربية', '日本語', 'क्षि',
] as const;

/** Makes one to eight changes. */
export function mutatedBytes(bytes: Uint8Array, random: Random): Uint8Array {
  let list = [...bytes];
  for (let changes = random.int(1, 8); changes > 0 && list.length > 0; changes--) {
    const at = random.int(0, list.length - 1);
    const length = random.int(1, Math.min(64, list.length - at));
    switch (random.int(0, 5)) {
      case 0:
        list[at] = list[at]! ^ (1 << random.int(0, 7));
        break;
      case 1:
        list[at] = random.pick(EDGES);
        break;
      case 2:
        list.splice(at, length);
        break;
      case 3:
        list.splice(at, 0, ...list.slice(at, at + length));
        break;
      case 4:
        // A four-byte number.
        for (let i = at; i < at + 4 && i < list.length; i++) list[i] = random.pick(EDGES);
        break;
      default:
        list = list.slice(0, at);
    }
  }
  return Uint8Array.from(list);
}

/** Makes one to twelve changes: inserts tokens, and removes, repeats, moves or imports parts. */
export function mutatedText(text: string, other: string, random: Random): string {
  let out = text;
  for (let changes = random.int(1, 12); changes > 0; changes--) {
    const at = random.int(0, out.length);
    const length = random.int(0, 200);
    const part = out.slice(at, at + length);
    switch (random.int(0, 5)) {
      case 0:
      case 1:
        out = out.slice(0, at) + random.pick(TOKENS) + out.slice(at);
        break;
      case 2:
        out = out.slice(0, at) + out.slice(at + length);
        break;
      case 3:
        out = out.slice(0, at) + part.repeat(random.int(1, 20)) + out.slice(at);
        break;
      case 4:
        out = out.slice(0, at) + random.pick(TOKENS).repeat(random.int(1, 300)) + out.slice(at);
        break;
      default: {
        const from = random.int(0, other.length);
        out = out.slice(0, at) + other.slice(from, from + length * 4) + out.slice(at);
      }
    }
  }
  return out;
}
