/**
 * Returns the results of documents in one process, with a new engine each or one shared engine. When run directly, this
 * module is that process.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type * as Engine from '../../../engine/index.ts';
import { Random } from '../../laws/random.ts';
import { COLLIDING } from './colliding.ts';

/**
 * `fresh`: a new engine for each document. A number: one engine, in a seeded order, with aborted renders in between.
 */
type Run = 'fresh' | number;

const own = fileURLToPath(import.meta.url);
const built = resolve(import.meta.dirname, '../../../dist/engine') + sep;
const load = createRequire(import.meta.url);

/** Returns for each document a digest of the PDF and its diagnostics, or the reason why there is none. */
export async function answersOf(run: Run): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import=tsx', own, String(run)], {
    maxBuffer: 1 << 26,
  });
  return JSON.parse(stdout) as string[];
}

/** Loads the built engine without any cached state. */
function freshEngine(): typeof Engine {
  for (const file of Object.keys(load.cache)) if (file.startsWith(built)) delete load.cache[file];
  return load(join(built, 'index.cjs')) as typeof Engine;
}

async function answer({ render, RenderError }: typeof Engine, html: string, options: Engine.RenderOptions) {
  try {
    const { pdf, diagnostics } = await render(html, { external: 'ignore', ...options });
    return `${createHash('sha256').update(pdf).digest('hex')} ${JSON.stringify(diagnostics)}`;
  } catch (error) {
    if (error instanceof RenderError) return `${error.code} ${error.message}`;
    throw error;
  }
}

/** Renders the document but aborts before the end. */
async function disturb(engine: typeof Engine, html: string, options: Engine.RenderOptions, random: Random) {
  const stage = random.pick(['parse', 'style', 'boxes', 'layout', 'paint', 'write']);
  const fault = random.pick([new TypeError('not foreseen'), new RangeError('Maximum call stack size exceeded')]);
  const limits = random.pick([{}, { maxBoxes: 30 }, { maxSubstitution: 3 }, { maxPdfBytes: 9000 }, { deadlineMs: 4 }]);
  const onProgress: Engine.RenderOptions['onProgress'] = (progress) => {
    if (progress.stage === stage) throw fault;
  };
  await answer(engine, html, { ...options, limits, ...(random.chance(0.5) ? { onProgress } : {}) });
}

function shuffled(count: number, random: Random): number[] {
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const other = random.int(0, i);
    [order[i], order[other]] = [order[other]!, order[i]!];
  }
  return order;
}

async function freshAnswers(): Promise<string[]> {
  const answers: string[] = [];
  for (const { html, options } of COLLIDING) answers.push(await answer(freshEngine(), html, options));
  return answers;
}

async function answersInOrder(seed: number): Promise<string[]> {
  const engine = freshEngine();
  const random = new Random(seed);
  const answers: string[] = [];
  for (const i of shuffled(COLLIDING.length, random)) {
    const { html, options } = COLLIDING[i]!;
    const other = random.pick(COLLIDING);
    await disturb(engine, html, options, random);
    await disturb(engine, other.html, other.options, random);
    answers[i] = await answer(engine, html, options);
  }
  return answers;
}

if (process.argv[1] === own) {
  const run = process.argv[2];
  process.stdout.write(JSON.stringify(await (run === 'fresh' ? freshAnswers() : answersInOrder(Number(run)))));
}
