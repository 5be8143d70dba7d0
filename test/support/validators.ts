/**
 * Validators of the conformance suite. `VERAPDF_JAR` and `MUSTANG_JAR` name self-contained jars (`.ci/validators.sh`
 * downloads them), and `qpdf` is a program. A missing validator gives null, and its tests are skipped.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { hasProgram } from './programs.ts';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'pagewright-validators');
/** A validator runs once on small files, so the fastest compiler is best. */
const JAVA = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Djava.awt.headless=true'];

function jar(variable: string | undefined, name: string): string | null {
  if (!hasProgram('java')) return null;
  const path = variable ?? join(CACHE, name);
  return existsSync(path) ? path : null;
}

export const verapdf = jar(process.env.VERAPDF_JAR, 'verapdf-1.30.2.jar');
export const mustang = jar(process.env.MUSTANG_JAR, 'mustang-2.26.0.jar');
export const hasQpdf = hasProgram('qpdf');

/** Writes PDF files by name into a folder that is removed after `use`. */
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
 * Returns veraPDF's verdicts for everything that the files claim, in one run: by name, each detected flavour (`ua1`,
 * `2b`, ...), and `flavour: rule rule ...` for failures.
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

/** Returns the syntax errors that qpdf reports. */
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

/** Returns the electronic invoices that Mustang finds invalid. */
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
