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

const spansRows: Test = ({ attributes }) => attributes.some((attribute) => attribute.startsWith('rowspan'));
const isMulticol: Test = (node) => declares(node, 'columns:');
const makesParts: Test = (node) => isMulticol(node) || node.tag === 'table' || declares(node, 'display:');
const isSpanner: Test = (node) => declares(node, 'column-span');
const forcesBreak: Test = ({ style }) => style.some((one) => /^break-(before|after):(page|column)/.test(one));

/** A position so far down that only pages without any other content reach it. */
const isFarDown: Test = ({ style }) =>
  style.includes('position:absolute') && style.some((one) => /^(top|inset-block-start):\d{3}/.test(one));

const isTable: Test = ({ tag }) => tag === 'table';
const isFloat: Test = (node) => declares(node, 'float:');
/** A table right behind a float, in one parent. */
const hasTableBehindFloat: Test = ({ children }) => {
  const boxes = children.filter((child) => typeof child !== 'string');
  return boxes.some((child, i) => i > 0 && isTable(child) && isFloat(boxes[i - 1]));
};
const isPositioned: Test = (node) => declares(node, 'position:absolute');
const hasHeight: Test = (node) => declares(node, 'block-size') || declares(node, 'height');
const isItemContainer: Test = (node) => declares(node, 'display:flex') || declares(node, 'display:grid');

const alignsAwayFromStart: Test = (node) =>
  declares(node, 'display:grid') && declares(node, 'block-size') && /align-items:(end|center)/.test(node.style.join());

const EXCEPTIONS: readonly KnownException[] = [
  {
    because: 'the rest of a cell that spans rows is lost when the table ends before it does',
    covers: (sample) => nests(sample, spansRows),
  },
  {
    because: 'a forced break in columns that are an item, a cell or in columns themselves may be taken again and again',
    covers: (sample) => nests(sample, makesParts, isMulticol, forcesBreak),
  },
  {
    because: 'a spanner behind a forced break in its columns is lost',
    covers: (sample) => nests(sample, isMulticol, isSpanner) && nests(sample, isMulticol, forcesBreak),
  },
  {
    because: 'the second page without content above a positioned box looks like the first one, and ends the document',
    covers: (sample) => nests(sample, isFarDown),
  },
  {
    because: 'items aligned below the start of a row that they overflow are broken before for ever',
    covers: (sample) => nests(sample, alignsAwayFromStart),
  },
  {
    because: 'a box that goes on is begun again where a float of the next page leaves no room beside it',
    covers: (sample) => nests(sample, hasTableBehindFloat),
  },
  {
    because: 'a positioned box in contents that overflow a box of fixed height is lost when it lies on the next page',
    covers: (sample) => nests(sample, hasHeight, isPositioned),
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
