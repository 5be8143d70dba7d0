/**
 * `npm run fuzz -- --minutes=60 --from=1`: searches for failing seeds, and for pairs of contexts that cost too much, and
 * prints them.
 */
import { parseArgs } from 'node:util';
import { costOfPair, pairs } from '../../laws/wrappers.ts';
import { judge } from './fuzz.ts';

/** No document of this size may take longer, in milliseconds. */
const MOST_MS = 10_000;

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '2' }, from: { type: 'string', default: '1' } },
});
const end = Date.now() + Number(values.minutes) * 60_000;
let failures = 0;
let seed = Number(values.from);
const allPairs = pairs();
for (; Date.now() < end; seed++) {
  const { name, work, growsTooFast } = await costOfPair(allPairs[seed % allPairs.length]!);
  if (growsTooFast) {
    failures++;
    console.log(`${name}: ${work.join(', ')}`);
  }
  const { failure, milliseconds } = await judge(seed);
  const late = milliseconds > MOST_MS ? `${Math.round(milliseconds)} ms` : null;
  const words = failure ?? late;
  if (words === null) continue;
  failures++;
  console.log(`seed ${seed}: ${words}`);
}
console.log(`${seed - Number(values.from)} documents, ${failures} failed`);
process.exitCode = failures === 0 ? 0 : 1;
