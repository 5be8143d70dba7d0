#!/usr/bin/env node
// The `pagewright` command, committed so that npx finds it in a fresh clone, where the compiled one doesn't exist before the first build. CommonJS starts
// faster than an ES module.
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
const compiled = join(root, 'dist/server/cli.cjs');

/** Builds a fresh clone. Standard output is reserved for the command. */
function build() {
  if (!existsSync(join(root, 'node_modules/typescript'))) {
    process.stderr.write(`pagewright: not installed yet. Run \`npm ci\` in ${root} first.\n`);
    process.exit(2);
  }
  process.stderr.write('pagewright: building for the first time, which takes one or two minutes ...\n');
  const { spawnSync } = require('node:child_process');
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
require(compiled);
