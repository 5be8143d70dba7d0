/**
 * Compares Pagewright with other renderers in three regimes: a fresh process from command line to written file, the
 * second to sixth render in one process, and renders after it has run for a while. All renderers of a document are
 * measured one after another in one run, so ratios are more reliable than times.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BenchDocument } from './beside-chromium.ts';
import { chromiumPath, openChromium } from './chromium.ts';
import { median, timeOf, warmUp } from './timing.ts';

const REGIMES = ['cold', 'early', 'steady'] as const;
type Regime = (typeof REGIMES)[number];
const REGIME_NAMES: Readonly<Record<Regime, string>> = {
  cold: 'Fresh process, command line to written file',
  early: 'Second to sixth render in one process',
  steady: 'After ten seconds in one process',
};
const SETTLE_SECONDS = 10;
const MEASURE_SECONDS = 4;
/** Native renderers need no compiler to warm up. */
const NATIVE_SETTLE_SECONDS = 1.5;

/** Milliseconds of a render. `cpu` is null where the system doesn't report it. */
interface Measure {
  readonly wall: number;
  readonly cpu: number | null;
}
type Measures = Partial<Record<Regime, Measure>>;

interface Peer {
  readonly name: string;
  /** Empty if unknown. */
  readonly version: string;
  /** Returns the command that renders a file to a PDF. */
  command(file: string, output: string): readonly string[];
  /** Measures warm renders in a process. */
  warm(file: string): Promise<Measures> | Measures;
}

/** See `printFreshProcess`. */
const env = { ...process.env, NODE_EXTRA_CA_CERTS: undefined };

/** Returns the first line that a program prints. */
function firstLine(program: string, given: readonly string[]): string {
  const { stdout } = spawnSync(program, given, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return stdout.split('\n', 1)[0]!;
}

/** Returns the first number with its minor part, such as "70.0" of "70.0.1". */
const versionIn = (line: string): string => /\d+(\.\d+)?/.exec(line)?.[0] ?? '';

const pagewright: Peer = {
  name: 'Pagewright',
  version: '',
  command: (file, output) => [process.execPath, resolve('dist/server/cli.js'), 'render', file, '-o', output, '--quiet'],
  warm: (file) =>
    measuredBy(process.execPath, [
      resolve('bench/regimes-process.mjs'),
      file,
      String(SETTLE_SECONDS),
      String(MEASURE_SECONDS),
    ]),
};

const chromium: Peer = {
  name: 'Chromium',
  version: chromiumPath() === null ? '' : versionIn(firstLine(chromiumPath()!, ['--version'])),
  command: (file, output) => [
    chromiumPath()!,
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--no-pdf-header-footer',
    `--print-to-pdf=${output}`,
    pathToFileURL(file).href,
  ],
  async warm(file) {
    const html = readFileSync(file, 'utf8');
    const browser = await openChromium();
    const times = (taken: readonly number[]): Measure => ({ wall: median(taken), cpu: null });
    try {
      const print = (): Promise<unknown> => browser.print(html);
      const early = (await warmUp(print, { times: 6, seconds: Infinity })).slice(1);
      await warmUp(print, { times: Infinity, seconds: NATIVE_SETTLE_SECONDS });
      const steady = await warmUp(print, { times: Infinity, seconds: MEASURE_SECONDS });
      return { early: times(early), steady: times(steady) };
    } finally {
      await browser.close();
    }
  },
};

/** Returns a renderer of a Python installation, such as that of a virtual environment. */
const pythonPeer = (name: string, python: string): Peer => ({
  name,
  version: versionIn(
    firstLine(python, ['-c', `import importlib.metadata as m; print(m.version('${name.toLowerCase()}'))`]),
  ),
  command: (file, output) => [python, '-m', name.toLowerCase(), file, output],
  warm: (file) =>
    measuredBy(python, [
      resolve('bench/regimes-process.py'),
      name.toLowerCase(),
      file,
      String(NATIVE_SETTLE_SECONDS),
      String(MEASURE_SECONDS),
    ]),
});

function measuredBy(program: string, given: readonly string[]): Measures {
  // Some programs print more warnings than a pipe of the default size holds.
  const { status, stdout } = spawnSync(program, given, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'ignore'] });
  return status === 0 ? (JSON.parse(stdout) as Measures) : {};
}

/** Returns the peers that are installed. */
function installedPeers(python: string): Peer[] {
  const inPython = ['PlutoPrint', 'WeasyPrint'].filter(
    (name) => spawnSync(python, ['-c', `import ${name.toLowerCase()}`], { stdio: 'ignore' }).status === 0,
  );
  return [
    pagewright,
    ...(chromiumPath() === null ? [] : [chromium]),
    ...inPython.map((name) => pythonPeer(name, python)),
  ];
}

/** The processor time in ms of all child processes that have ended, or null where /proc doesn't exist. */
function childrenTime(): number | null {
  try {
    const fields = readFileSync('/proc/self/stat', 'latin1')
      .replace(/^.*\) /, '')
      .split(' ');
    // The fields cutime and cstime of proc(5), in ticks of 10 ms.
    return 10 * (Number(fields[13]) + Number(fields[14]));
  } catch {
    return null;
  }
}

async function coldMeasure(peer: Peer, file: string, output: string, rounds: number): Promise<Measure | null> {
  const [program, ...given] = peer.command(file, output);
  let failed = false;
  const run = async (): Promise<void> => {
    failed ||= spawnSync(program!, given, { stdio: 'ignore', env, timeout: 120_000 }).status !== 0;
  };
  // The first processes of Pagewright store compiled code for later ones.
  for (let i = 0; i < 3 && !failed; i++) await run();
  const before = childrenTime();
  const times: number[] = [];
  for (let round = 0; round < rounds && !failed; round++) times.push(await timeOf(run));
  const after = childrenTime();
  if (failed) return null;
  return { wall: median(times), cpu: before === null || after === null ? null : (after - before) / rounds };
}

const ms = (time: number | null | undefined): string =>
  time === null || time === undefined ? '-' : time.toFixed(time < 100 ? 1 : 0);

/** Prints the times of each document, and the ratios as the table of docs/comparison. Returns that table. */
export async function printRegimes(
  documents: readonly BenchDocument[],
  rounds: number,
  python: string,
): Promise<string> {
  const peers = installedPeers(python);
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-bench-'));
  const results: Map<string, Measures>[] = [];
  try {
    for (const { name, html } of documents) {
      const file = join(folder, 'in.html');
      writeFileSync(file, html);
      const measures = new Map<string, Measures>();
      for (const peer of peers) {
        const cold = await coldMeasure(peer, file, join(folder, 'out.pdf'), rounds);
        measures.set(peer.name, { ...(cold === null ? {} : { cold }), ...(await peer.warm(file)) });
      }
      results.push(measures);
      for (const regime of REGIMES) {
        const times = peers.map((peer) => {
          const measure = measures.get(peer.name)![regime];
          return `${peer.name} ${ms(measure?.wall)} (cpu ${ms(measure?.cpu)})`;
        });
        console.log(`${name.padEnd(20)}${regime.padEnd(8)}${times.join('   ')}`);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const table = tableOf(peers, results, documents);
  console.log(`\n${table}`);
  return table;
}

function tableOf(
  peers: readonly Peer[],
  results: readonly Map<string, Measures>[],
  documents: readonly BenchDocument[],
): string {
  const rows = REGIMES.map((regime) => [
    REGIME_NAMES[regime],
    ...peers.map(({ name }) => (name === pagewright.name ? '1' : ratio(results, name, regime))),
  ]);
  const titles = ['', ...peers.map(({ name, version }) => `${name} ${version}`.trimEnd())];
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const day = new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
  return [
    line(titles),
    line(titles.map(() => '---')),
    ...rows.map(line),
    '',
    `The values are geometric means of wall times over ${documents.length} documents: ${documents.map(({ name }) => name).join(', ')}. ` +
      `They were measured on a machine with ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}) and Node.js ${process.versions.node} on ${day}.`,
  ].join('\n');
}

/** Returns the geometric mean of a peer's times relative to Pagewright's. */
function ratio(results: readonly Map<string, Measures>[], name: string, regime: Regime): string {
  const logarithms = results.flatMap((measures) => {
    const ours = measures.get(pagewright.name)?.[regime];
    const theirs = measures.get(name)?.[regime];
    return ours === undefined || theirs === undefined ? [] : [Math.log(theirs.wall / ours.wall)];
  });
  if (logarithms.length === 0) return 'not measured';
  const mean = Math.exp(logarithms.reduce((sum, logarithm) => sum + logarithm, 0) / logarithms.length);
  return mean.toPrecision(2);
}

/** Replaces the table of speeds in docs/comparison.md, with the paragraph after it. */
export function writeTable(table: string): void {
  const page = 'docs/comparison.md';
  const text = readFileSync(page, 'utf8');
  const speed = /(## Speed\n\n[^|]*\n\n)\|[^]*?\n\n[^\n]+\n/;
  if (!speed.test(text)) throw new Error(`${page} has no table of speeds`);
  writeFileSync(
    page,
    text.replace(speed, (_, before: string) => `${before}${table}\n`),
  );
}
