#!/usr/bin/env node
/* global __dirname, require */
// The `pagewright` command, bundled as CommonJS. `render` runs from a script whose compiled code is kept, and without
// Node's loader of ES modules: it must start fast.
import { join } from 'node:path';
import { setRenderingFlags } from '../../server/rendering/v8-flags.ts';

if (process.argv[2] === 'render') {
  // Before the script is compiled, because its code is only valid with the flags that it was made with.
  setRenderingFlags({ once: true });
  require('../engine/engine.cjs').runScript(join(__dirname, 'cli.script.cjs'));
} else import('./all-commands.js');
