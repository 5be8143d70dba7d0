// Extracts libdeflate's WebAssembly, which its package contains only as text within the generated glue.
import fs from 'node:fs';
import path from 'node:path';

const MODULE_URL = /data:application\/octet-stream;base64,([A-Za-z0-9+/=]+)/;

/** The functions that `engine/platform/libdeflate.ts` calls, by their minified names. */
const EXPORTS = {
  d: '___wasm_call_ctors',
  e: '_libdeflate_alloc_compressor',
  j: '_libdeflate_zlib_compress',
  k: '_libdeflate_zlib_compress_bound',
  n: '_malloc',
  o: '_free',
};
const IMPORTS = ['"b":_emscripten_memcpy_big', '"a":_emscripten_resize_heap'];

/** Returns the module's bytes from the package in a folder. */
export function deflateModule(folder) {
  const glue = fs.readFileSync(path.join(folder, 'dist', 'libdeflate.wasm.mjs'), 'utf8');
  const expected = [
    ...Object.entries(EXPORTS).map(([short, name]) => `Module["${name}"]=asm["${short}"]`),
    ...IMPORTS,
    'wasmMemory=Module["asm"]["c"]',
  ];
  for (const text of expected)
    if (!glue.includes(text)) throw new Error(`libdeflate: its build has no ${text} any more`);
  return Buffer.from(MODULE_URL.exec(glue)[1], 'base64');
}
