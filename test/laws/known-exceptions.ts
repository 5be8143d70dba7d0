/** Where laws are known not to hold yet, as narrow as can be said. An entry goes when its cause is mended. `LAW_EXCEPTIONS=0` runs without. */
import type { KnownException } from './law.ts';
import { declares, elementsOf, type Sample, type Specimen } from './specimen.ts';

type Test = (node: Specimen) => boolean;

/** Is there an element inside others, from the outermost in, that pass the tests in turn? */
function nests(sample: Sample, ...tests: readonly Test[]): boolean {
  for (const [node, ancestors] of elementsOf(sample.body)) {
    if (!tests[tests.length - 1](node)) continue;
    let matched = 0;
    for (const ancestor of ancestors) if (matched < tests.length - 1 && tests[matched](ancestor)) matched++;
    if (matched === tests.length - 1) return true;
  }
  return false;
}

const isMulticol: Test = (node) => declares(node, 'columns:');
const isItemContainer: Test = (node) => declares(node, 'display:flex') || declares(node, 'display:grid');
const isTable: Test = ({ tag }) => tag === 'table';
const repeats: Test = ({ tag }) => tag === 'thead' || tag === 'tfoot';
const isFloat: Test = (node) => declares(node, 'float:');
const isPositioned: Test = (node) => declares(node, 'position:absolute');
const hasHeight: Test = (node) => declares(node, 'block-size');
const forcesBreak: Test = ({ style }) => style.some((one) => /^break-(before|after):(page|column)/.test(one));
const alignsAwayFromStart: Test = (node) =>
  declares(node, 'display:grid') && hasHeight(node) && /align-items:(end|center)/.test(node.style.join());

const EXCEPTIONS: readonly KnownException[] = [
  {
    because: 'a forced break in columns in columns that are in an item may be taken again and again',
    covers: (sample) => nests(sample, isItemContainer, isMulticol, isMulticol, forcesBreak),
  },
  {
    because: 'a positioned box in a repeated header comes with each of its copies, which nothing marks as one',
    covers: (sample) => nests(sample, repeats, isPositioned),
  },
  {
    because: 'an item that is aligned with the end of rows, which reach over pages, comes with its last line',
    covers: (sample) => nests(sample, alignsAwayFromStart),
  },
];

/** What overflows boxes of a fixed height isn't counted where a row of cells, or of items with floats, asks whether it fits. */
const VISIBILITY: readonly KnownException[] = [
  {
    because: 'a table breaks for its rows only, not for what overflows its cells',
    covers: (sample) => nests(sample, isTable, hasHeight),
  },
  {
    because: 'flex and grid items do not see what overflows their floats',
    covers: (sample) => nests(sample, isItemContainer, (node) => isFloat(node) && hasHeight(node)),
  },
];

export const CONSERVATION_EXCEPTIONS = EXCEPTIONS;
export const PROGRESS_EXCEPTIONS = EXCEPTIONS;
export const RESUME_EXCEPTIONS = EXCEPTIONS;
export const PURITY_EXCEPTIONS = EXCEPTIONS;
export const VISIBILITY_EXCEPTIONS = [...EXCEPTIONS, ...VISIBILITY];
export const SIZES_EXCEPTIONS = EXCEPTIONS;
