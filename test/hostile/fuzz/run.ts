/**
 * `npm run fuzz -- --minutes=60 --from=1`: searches for failing seeds of documents, PDFs to sign, templates and jobs, and
 * for pairs of contexts that cost too much, and prints them. `--pairs=no` leaves out the pairs.
 */
import { parseArgs } from 'node:util';
import { costOfPair, pairs } from '../../laws/wrappers.ts';
import { judge } from './fuzz.ts';
import { judgeOther } from './other-inputs.ts';

/** No input of this size may take more processor time, in milliseconds. */
const MOST_MS = 10_000;
/** No input may need more memory, in megabytes of the whole process. */
const MOST_MB = 1000;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    from: { type: 'string', default: '1' },
    pairs: { type: 'string', default: 'yes' },
  },
});
const end = Date.now() + Number(values.minutes) * 60_000;
let failures = 0;
function report(what: string, failure: string | null, milliseconds: number): void {
  const words = failure ?? (milliseconds > MOST_MS ? `${Math.round(milliseconds)} ms` : null);
  if (words === null) return;
  failures++;
  console.log(`${what} ${seed}: ${words}`);
}
let seed = Number(values.from);
const peak = (): number => process.resourceUsage().maxRSS / 1024;
const allPairs = pairs();
for (; Date.now() < end; seed++) {
  if (values.pairs !== 'no') {
    const pair = await costOfPair(allPairs[seed % allPairs.length]!).catch((error: Error) => error);
    if (pair instanceof Error) report(`pair ${seed % allPairs.length} of seed`, pair.message, 0);
    else if (pair.growsTooFast) report(`${pair.name}, seed`, pair.work.join(', '), 0);
  }
  const begun = process.cpuUsage();
  const other = await judgeOther(seed);
  const { user, system } = process.cpuUsage(begun);
  report('other input', other, (user + system) / 1000);
  const before = peak();
  const { failure, milliseconds } = await judge(seed);
  const isLarge = before <= MOST_MB && peak() > MOST_MB;
  report(
    'seed',
    failure ?? (isLarge ? `${Math.round(before)} MB before, ${Math.round(peak())} MB after` : null),
    milliseconds,
  );
}
console.log(`${seed - Number(values.from)} seeds, ${failures} failed, ${Math.round(peak())} MB`);
process.exitCode = failures === 0 ? 0 : 1;
