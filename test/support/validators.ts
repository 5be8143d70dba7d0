/**
 * Validators that the conformance suite asks where they are found: `VERAPDF_JAR` and `MUSTANG_JAR` name jars that hold all they need (`.ci/validators.sh`
 * fetches them), `qpdf` is a program. What isn't there gives null, and its tests are skipped.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { hasProgram } from './programs.ts';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'pagewright-validators');
/** A validator starts once and reads small files: the fastest compiler is the best one. */
const JAVA = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Djava.awt.headless=true'];

function jar(variable: string | undefined, name: string): string | null {
  if (!hasProgram('java')) return null;
  const path = variable ?? join(CACHE, name);
  return existsSync(path) ? path : null;
}

export const verapdf = jar(process.env.VERAPDF_JAR, 'verapdf-1.30.2.jar');
export const mustang = jar(process.env.MUSTANG_JAR, 'mustang-2.26.0.jar');
export const hasQpdf = hasProgram('qpdf');

/** PDF files by name, in a folder that is gone after `use`. */
function inFolder<T>(files: ReadonlyMap<string, Uint8Array>, use: (paths: string[]) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-validate-'));
  try {
    return use(
      [...files].map(([name, bytes]) => {
        const path = join(folder, `${name}.pdf`);
        writeFileSync(path, bytes);
        return path;
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * What veraPDF says of files by all that they claim to be, in one run: by name, each flavour (`ua1`, `2b`, ...) that it found, and `flavour: rule rule ...`
 * for those that fail.
 */
export function verapdfVerdicts(files: ReadonlyMap<string, Uint8Array>): Map<string, string[]> {
  return inFolder(files, (paths) => {
    const command = ['-cp', verapdf ?? '', 'org.verapdf.apps.GreenfieldCliWrapper', '-f', '0'];
    const { stdout } = spawnSync(
      'java',
      [...JAVA, ...command, '--format', 'text', '-v', '--recurse', dirname(paths[0]!)],
      { encoding: 'utf8', maxBuffer: 1 << 28 },
    );
    const verdicts = new Map<string, string[]>();
    let current: string[] = [];
    for (const line of stdout.split('\n')) {
      const verdict = /^(?:PASS|FAIL) (.+)\.pdf (\w+)/.exec(line);
      if (verdict) {
        const [, path, flavour] = verdict;
        const name = basename(path!);
        verdicts.set(name, (current = verdicts.get(name) ?? []));
        current.push(flavour!);
      } else if (line.startsWith('  FAIL ')) {
        const last = current.pop()!;
        current.push(`${last}${last.includes(':') ? '' : ':'} ${line.slice('  FAIL '.length)}`);
      }
    }
    return verdicts;
  });
}

/** What qpdf holds against the syntax of files. */
export function qpdfFailures(files: ReadonlyMap<string, Uint8Array>): string[] {
  return inFolder(files, (paths) => {
    const failures: string[] = [];
    for (const path of paths) {
      try {
        execFileSync('qpdf', ['--check', path], { stdio: 'pipe' });
      } catch (error) {
        failures.push(`${basename(path, '.pdf')}: ${String(error)}`);
      }
    }
    return failures;
  });
}

/** The electronic invoices among files that Mustang doesn't find valid. */
export function mustangFailures(files: ReadonlyMap<string, Uint8Array>): string[] {
  return inFolder(files, (paths) => {
    const command = ['-jar', mustang ?? '', '--disable-file-logging', '--no-notices', '--action'];
    const { stdout, stderr } = spawnSync(
      'java',
      [...JAVA, ...command, 'validateExpectValid', '-d', dirname(paths[0]!)],
      {
        encoding: 'utf8',
      },
    );
    const verdicts = new Map<string, string>();
    for (const [, verdict, path] of `${stdout}${stderr}`.matchAll(/Testing file \d+: +(\w+) \((.*)\)/g))
      verdicts.set(basename(path!), verdict!);
    return paths
      .map((path) => `${basename(path, '.pdf')}: ${verdicts.get(basename(path)) ?? 'was not judged'}`)
      .filter((verdict) => !verdict.endsWith(': valid'));
  });
}
