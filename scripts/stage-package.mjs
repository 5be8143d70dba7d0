// Copies what the package.json of a folder in packages/ lists from the single build into that folder. `npm pack` runs
// it, because it only takes files below that folder.
//
//   node stage-package.mjs server | fonts-scripts | fonts-symbols | fonts-cjk | fonts-hangul
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync, copyFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

const INDEX = `import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('./fonts/', import.meta.url);

export const fonts = readdirSync(folder)
  .filter((name) => name.endsWith('.ttf'))
  .sort()
  .map((name) => new Uint8Array(readFileSync(new URL(name, folder))));
`;

const TYPES = `/** Font files, for the option \`fonts\` of \`pagewright\`. */
export declare const fonts: readonly Uint8Array[];
`;

/** Copies the build's own fonts, or those of a package that only this one needs. */
function stageFonts(name, target) {
  const fonts = join(target, 'fonts');
  const bundled = join(ROOT, 'assets', name);
  rmSync(fonts, { recursive: true, force: true });
  if (existsSync(bundled)) {
    cpSync(bundled, fonts, { recursive: true, filter: (path) => !path.endsWith('manifest.json') });
  } else {
    const source = join(ROOT, 'node_modules/@expo-google-fonts/nanum-gothic');
    mkdirSync(join(fonts, 'licences'), { recursive: true });
    for (const style of ['400Regular', '700Bold'])
      for (const file of readdirSync(join(source, style)).filter((font) => font.endsWith('.ttf')))
        copyFileSync(join(source, style, file), join(fonts, file));
    copyFileSync(join(source, 'LICENSE_FONT'), join(fonts, 'licences', 'Nanum Gothic.txt'));
  }
  writeFileSync(join(target, 'index.js'), INDEX);
  writeFileSync(join(target, 'index.d.ts'), TYPES);
}

function stageServer(target) {
  for (const folder of ['dist', 'assets']) {
    rmSync(join(target, folder), { recursive: true, force: true });
    cpSync(join(ROOT, folder), join(target, folder), { recursive: true });
  }
  copyFileSync(join(ROOT, 'LICENSE'), join(target, 'LICENSE'));
}

const [name] = process.argv.slice(2);
const target = join(ROOT, 'packages', name);
if (!existsSync(join(ROOT, 'dist/engine/index.js'))) throw new Error('There is no build yet: npm run build');
if (name === 'server') stageServer(target);
else stageFonts(name, target);
