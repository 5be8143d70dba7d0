import { randomFrom } from './random.ts';

const WORDS =
  'paper ink margin column header footer ledger amount quarter harbour bridge letter window garden morning signal copper field river stone'.split(
    ' ',
  );

/** Returns deterministic filler text for a seed. */
function sentence(seed: number, length: number): string {
  const random = randomFrom(seed * 2654435761 + 12345);
  return Array.from({ length }, () => WORDS[Math.floor(random() * WORDS.length)]!).join(' ');
}

/** Returns a table of n rows with a repeated header. */
export function tableRows(n: number): string {
  const rows = Array.from(
    { length: n },
    (_, i) =>
      `<tr><td>${i + 1}</td><td>${sentence(i, 6)}</td><td>${sentence(i + 7, 3)}</td><td class="n">${((i * 7919) % 100000) / 100}</td></tr>`,
  );
  return `<!DOCTYPE html><style>table{width:100%;border-collapse:collapse;font:11px Arial}td,th{border:1px solid #999;padding:3px 6px}.n{text-align:right}</style>
<table><thead><tr><th>#</th><th>Description</th><th>Place</th><th>Amount</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** Returns n numbered sections of prose, each on a separate page. */
export function pagesOf(n: number): string {
  const section = (_: unknown, i: number): string =>
    `<section><h2>${i + 1}</h2>${[1, 2, 3, 4].map((k) => `<p>${sentence(i * 4 + k, 60)}.</p>`).join('')}</section>`;
  return `<!DOCTYPE html><style>section{break-before:page}@page{@bottom-center{content:counter(page)}}</style>${Array.from({ length: n }, section).join('')}`;
}

/** Returns n paragraphs of prose. */
export function paragraphs(n: number): string {
  return `<!DOCTYPE html><style>p{text-align:justify}</style><h1>Prose</h1>${Array.from({ length: n }, (_, i) => `<p>${sentence(i, 90)}.</p>`).join('')}`;
}

const UTILITIES = [
  'margin',
  'margin-top',
  'margin-left',
  'padding',
  'padding-left',
  'gap',
  'border-radius',
  'text-indent',
];
const VARIANTS = ['', 'hover', 'focus', 'first', 'odd', 'group', 'sm', 'md', 'lg', 'xl'];

/**
 * Returns a utility style sheet of about 1 MB, as such frameworks generate it: one class for each property, value and
 * variant.
 */
function utilitySheet(): string {
  const rules = VARIANTS.flatMap((variant) =>
    UTILITIES.flatMap((property, p) =>
      Array.from({ length: 200 }, (_, value) => {
        const name = `${variant === '' ? '' : `${variant}\\:`}u${p}-${value}`;
        const selector = variant === 'group' ? `.group .${name}` : `.${name}${UTILITY_STATES[variant] ?? ''}`;
        const rule = `${selector}{--u:1;${property}:calc(${value} * .0625rem * var(--u))}`;
        return SCREENS[variant] === undefined ? rule : `@media (min-width:${SCREENS[variant]}px){${rule}}`;
      }),
    ),
  );
  return `*,::before,::after{box-sizing:border-box;border:0 solid}${rules.join('\n')}`;
}

const UTILITY_STATES: Readonly<Record<string, string>> = {
  hover: ':hover',
  focus: ':focus',
  first: ':first-child',
  odd: ':nth-child(odd)',
};
const SCREENS: Readonly<Record<string, number>> = { sm: 640, md: 768, lg: 1024, xl: 1280 };

/** Returns n elements styled only by utility classes. */
export function utilityClasses(n: number): string {
  const cards = Array.from({ length: Math.ceil(n / 5) }, (_, i) => {
    const u = (property: number, value: number): string => `u${property}-${value} md:u${property}-${value + 1}`;
    return `<div class="group ${u(0, i % 8)} ${u(3, 4)} hover:u6-4"><h3 class="${u(1, 2)} first:u7-3">${sentence(i, 3)}</h3><p class="${u(1, i % 5)} odd:u2-${i % 9}">${sentence(i, 5)} <b class="u4-2 group:u4-3">x</b> <a class="u4-1" href="#a">y</a></p></div>`;
  });
  return `<!DOCTYPE html><style>${utilitySheet()}</style>${cards.join('')}`;
}

/** Returns n paragraphs under 40,000 rules that all match. */
export function rulesOfOneClass(n: number): string {
  const rules = Array.from({ length: 40_000 }, (_, i) => `.a{margin-left:${i % 50}px}`);
  return `<!DOCTYPE html><style>${rules.join('')}</style>${'<p class=a>x</p>'.repeat(n)}`;
}
