/** Figures: a page of formulas and a chart with thousands of marks. */
import { randomFrom } from './random.ts';

const operator = (text: string): string => `<mo>${text}</mo>`;
const name = (text: string): string => `<mi>${text}</mi>`;
const number = (value: number): string => `<mn>${value}</mn>`;

/** One formula for each kind of notation; the number makes every formula different. */
const FORMULAS: readonly ((n: number) => string)[] = [
  (n) =>
    `${name('x')}${operator('=')}<mfrac><mrow>${operator('−')}${name('b')}${operator('±')}<msqrt><msup>${name('b')}${number(2)}</msup>${operator('−')}${number(n)}${name('a')}${name('c')}</msqrt></mrow><mrow>${number(2)}${name('a')}</mrow></mfrac>`,
  (n) =>
    `<munderover>${operator('∑')}<mrow>${name('k')}${operator('=')}${number(1)}</mrow>${number(n)}</munderover><msup>${name('k')}${number(2)}</msup>${operator('=')}<mfrac><mrow>${name('n')}${operator('(')}${name('n')}${operator('+')}${number(1)}${operator(')')}</mrow>${number(6)}</mfrac>`,
  (n) =>
    `<msubsup>${operator('∫')}${number(0)}${operator('∞')}</msubsup><msup>${name('e')}<mrow>${operator('−')}<msup>${name('x')}${number(n)}</msup></mrow></msup>${name('d')}${name('x')}`,
  (n) =>
    `${name('A')}${operator('=')}${operator('(')}<mtable>${[0, 1].map((row) => `<mtr>${[0, 1, 2].map((column) => `<mtd>${number(n + 3 * row + column)}</mtd>`).join('')}</mtr>`).join('')}</mtable>${operator(')')}`,
  (n) =>
    `<mroot><mrow><msub>${name('y')}${number(n)}</msub>${operator('+')}<mover>${name('z')}${operator('¯')}</mover></mrow>${number(3)}</mroot>${operator('≤')}${name('α')}${operator('·')}<mi>sin</mi>${name('β')}`,
];

/** Returns a page of prose with n inline formulas. */
export function formulas(n: number): string {
  const formula = (_: unknown, i: number): string =>
    `<p>By lemma ${i + 1} we have <math>${FORMULAS[i % FORMULAS.length]!(i + 1)}</math> for all values.</p>`;
  return `<!DOCTYPE html><title>Formulas</title><style>@page{size:420mm 594mm}body{columns:5;font:9px serif}p{margin:2px 0}</style>${Array.from({ length: n }, formula).join('')}`;
}

/**
 * Returns a scatter chart with axes, labels and n marks of three kinds, each with its own position, color and name.
 */
export function chart(n: number): string {
  const random = randomFrom(3);
  const within = (size: number): string => (random() * size).toFixed(1);
  const MARKS: readonly (() => string)[] = [
    () =>
      `<circle cx="${within(640)}" cy="${within(420)}" r="${1 + Math.floor(random() * 4)}" fill="#36c" fill-opacity=".6"/>`,
    () => `<rect x="${within(640)}" y="${within(420)}" width="4" height="4" class="b"/>`,
    () =>
      `<path d="M0 -3L3 3L-3 3Z" transform="translate(${within(640)} ${within(420)})" fill="#393" stroke="#fff" stroke-width=".5"/>`,
  ];
  const marks = Array.from({ length: n }, (_, i) => MARKS[i % MARKS.length]!());
  const ticks = Array.from(
    { length: 11 },
    (_, i) =>
      `<line x1="0" x2="640" y1="${i * 42}" y2="${i * 42}" stroke="#ddd"/><text x="-6" y="${i * 42 + 3}" text-anchor="end" font-size="9">${100 - i * 10}</text>`,
  );
  return `<!DOCTYPE html><title>Chart</title><style>.b{fill:#c33;opacity:.8}</style><svg width="680" height="450" viewBox="-30 -10 680 450">${ticks.join('')}<g>${marks.join('')}</g></svg>`;
}
