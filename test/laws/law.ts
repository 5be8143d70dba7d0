/**
 * Checks a law with samples: first those that once broke it (`remembered.ts`), then `LAW_RUNS` new ones starting at
 * `LAW_SEED`. Failing samples are reduced and printed with their seed. A search that stops at the 20th failure:
 *
 *     LAW_ALL=20 LAW_RUNS=5000 LAW_SEED=100000 npx mocha --timeout 0 --spec test/laws/conservation.test.ts
 */
import { AssertionError } from 'chai';
import { type LaidOutDocument, layoutDocument } from '../../engine/render.ts';
import { type Feature, generateSample } from './generate.ts';
import { parseSample } from './parse-sample.ts';
import { REMEMBERED } from './remembered.ts';
import { shrink } from './shrink.ts';
import { type Sample, toHtml } from './specimen.ts';

/** A layout of a tiny document that takes longer than this does not terminate. */
const DEADLINE_MS = 60_000;
const MAX_PAGES = 400;

export interface Law {
  readonly name: string;
  /** The default number of new samples per run. */
  readonly runs: number;
  readonly without?: readonly Feature[];
  /** Whether samples also use features for books. */
  readonly isBook?: boolean;
  readonly exceptions: readonly KnownException[];
  /** Describes the violation in a sentence, or returns null if the law holds. */
  readonly violation: (sample: Sample) => Promise<string | null>;
}

/** A case in which the law is known not to hold. */
export interface KnownException {
  /** The reason, as a sentence. */
  readonly because: string;
  readonly covers: (sample: Sample) => boolean;
}

export function layOut(sample: Sample): Promise<LaidOutDocument> {
  return layoutDocument(toHtml(sample), { limits: { deadlineMs: DEADLINE_MS, maxPages: MAX_PAGES } });
}

/**
 * Checks a law.
 *
 * @throws AssertionError with the smallest failing document that was found.
 */
export async function uphold(law: Law): Promise<void> {
  const broken: string[] = [];
  for (const [origin, sample] of samplesOf(law)) {
    if (process.env.LAW_EXCEPTIONS !== '0' && law.exceptions.some(({ covers }) => covers(sample))) continue;
    const violation = await violationOf(law, sample);
    if (violation === null) continue;
    const [smallest, why] = await shrink(sample, violation, (smaller) => violationOf(law, smaller));
    broken.push(`${origin}: ${why}\n${toHtml(smallest)}`);
    if (broken.length >= Number(process.env.LAW_ALL ?? 1)) break;
  }
  if (broken.length > 0) throw new AssertionError(`${law.name}:\n${broken.join('\n\n')}`);
}

/** Checks samples of another kind, without remembered ones. */
export async function upholdOver(
  name: string,
  defaultRuns: number,
  generate: (seed: number) => Sample,
  violation: (sample: Sample) => Promise<string | null>,
  html: (sample: Sample) => string,
): Promise<void> {
  const broken: string[] = [];
  const first = Number(process.env.LAW_SEED ?? 1);
  const runs = Number(process.env.LAW_RUNS ?? defaultRuns);
  const caught = async (sample: Sample): Promise<string | null> => {
    try {
      return await violation(sample);
    } catch (error) {
      return `threw ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`;
    }
  };
  for (let seed = first; seed < first + runs; seed++) {
    const sample = generate(seed);
    const found = await caught(sample);
    if (found === null) continue;
    const [smallest, why] = await shrink(sample, found, caught);
    broken.push(`seed ${seed}: ${why}\n${html(smallest)}`);
    if (broken.length >= Number(process.env.LAW_ALL ?? 1)) break;
  }
  if (broken.length > 0) throw new AssertionError(`${name}:\n${broken.join('\n\n')}`);
}

function* samplesOf(law: Law): Generator<[origin: string, sample: Sample]> {
  for (const [size, html] of REMEMBERED) yield ['remembered', parseSample(size, html)];
  const first = Number(process.env.LAW_SEED ?? 1);
  const runs = Number(process.env.LAW_RUNS ?? law.runs);
  for (let seed = first; seed < first + runs; seed++)
    yield [`seed ${seed}`, generateSample(seed, law.without, law.isBook)];
}

async function violationOf(law: Law, sample: Sample): Promise<string | null> {
  try {
    return await law.violation(sample);
  } catch (error) {
    return `threw ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`;
  }
}
