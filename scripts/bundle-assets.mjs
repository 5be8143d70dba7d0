// Puts what ships with the package beside its code: the chosen font faces with their licences and a manifest of everything that
// can be known about them without opening one, and the engine's style sheets. Runs after the compiler, whose output it reads fonts with.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const MODULES = path.join(ROOT, 'node_modules');
const FONTS = path.join(ROOT, 'assets', 'fonts');

const { bundledHarfBuzz } = await import('../dist/engine/fonts/harfbuzz.js');
const { FontFile } = await import('../dist/engine/fonts/font-file.js');
const { LoadedFace } = await import('../dist/engine/fonts/loaded-face.js');
const { readDirectory, readNames, readTableMetrics } = await import('../dist/engine/fonts/sfnt.js');
const { decodeWoff2 } = await import('../dist/engine/fonts/woff.js');

const STYLES = {
  regular: ['400Regular', 400, false],
  bold: ['700Bold', 700, false],
  italic: ['400Regular_Italic', 400, true],
  boldItalic: ['700Bold_Italic', 700, true],
};
const UPRIGHT = ['regular', 'bold'];
const ALL = ['regular', 'bold', 'italic', 'boldItalic'];

/** Families of @expo-google-fonts packages: package, family, styles. */
const EXPO = [
  ['arimo', 'Arimo', ALL],
  ['tinos', 'Tinos', ALL],
  ['cousine', 'Cousine', ALL],
  ['noto-sans', 'Noto Sans', ALL],
  ['noto-serif', 'Noto Serif', ALL],
  ['noto-sans-mono', 'Noto Sans Mono', UPRIGHT],
  ...[
    'Arabic',
    'Armenian',
    'Bengali',
    'Devanagari',
    'Ethiopic',
    'Georgian',
    'Hebrew',
    'Khmer',
    'Lao',
    'Tamil',
    'Thai',
  ].map((script) => [`noto-sans-${script.toLowerCase()}`, `Noto Sans ${script}`, UPRIGHT]),
  ['noto-sans-math', 'Noto Sans Math', ['regular']],
  ['noto-sans-symbols', 'Noto Sans Symbols', UPRIGHT],
  ['noto-sans-symbols-2', 'Noto Sans Symbols 2', ['regular']],
];

const DEJAVU = [
  ['DejaVuSans', 'DejaVu Sans', 400, false],
  ['DejaVuSans-ExtraLight', 'DejaVu Sans', 200, false],
  ['DejaVuSans-Bold', 'DejaVu Sans', 700, false],
  ['DejaVuSans-Oblique', 'DejaVu Sans', 400, true],
  ['DejaVuSans-BoldOblique', 'DejaVu Sans', 700, true],
  ['DejaVuSansMono', 'DejaVu Sans Mono', 400, false],
  ['DejaVuSansMono-Bold', 'DejaVu Sans Mono', 700, false],
  ['DejaVuSansMono-Oblique', 'DejaVu Sans Mono', 400, true],
  ['DejaVuSansMono-BoldOblique', 'DejaVu Sans Mono', 700, true],
  ['DejaVuSerif', 'DejaVu Serif', 400, false],
  ['DejaVuSerif-Bold', 'DejaVu Serif', 700, false],
  ['DejaVuSerif-Italic', 'DejaVu Serif', 400, true],
  ['DejaVuSerif-BoldItalic', 'DejaVu Serif', 700, true],
];

/** Families that stand in for others which don't kern this character with itself. */
const UNKERNED = { Arimo: '1' };

const faces = [];

/** Ascending numbers as differences, which are short. */
const packed = (numbers) => numbers.map((n, i) => (i === 0 ? n : n - numbers[i - 1]));

function addFace(file, bytes, family, weight, italic) {
  const directory = readDirectory(bytes, 0);
  if (typeof directory === 'string') throw new Error(`${file}: ${directory}`);
  const names = readNames(bytes, directory);
  const description = {
    key: `${family.toLowerCase().replaceAll(' ', '-')}-${weight}-${italic ? 'italic' : 'normal'}`,
    family,
    postscriptName: names.postscriptName,
    weight,
    italic,
    unkernedPair: UNKERNED[family] ?? null,
  };
  const fontFile = new FontFile(() => bytes, bundledHarfBuzz, 0);
  const face = new LoadedFace(
    { ...description, variations: [], coverage: null },
    readTableMetrics(bytes, directory),
    fontFile,
  );
  faces.push({
    file,
    ...description,
    fullName: names.fullName,
    metrics: face.metrics,
    coverage: packed(face.coverage()),
  });
  fs.writeFileSync(path.join(FONTS, file), bytes);
}

function addLicence(source, name) {
  fs.copyFileSync(source, path.join(FONTS, 'licences', `${name}.txt`));
}

fs.rmSync(FONTS, { recursive: true, force: true });
fs.mkdirSync(path.join(FONTS, 'licences'), { recursive: true });

for (const [name, family, styles] of EXPO) {
  const folder = path.join(MODULES, '@expo-google-fonts', name);
  for (const style of styles) {
    const [subfolder, weight, italic] = STYLES[style];
    const source = fs.readdirSync(path.join(folder, subfolder)).find((file) => file.endsWith('.ttf'));
    const file = `${family.replaceAll(' ', '')}-${weight}${italic ? 'i' : ''}.ttf`;
    addFace(file, fs.readFileSync(path.join(folder, subfolder, source)), family, weight, italic);
  }
  addLicence(path.join(folder, 'LICENSE_FONT'), family);
}

for (const [file, family, weight, italic] of DEJAVU) {
  addFace(
    `${file}.ttf`,
    fs.readFileSync(path.join(MODULES, 'dejavu-fonts-ttf', 'ttf', `${file}.ttf`)),
    family,
    weight,
    italic,
  );
}
addLicence(path.join(MODULES, 'dejavu-fonts-ttf', 'LICENSE'), 'DejaVu');

const emoji = await decodeWoff2(fs.readFileSync(path.join(MODULES, 'twemoji-colr-font', 'twemoji.woff2')));
if (typeof emoji === 'string') throw new Error(`twemoji: ${emoji}`);
addFace('Twemoji.ttf', emoji, 'Twemoji', 400, false);
addLicence(path.join(MODULES, 'twemoji-colr-font', 'LICENSE'), 'Twemoji');

fs.writeFileSync(path.join(FONTS, 'manifest.json'), JSON.stringify({ faces }));

const sheets = path.join(ROOT, 'engine', 'css');
const target = path.join(ROOT, 'dist', 'engine', 'css');
fs.mkdirSync(target, { recursive: true });
for (const file of fs.readdirSync(sheets))
  if (file.endsWith('.css')) fs.copyFileSync(path.join(sheets, file), path.join(target, file));
