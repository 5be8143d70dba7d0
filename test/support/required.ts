/**
 * Tests that need a server or a program skip themselves if it is missing. `REQUIRE` names what must be available, such
 * as `postgres,redis`. Otherwise the run fails before its first test, so that it can't pass with half of its tests
 * skipped.
 */

type Needs = Readonly<Record<string, readonly [isThere: () => boolean | Promise<boolean>, remedy: string]>>;

const programs = () => import('./programs.ts');
const servers = () => import('./servers.ts');
const validators = () => import('./validators.ts');

/**
 * Requirements of tests by name: whether they are met, and what would meet them. Imported on demand, because every run
 * of mocha loads this module.
 */
const NEEDS: Needs = {
  postgres: [async () => (await servers()).postgresUrl !== null, 'set TEST_DATABASE_URL'],
  pgbouncer: [async () => (await servers()).poolerUrl !== null, 'install pgbouncer and set TEST_PGBOUNCER_URL'],
  redis: [async () => (await servers()).redisUrl !== null, 'set TEST_REDIS_URL'],
  chromium: [
    async () => (await import('../../bench/chromium.ts')).chromiumPath() !== null,
    'install Chromium or set CHROMIUM_PATH',
  ],
  verapdf: [async () => (await validators()).verapdf !== null, 'install Java and set VERAPDF_JAR'],
  mustang: [async () => (await validators()).mustang !== null, 'install Java and set MUSTANG_JAR'],
  'kubernetes-validate': [() => Boolean(process.env.KUBERNETES_VALIDATE), 'set KUBERNETES_VALIDATE'],
  qpdf: [async () => (await validators()).hasQpdf, 'install qpdf'],
  poppler: [
    async () => (await import('./poppler.ts')).hasPoppler && (await programs()).hasProgram('pdfsig', '-v'),
    'install poppler-utils',
  ],
  python: [async () => (await programs()).hasProgram('python3'), 'install Python 3'],
  openssl: [async () => (await programs()).hasProgram('openssl', 'version'), 'install openssl'],
};

/** Returns sentences about missing requirements. */
export async function missing(required: string, needs: Needs = NEEDS): Promise<string[]> {
  const found: string[] = [];
  for (const name of required.split(/[\s,]+/).filter(Boolean)) {
    const need = Object.hasOwn(needs, name) ? needs[name] : undefined;
    if (need === undefined)
      found.push(`REQUIRE names ${name}, which no test needs. Known: ${Object.keys(needs).join(', ')}.`);
    else if (!(await need[0]())) found.push(`${name} is required and missing: ${need[1]}.`);
  }
  return found;
}

/** Called by mocha once, before all tests. */
export async function mochaGlobalSetup(): Promise<void> {
  const found = await missing(process.env.REQUIRE ?? '');
  if (found.length > 0) throw new Error(found.join('\n'));
}
