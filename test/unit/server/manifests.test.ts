import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { configHelp } from '../../../server/config.ts';
import { Metrics } from '../../../server/observability/metrics.ts';
import { ScriptedPool } from '../../support/service.ts';

const read = (file: string): string => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found]) => found!);

describe('manifests', () => {
  it('set only existing variables', () => {
    const known = all(configHelp(), /^\s*([A-Z][A-Z_]+)\b/gm);
    const set = [
      ...all(read('docs/kubernetes.yaml'), /\{ name: ([A-Z_]+), value:/g),
      ...all(read('docs/kubernetes.yaml'), /--from-literal=([A-Z_]+)=/g),
      ...all(/environment:\n((?: {4}.*\n)+)/.exec(read('compose.yaml'))![1]!, /^ {4}([A-Z_]+):/gm),
    ];
    expect(set).to.include.members(['PAGEWRIGHT_WORKERS', 'DATABASE_URL', 'PAGEWRIGHT_TRUST_PROXY']);
    expect(set.filter((name) => !known.includes(name))).to.deep.equal([]);
  });

  it('are accepted by Kubernetes', function () {
    const program = process.env.KUBERNETES_VALIDATE;
    if (program === undefined) return this.skip();
    this.timeout(60_000);
    const { status, stdout, stderr } = spawnSync(program, ['--strict', 'docs/kubernetes.yaml'], { encoding: 'utf8' });
    expect([status, stdout + stderr]).to.deep.equal([0, stdout + stderr]);
    expect(`${stdout}${stderr}`.match(/passed/g)).to.have.lengthOf(5);
  });

  it('name only existing metrics, as do the pages that document them', async () => {
    const metrics = new Metrics(new ScriptedPool());
    metrics.watchJobs(
      () => Promise.resolve(0),
      () => 0,
    );
    const known = (await metrics.registry.getMetricsAsJSON()).map(({ name }) => name);
    const named = ['docs/kubernetes.yaml', 'docs/scaling.md'].flatMap((file) =>
      all(read(file), /\b(pagewright_[a-z_]+)/g),
    );
    expect(named).to.include('pagewright_jobs_waiting');
    expect(named.filter((name) => !known.includes(name))).to.deep.equal([]);
  });
});
