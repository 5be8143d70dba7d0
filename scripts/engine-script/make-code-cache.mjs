// Runs the engine's script on a document that touches most of it, and keeps the code that V8 has compiled by then. Runs after the assets are made.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import loader from '../../dist/engine/engine.cjs';

const { codeCacheFile, compileScript, runScript } = loader;

const html = readFileSync(new URL('typical.html', import.meta.url), 'utf8');
const script = compileScript(false);
const { render } = runScript(script);
await render(html);

const folder = dirname(codeCacheFile);
for (const file of readdirSync(folder)) if (file.endsWith('.cache')) rmSync(join(folder, file));
writeFileSync(codeCacheFile, script.createCachedData());
