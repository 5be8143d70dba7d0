/** Where laws are known not to hold yet, as narrow as can be said. An entry goes when its cause is mended. `LAW_EXCEPTIONS=0` runs without. */
import type { KnownException } from './law.ts';
import { declares, elementsOf, type Sample, type Specimen } from './specimen.ts';

type Test = (node: Specimen) => boolean;

/** Is there an element inside others, from the outermost in, that pass the tests in turn? */
function nests(sample: Sample, ...tests: readonly Test[]): boolean {
  for (const [node, ancestors] of elementsOf(sample.body)) {
    if (!tests[tests.length - 1]!(node)) continue;
    let matched = 0;
    for (const ancestor of ancestors) if (matched < tests.length - 1 && tests[matched]!(ancestor)) matched++;
    if (matched === tests.length - 1) return true;
  }
  return false;
}

const isMulticol: Test = (node) => declares(node, 'columns:');
const isItemContainer: Test = (node) => declares(node, 'display:flex') || declares(node, 'display:grid');
const forcesBreak: Test = ({ style }) => style.some((one) => /^break-(before|after):(page|column)/.test(one));
const EXCEPTIONS: readonly KnownException[] = [
  {
    because: 'a forced break in columns in columns that are in an item may be taken again and again',
    covers: (sample) => nests(sample, isItemContainer, isMulticol, isMulticol, forcesBreak),
  },
];

export const CONSERVATION_EXCEPTIONS = EXCEPTIONS;
export const PROGRESS_EXCEPTIONS = EXCEPTIONS;
export const RESUME_EXCEPTIONS = EXCEPTIONS;
export const PURITY_EXCEPTIONS = EXCEPTIONS;
export const VISIBILITY_EXCEPTIONS = EXCEPTIONS;
export const SIZES_EXCEPTIONS = EXCEPTIONS;
