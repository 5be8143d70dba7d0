// Collects WebAssembly, hyphenation patterns and dictionaries of other packages with their licenses, so that an
// installation needs no other package.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { noteBundled } from './bundled-packages.mjs';
import { deflateModule } from './deflate-module.mjs';

const require = createRequire(import.meta.url);

/** Package files by the engine's names for them. */
const WASM = {
  'harfbuzz.wasm': 'harfbuzzjs/dist/harfbuzz.wasm',
  'harfbuzz-subset.wasm': 'harfbuzzjs/dist/harfbuzz-subset.wasm',
  'resvg.wasm': '@resvg/resvg-wasm/index_bg.wasm',
  'webp.wasm': '@jsquash/webp/codec/dec/webp_dec.wasm',
  'avif.wasm': '@jsquash/avif/codec/dec/avif_dec.wasm',
  'jxl.wasm': '@jsquash/jxl/codec/dec/jxl_dec.wasm',
  'lcms.wasm': 'lcms-wasm/dist/lcms.wasm',
  'pdfium.wasm': '@hyzyla/pdfium/dist/pdfium.wasm',
};

/** Modules that few documents need. They are deflated, so that the package stays small. */
const DEFLATED = new Set(['avif.wasm', 'jxl.wasm', 'lcms.wasm', 'pdfium.wasm']);

/** Returns patterns as JSON, or null for a file without any. */
function patternsOf(file) {
  try {
    return JSON.stringify(require(file)) ?? null;
  } catch {
    return null;
  }
}

/**
 * Copies files from `node_modules` (the folder `modules`) to `assets/wasm/` and `assets/hyphenation/`. The patterns
 * are deflated to a third of their size.
 */
export function bundleBinaries(modules, assets) {
  const wasm = path.join(assets, 'wasm');
  fs.mkdirSync(path.join(wasm, 'licences'), { recursive: true });
  fs.writeFileSync(path.join(wasm, 'libdeflate.wasm'), deflateModule(path.join(modules, 'libdeflate')));
  fs.copyFileSync(path.join(modules, 'libdeflate', 'LICENSE.txt'), path.join(wasm, 'licences', 'libdeflate.txt'));
  for (const [name, file] of Object.entries(WASM)) {
    fs.rmSync(path.join(wasm, DEFLATED.has(name) ? name : `${name}.z`), { force: true });
    const bytes = fs.readFileSync(path.join(modules, file));
    if (DEFLATED.has(name)) fs.writeFileSync(path.join(wasm, `${name}.z`), deflateSync(bytes, { level: 9 }));
    else fs.writeFileSync(path.join(wasm, name), bytes);
  }
  noteBundled([...Object.values(WASM), 'hyphen/patterns'].map((file) => `node_modules/${file}`));

  const words = path.join(assets, 'dictionaries');
  fs.cpSync(path.join(import.meta.dirname, '..', 'engine', 'text', 'dictionaries'), words, { recursive: true });

  const patterns = path.join(modules, 'hyphen', 'patterns');
  const hyphenation = path.join(assets, 'hyphenation');
  fs.mkdirSync(hyphenation, { recursive: true });
  for (const file of fs.readdirSync(patterns).filter((name) => name.endsWith('.js'))) {
    const json = patternsOf(path.join(patterns, file));
    if (json !== null)
      fs.writeFileSync(path.join(hyphenation, `${path.parse(file).name}.json.z`), deflateSync(json, { level: 9 }));
  }
}
