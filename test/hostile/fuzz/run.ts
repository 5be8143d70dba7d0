/**
 * `npm run fuzz -- --minutes=60 --from=1`: searches for failing seeds of documents, existing PDFs, books, templates and jobs,
 * and for pairs of contexts that cost too much, and prints them. `--pairs=no` leaves out the pairs, and
 * `--objects=yes` also counts the objects that they allocate.
 *
 * Each process tests a few seeds, so that its memory is that of the inputs and not of all seeds before. `--seeds=20`
 * tests that many in this process.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

/** No input of this size may take more processor time, in milliseconds. */
const MOST_MS = 10_000;
/** No input may need more memory, in megabytes of the whole process. */
const MOST_MB = 1000;
const SEEDS_PER_PROCESS = 20;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    from: { type: 'string', default: '1' },
    pairs: { type: 'string', default: 'yes' },
    // Many pairs still allocate more than their share, most of all tables and columns.
    objects: { type: 'string', default: 'no' },
    seeds: { type: 'string' },
  },
});
const first = Number(values.from);

/** Tests seeds in this process. Returns the number of failures. */
async function testSeeds(count: number): Promise<number> {
  // They render samples when they are loaded, which the process that only starts others must not do: it is blocked for
  // so long that their deadlines pass.
  const { costOfPair, inWords, pairs } = await import('../../laws/wrappers.ts');
  const { judge } = await import('./fuzz.ts');
  const { judgeOther } = await import('./other-inputs.ts');
  // Limits of time count this process's work, so that other programs don't change outcomes.
  performance.now = () => process.cpuUsage().user / 1000;
  const peak = (): number => process.resourceUsage().maxRSS / 1024;
  const allPairs = pairs();
  let failures = 0;
  for (let seed = first; seed < first + count; seed++) {
    const report = (what: string, failure: string | null, milliseconds: number): void => {
      const words = failure ?? (milliseconds > MOST_MS ? `${Math.round(milliseconds)} ms` : null);
      if (words === null) return;
      failures++;
      console.log(`${what} ${seed}: ${words}`);
    };
    if (values.pairs !== 'no') {
      const pair = await costOfPair(allPairs[seed % allPairs.length]!, values.objects !== 'no').catch(
        (error: Error) => error,
      );
      if (pair instanceof Error) report(`pair ${seed % allPairs.length} of seed`, pair.message, 0);
      else if (pair.growsTooFast) report('pair of seed', inWords(pair), 0);
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
  return failures;
}

/** Tests seeds in processes until the time is over. Returns whether one failed. */
function testProcesses(minutes: number): boolean {
  const end = Date.now() + minutes * 60_000;
  let seed = first;
  let failed = 0;
  for (; Date.now() < end; seed += SEEDS_PER_PROCESS) {
    const given = [
      `--from=${seed}`,
      `--seeds=${SEEDS_PER_PROCESS}`,
      `--pairs=${values.pairs}`,
      `--objects=${values.objects}`,
    ];
    const { status, signal } = spawnSync(process.execPath, [...process.execArgv, import.meta.filename, ...given], {
      stdio: 'inherit',
    });
    if (status === 0) continue;
    failed++;
    if (status !== 1) console.log(`seeds from ${seed}: the process ended with ${signal ?? `status ${status}`}`);
  }
  console.log(`${seed - first} seeds in processes of ${SEEDS_PER_PROCESS}, ${failed} processes failed`);
  return failed > 0;
}

const failed =
  values.seeds === undefined ? testProcesses(Number(values.minutes)) : (await testSeeds(Number(values.seeds))) > 0;
process.exitCode = failed ? 1 : 0;
