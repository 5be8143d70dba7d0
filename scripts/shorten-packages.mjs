// Shortens names within bundled packages. Own names stay readable in stack traces.
import { transform } from 'esbuild';
import { readFile } from 'node:fs/promises';

/** Whether names are short already. */
const isShort = (source) => source.length > 500 * source.split('\n').length;

/** A plugin for esbuild. It leaves files to plugins before it that replace them. */
export const shortenPackages = {
  name: 'shorten-packages',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      if (isShort(source)) return null;
      const isModule = /^\s*(?:import|export)\b/m.test(source);
      const { code } = await transform(source, {
        format: isModule ? 'esm' : 'cjs',
        minifyIdentifiers: true,
        legalComments: 'inline',
        charset: 'utf8',
      });
      return { contents: code };
    }),
};
