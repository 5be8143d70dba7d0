/** PDFium, and the files of the engine that the first page needs: those of every document, and the fonts of this one. */
export const FIRST_FILES = [
  'pdfium.wasm',
  'fonts/manifest.json',
  'fonts-scripts/manifest.json',
  'fonts-symbols/manifest.json',
  'fonts-cjk/manifest.json',
  'css/user-agent.css',
  'css/quirks.css',
  'wasm/harfbuzz.wasm',
  'wasm/harfbuzz-subset.wasm',
  'wasm/libdeflate.wasm',
  'fonts/NotoSerif-400.ttf',
  'fonts/Arimo-700.ttf',
  'fonts/Tinos-400.ttf',
] as const;
