#!/usr/bin/env node
// The `pagewright` command, committed so that npx finds it in a fresh clone, where the compiled one doesn't exist before the first build.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const compiled = new URL('../dist/server/cli.js', import.meta.url);
const root = fileURLToPath(new URL('..', import.meta.url));

/** Builds a clone. Standard output belongs to the command. */
function build() {
  if (!existsSync(new URL('../node_modules/typescript', import.meta.url))) {
    process.stderr.write(`pagewright: not installed yet. Run \`npm ci\` in ${root} first.\n`);
    process.exit(2);
  }
  process.stderr.write('pagewright: building for the first time, which takes about 20 seconds ...\n');
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    process.stderr.write(`pagewright: the build failed. Run \`npm run build\` in ${root} to see why.\n`);
    process.exit(2);
  }
}

if (!existsSync(compiled)) build();
await import(compiled.href);
