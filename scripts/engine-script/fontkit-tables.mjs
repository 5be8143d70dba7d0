// fontkit reads the tables of fonts that documents bring. The engine asks it for no glyphs, layout or subsets, and never
// passes it the contents of WOFF2. These parts, with their tables and dictionaries, are four fifths of its code and of
// the time for loading it. They are left out, so it is built from its sources.
import { transform } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
/** A path, because the package exports only its builds. */
const INDEX = join(dirname(require.resolve('fontkit')), '../src/index.js');
const SOURCES = /[\\/]node_modules[\\/]fontkit[\\/]src[\\/]/;
const LEFT_OUT =
  /^brotli[\\/]|[\\/](LayoutEngine|\w+Subset|(TTF|CFF|SBIX|COLR|WOFF2)Glyph|GlyphVariationProcessor|CFFFont)$/;

/** The esbuild plugin that replaces them. `unusedParts` must come before it: pdfkit only loads fontkit on demand. */
export const fontkitTables = {
  name: 'fontkit-tables',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^fontkit$/ }, () => ({ path: INDEX }));
    onResolve({ filter: LEFT_OUT }, ({ path, importer }) =>
      SOURCES.test(importer) ? { path, namespace: 'left-out' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'left-out' }, ({ path }) => ({
      contents: `const leftOut = () => { throw new Error('assertion failed: fontkit uses no ${path}'); };
        export default leftOut;
        export const Point = leftOut;`,
    }));
    onLoad({ filter: SOURCES }, async ({ path }) => {
      // The sources contain decorators of the old proposal.
      const { code } = await transform(await readFile(path, 'utf8'), {
        loader: 'ts',
        tsconfigRaw: { compilerOptions: { experimentalDecorators: true, useDefineForClassFields: true } },
      });
      return { contents: code, loader: 'js' };
    });
  },
};
