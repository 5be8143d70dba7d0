/**
 * The files of the engine that the first page needs, and PDFium: those of every document, and the font of this one. In
 * the order in which they are needed.
 */
export const FIRST_FILES = [
  'fonts/manifest.json',
  'fonts-scripts/manifest.json',
  'fonts-symbols/manifest.json',
  'fonts-cjk/manifest.json',
  'css/user-agent.css',
  'css/quirks.css',
  'wasm/harfbuzz.wasm',
  'fonts/NotoSerif-400.ttf',
  'wasm/libdeflate.wasm',
  'wasm/harfbuzz-subset.wasm',
  'pdfium.wasm',
] as const;
