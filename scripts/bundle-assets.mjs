// Puts everything that ships with the package next to its code: the selected font faces with their licenses, in one
// folder per package; a manifest of all that is known about them without opening one; the engine's style sheets;
// WebAssembly; and hyphenation patterns. Reads the fonts with the engine's own code, so it runs through tsx.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { asLiberation } from './liberation-likeness.mjs';
import { bundleBinaries } from './bundle-binaries.mjs';
import { separability } from './separable-text.ts';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const MODULES = path.join(ROOT, 'node_modules');
const ASSETS = path.join(ROOT, 'assets');
/** Filled first and moved into place at the end, so that the engine never sees an incomplete folder. */
const NEW = path.join(ASSETS, 'new');

bundleBinaries(MODULES, ASSETS);
await import('../engine/platform/node-host.ts');
const { bundledHarfBuzz } = await import('../engine/fonts/harfbuzz.ts');
const { FontFile } = await import('../engine/fonts/font-file.ts');
const { FontFace } = await import('../engine/fonts/font-face.ts');
const { readFont } = await import('../engine/fonts/brought-font.ts');
const { loadFontkit } = await import('../engine/fonts/fontkit-library.ts');
const { readTables } = await import('../engine/fonts/table-directory.ts');
const { Budget, DEFAULT_LIMITS } = await import('../engine/budget.ts');
const { decodeWoff2 } = await import('../engine/fonts/woff.ts');

/** Fonts that are stored with the code, because no package has these releases. */
const BUNDLED = path.join(ROOT, 'engine', 'fonts', 'bundled');

/** The names of a style in packages and in the stored fonts, its weight, and whether it is italic. */
const STYLES = {
  regular: ['400Regular', 'Regular', 400, false],
  bold: ['700Bold', 'Bold', 700, false],
  italic: ['400Regular_Italic', 'Italic', 400, true],
  boldItalic: ['700Bold_Italic', 'BoldItalic', 700, true],
};
const UPRIGHT = ['regular', 'bold'];
const ALL = ['regular', 'bold', 'italic', 'boldItalic'];

/** The families in `pagewright` itself; the other folders are separate packages. */
const CORE = 'fonts';
const SCRIPTS = 'fonts-scripts';
const SYMBOLS = 'fonts-symbols';
const CJK = 'fonts-cjk';

/** Families of @expo-google-fonts packages: package, family, styles, and the folder unless it is the core. */
const EXPO = [
  ...['Arabic', 'Armenian', 'Georgian', 'Hebrew', 'Khmer', 'Lao', 'Tamil', 'Thai'].map((script) => [
    `noto-sans-${script.toLowerCase()}`,
    `Noto Sans ${script}`,
    UPRIGHT,
    SCRIPTS,
  ]),
  ...['Gujarati', 'Gurmukhi', 'Kannada', 'Malayalam', 'Myanmar', 'Sinhala', 'Telugu'].map((script) => [
    `noto-sans-${script.toLowerCase()}`,
    `Noto Sans ${script}`,
    ['regular'],
    SCRIPTS,
  ]),
  ['noto-serif-tibetan', 'Noto Serif Tibetan', ['regular'], SCRIPTS],
  ['stix-two-math', 'STIX Two Math', ['regular']],
  ['noto-sans-symbols', 'Noto Sans Symbols', UPRIGHT, SYMBOLS],
  ['noto-sans-symbols-2', 'Noto Sans Symbols 2', ['regular'], SYMBOLS],
];

/** Modern and ancient scripts with small fonts. */
const SMALL_SCRIPTS = [
  'Syriac',
  'Thaana',
  'Samaritan',
  'Mandaic',
  'Cherokee',
  'Runic',
  'Tagalog',
  'Hanunoo',
  'Buhid',
  'Tagbanwa',
  'Limbu',
  'Tai Le',
  'New Tai Lue',
  'Buginese',
  'Tai Tham',
  'Balinese',
  'Sundanese',
  'Batak',
  'Lepcha',
  'Ol Chiki',
  'Glagolitic',
  'Coptic',
  'Vai',
  'Syloti Nagri',
  'PhagsPa',
  'Saurashtra',
  'Kayah Li',
  'Rejang',
  'Javanese',
  'Cham',
  'Tai Viet',
  'Meetei Mayek',
  'Linear B',
  'Lycian',
  'Carian',
  'Gothic',
  'Old Permic',
  'Ugaritic',
  'Old Persian',
  'Deseret',
  'Shavian',
  'Osmanya',
  'Osage',
  'Elbasan',
  'Caucasian Albanian',
  'Cypriot',
  'Imperial Aramaic',
  'Palmyrene',
  'Nabataean',
  'Hatran',
  'Phoenician',
  'Lydian',
  'Meroitic',
  'Kharoshthi',
  'Old South Arabian',
  'Old North Arabian',
  'Manichaean',
  'Avestan',
  'Inscriptional Parthian',
  'Inscriptional Pahlavi',
  'Psalter Pahlavi',
  'Old Turkic',
  'Old Hungarian',
  'Brahmi',
  'Kaithi',
  'Chakma',
  'Adlam',
];

/**
 * Families in the release that Linux systems have, whose outlines and metrics differ slightly and which is hinted:
 * family, styles, folder.
 */
const LINUX = [
  ['Noto Sans', ALL, CORE],
  ['Noto Serif', ALL, CORE],
  ['Noto Sans Mono', UPRIGHT, CORE],
  ...['Bengali', 'Devanagari', 'Ethiopic'].map((script) => [`Noto Sans ${script}`, UPRIGHT, SCRIPTS]),
  ...['Mongolian', 'Oriya'].map((script) => [`Noto Sans ${script}`, ['regular'], SCRIPTS]),
  ['Noto Sans Math', ['regular'], SYMBOLS],
  ...SMALL_SCRIPTS.map((script) => [`Noto Sans ${script}`, ['regular'], SCRIPTS]),
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

/**
 * Arimo, Tinos and Cousine, in the last releases with manually written instructions like those of the Liberation fonts,
 * so that viewers that apply hints draw the same letters. They replace the Liberation fonts, whose metrics they share.
 * Text must look as it does in browsers with the Liberation fonts. Characters that Liberation lacks (its repertoire is
 * the Windows Glyph List) are therefore left to the fallback, and the few different advances and kerning pairs are
 * listed.
 */
const REPERTOIRE = [
  '20-7e a0-17f 192 1fa-1ff 218-21b 2c6-2c7 2c9 2d8-2dd 37e 384-38a 38c 38e-3a1 3a3-3ce 400-45f 490-491 1e80-1e85 1ef2-1ef3',
  '2010-2011 2013-2015 2017-201e 2020-2022 2026 2030 2032-2033 2039-203a 203c 203e 2044 207f 20a3-20a4 20a7 20ac 2105 2113',
  '2116 2122 2126 212e 215b-215e 2190-2195 21a8 2202 2206 220f 2211-2212 2215 2219-221a 221e-221f 2229 222b 2248 2260-2261',
  '2264-2265 2302 2310 2320-2321 2500 2502 250c 2510 2514 2518 251c 2524 252c 2534 253c 2550-256c 2580 2584 2588 258c',
  '2590-2593 25a0-25a1 25aa-25ac 25b2 25ba 25bc 25c4 25ca-25cb 25cf 25d8-25d9 25e6 263a-263c 2640 2642 2660 2663 2665-2666',
  '266a-266b fb01-fb02',
].flatMap((line) =>
  line.split(' ').flatMap((range) => [range.split('-')[0], range.split('-').at(-1)].map((hex) => parseInt(hex, 16))),
);

/** Advances in font units, by face and character. */
const ADVANCES = {
  'Arimo-400': { '·': 569, ƒ: 1139, Ѝ: 1479, џ: 1131, ⁿ: 747 },
  'Arimo-700': { µ: 1180, '·': 569, ƒ: 1139, Ѝ: 1479, ⁿ: 811 },
  'Arimo-400i': { '·': 569, ĩ: 569, ī: 569, ĭ: 569, ƒ: 1139, п: 1139, ѝ: 1158 },
  'Arimo-700i': { '·': 569, ƒ: 1139, Ќ: 1274, ѝ: 1268 },
  'Tinos-400': { '·': 512 },
  'Tinos-700': { '·': 512 },
  'Tinos-400i': { ѝ: 1183 },
  'Tinos-700i': { ѝ: 1275 },
};

/**
 * Average advance and width of the glyphs' bounding box in font units, by face. They determine the width of text
 * fields.
 */
const WIDTHS = {
  'Arimo-400': [1208, 2567],
  'Arimo-700': [1255, 2552],
  'Arimo-400i': [1210, 2733],
  'Arimo-700i': [1258, 2739],
  'Tinos-400': [1163, 2424],
  'Tinos-700': [1217, 2595],
  'Tinos-400i': [1145, 2590],
  'Tinos-700i': [1185, 2721],
  'Cousine-400': [1229, 1297],
  'Cousine-700': [1229, 1314],
  'Cousine-400i': [1229, 1636],
  'Cousine-700i': [1229, 1622],
};

const STAND_INS = ['Arimo', 'Tinos', 'Cousine'];
/** Returns the file of a style, which is not in a subfolder in these releases. */
const standInFile = (family, subfolder) =>
  path.join(MODULES, '@expo-google-fonts', family.toLowerCase(), `${family}_${subfolder}.ttf`);

function standInOf(family, file) {
  if (!STAND_INS.includes(family)) return null;
  const advances = Object.entries(ADVANCES[path.parse(file).name] ?? {});
  return {
    repertoire: packed(REPERTOIRE),
    advances: Object.fromEntries(advances.map(([character, units]) => [character.codePointAt(0), units])),
    unkernedPair: family === 'Arimo' ? '1' : null,
  };
}

/** Returns a face's metrics. For the metrics that determine widths, a stand-in has those of the original font. */
function metricsOf({ metrics }, file) {
  const widths = WIDTHS[path.parse(file).name];
  return widths === undefined ? metrics : { ...metrics, averageAdvance: widths[0], boundsWidth: widths[1] };
}

/** The entries of the manifests, by folder. */
const manifests = new Map([CORE, SCRIPTS, SYMBOLS, CJK].map((folder) => [folder, []]));

/** Encodes ascending numbers as differences, which are short. */
const packed = (numbers) => numbers.map((n, i) => (i === 0 ? n : n - numbers[i - 1]));

const fontkit = await loadFontkit();

/** Opens a font like one that a document brings. */
function fontOf(file, bytes) {
  const font = readFont(fontkit, bytes, 0, new Budget(DEFAULT_LIMITS));
  if (typeof font === 'string') throw new Error(`${file}: ${font}`);
  return font;
}

const faceOf = (bytes, { metrics }, description) =>
  new FontFace(
    { variations: [], axes: [], coverage: null, standIn: null, ...description },
    metrics,
    new FontFile(() => bytes, bundledHarfBuzz, 0),
  );

function readStandIn(family, subfolder) {
  const file = standInFile(family, subfolder);
  const font = fs.readFileSync(file);
  const face = faceOf(font, fontOf(file, font), {});
  const glyphs = new Map();
  const ranges = face.coverage();
  for (let i = 0; i < ranges.length; i += 2)
    for (let character = ranges[i]; character <= ranges[i + 1]; character++)
      glyphs.set(character, face.glyphFor(character));
  return asLiberation(font, readTables(font, 0), glyphs);
}

function addFace(file, bytes, family, weight, italic, folder = CORE) {
  const font = fontOf(file, bytes);
  const { names } = font;
  const description = {
    key: `${family.toLowerCase().replaceAll(' ', '-')}-${weight}-${italic ? 'italic' : 'normal'}`,
    family,
    postscriptName: names.postscriptName,
    weight,
    italic,
  };
  const face = faceOf(bytes, font, description);
  manifests.get(folder).push({
    file: `${folder}/${file}`,
    ...description,
    fullName: names.fullName,
    standIn: standInOf(family, file),
    metrics: metricsOf(face, file),
    separable: separability(bytes, readTables(bytes, 0), face.glyphFor(0x20)),
    coverage: packed(face.coverage()),
  });
  fs.writeFileSync(path.join(NEW, folder, file), bytes);
}

function addLicence(source, name, folder = CORE) {
  fs.copyFileSync(source, path.join(NEW, folder, 'licences', `${name}.txt`));
}

fs.rmSync(NEW, { recursive: true, force: true });
for (const folder of manifests.keys()) fs.mkdirSync(path.join(NEW, folder, 'licences'), { recursive: true });

for (const family of STAND_INS) {
  for (const [subfolder, , weight, italic] of Object.values(STYLES)) {
    addFace(`${family}-${weight}${italic ? 'i' : ''}.ttf`, readStandIn(family, subfolder), family, weight, italic);
  }
  addLicence(path.join(BUNDLED, 'Croscore-LICENSE.txt'), family);
}

for (const [name, family, styles, pack] of EXPO) {
  const folder = path.join(MODULES, '@expo-google-fonts', name);
  for (const style of styles) {
    const [subfolder, , weight, italic] = STYLES[style];
    const source = fs.readdirSync(path.join(folder, subfolder)).find((file) => file.endsWith('.ttf'));
    const file = `${family.replaceAll(' ', '')}-${weight}${italic ? 'i' : ''}.ttf`;
    addFace(file, fs.readFileSync(path.join(folder, subfolder, source)), family, weight, italic, pack);
  }
  addLicence(path.join(folder, 'LICENSE_FONT'), family, pack);
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

/**
 * Renames the only substitution table of a font, because its vertical forms of punctuation are glyphs of other
 * characters.
 */
function withoutSubstitutions(font) {
  const tables = font.readUInt16BE(4);
  for (let i = 0; i < tables; i++) {
    const at = 12 + 16 * i;
    if (font.toString('latin1', at, at + 4) === 'GSUB') font.write('GSUX', at, 'latin1');
  }
  return font;
}

// Chinese and Japanese characters in one weight, in 4 MB.
addFace(
  'DroidSansFallback.ttf',
  withoutSubstitutions(fs.readFileSync(path.join(BUNDLED, 'DroidSansFallbackFull.ttf'))),
  'Droid Sans Fallback',
  400,
  false,
  CJK,
);
addLicence(path.join(BUNDLED, 'DroidSansFallback-LICENSE.txt'), 'Droid Sans Fallback', CJK);

for (const [family, styles, folder] of LINUX) {
  const name = family.replaceAll(' ', '');
  for (const style of styles) {
    const [, suffix, weight, italic] = STYLES[style];
    const font = fs.readFileSync(path.join(BUNDLED, `${name}-${suffix}.ttf`));
    addFace(`${name}-${weight}${italic ? 'i' : ''}.ttf`, font, family, weight, italic, folder);
  }
  addLicence(path.join(BUNDLED, 'Noto-LICENSE.txt'), 'Noto', folder);
}

const emoji = await decodeWoff2(fs.readFileSync(path.join(MODULES, 'twemoji-colr-font', 'twemoji.woff2')));
if (typeof emoji === 'string') throw new Error(`twemoji: ${emoji}`);
addFace('Twemoji.ttf', emoji, 'Twemoji', 400, false);
addLicence(path.join(MODULES, 'twemoji-colr-font', 'LICENSE'), 'Twemoji');

for (const [folder, faces] of manifests) {
  fs.writeFileSync(path.join(NEW, folder, 'manifest.json'), JSON.stringify({ faces }));
  fs.rmSync(path.join(ASSETS, folder), { recursive: true, force: true });
  fs.renameSync(path.join(NEW, folder), path.join(ASSETS, folder));
}
fs.rmdirSync(NEW);

const sheets = path.join(ROOT, 'engine', 'css');
const target = path.join(ASSETS, 'css');
fs.mkdirSync(target, { recursive: true });
for (const file of fs.readdirSync(sheets))
  if (file.endsWith('.css')) fs.copyFileSync(path.join(sheets, file), path.join(target, file));
