#!/usr/bin/env node
// The `pagewright` command. `render` runs from a script whose compiled code is kept, and without Node's loader of ES modules: it must start fast.
const { join } = require('node:path');

if (process.argv[2] === 'render') require('../engine/engine.cjs').runScript(join(__dirname, 'cli.script.cjs'));
else import('./all-commands.js');
