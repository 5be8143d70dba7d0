/**
 * The fonts that ship with the package and the families they represent. The manifest holds everything that layout needs
 * before it shapes a glyph, so only fonts in use are ever read.
 */
import { host, readText } from '../platform/host.ts';
import type { FaceMetrics } from './face-metrics.ts';
import type { FamilyFace, FontFamily } from './font-family.ts';
import { FontFile } from './font-file.ts';
import { bundledHarfBuzz } from './harfbuzz.ts';
import { FontFace, type StandIn } from './font-face.ts';

interface ManifestFace {
  /** Includes the folder: `fonts/Tinos-400.ttf`. */
  readonly file: string;
  readonly key: string;
  readonly family: string;
  readonly postscriptName: string;
  readonly fullName: string;
  readonly weight: number;
  readonly italic: boolean;
  readonly standIn: StandIn | null;
  readonly metrics: FaceMetrics;
  readonly separable: 'words' | 'characters' | null;
  /** Code point ranges as differences of ascending numbers. */
  readonly coverage: readonly number[];
}

/** Names of other families, in lower case, that map to a bundled family with the same metrics. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['arial', 'arimo'],
  ['helvetica', 'arimo'],
  ['liberation sans', 'arimo'],
  ['times', 'tinos'],
  ['times new roman', 'tinos'],
  ['liberation serif', 'tinos'],
  ['courier', 'cousine'],
  ['courier new', 'cousine'],
  ['liberation mono', 'cousine'],
]);

/** Irregular PostScript names of these families: the parts before and after the style, in lower case. */
const POSTSCRIPT_ALIASES: ReadonlyMap<string, readonly [stem: string, end: string]> = new Map([
  ['arial', ['arial', 'mt']],
  ['times new roman', ['timesnewromanps', 'mt']],
  ['courier new', ['couriernewps', 'mt']],
]);

/** Generic families. Other generics have no family and are skipped. */
const GENERICS: ReadonlyMap<string, string> = new Map([
  ['serif', 'tinos'],
  ['sans-serif', 'arimo'],
  ['monospace', 'noto sans mono'],
  ['system-ui', 'noto sans'],
  ['math', 'stix two math'],
]);

/** The family used if nothing in a family list matches. */
export const LAST_RESORT_FAMILY = 'tinos';

/**
 * Manifests of the font folders. The first always exists. Packaging decides which of the others exist, never what else
 * is installed.
 */
export const FONT_MANIFESTS: readonly string[] = ['fonts', 'fonts-scripts', 'fonts-symbols', 'fonts-cjk'].map(
  (folder) => `${folder}/manifest.json`,
);

/** The bundled faces: immutable package data, shared by all renders of the process. */
let families: ReadonlyMap<string, FontFamily> | null = null;
let localNames: ReadonlyMap<string, FamilyFace> | null = null;
let localAliases: ReadonlyMap<string, FamilyFace> | null = null;

function unpack(differences: readonly number[]): number[] {
  const numbers: number[] = [];
  let last = 0;
  for (const difference of differences) numbers.push((last += difference));
  return numbers;
}

const unpackStandIn = (standIn: StandIn | null): StandIn | null =>
  standIn === null ? null : { ...standIn, repertoire: unpack(standIn.repertoire) };

/** Returns a face of a family of static fonts. */
function staticFace(weight: number, italic: boolean, load: () => FontFace | null): FamilyFace {
  return {
    weight: [weight, weight],
    stretch: [100, 100],
    slope: { type: italic ? 'italic' : 'normal', degrees: [0, 0] },
    unicodeRange: null,
    overrides: null,
    sizeAdjust: 1,
    featureSettings: [],
    variationSettings: [],
    variableMetrics: () => null,
    load,
  };
}

function readFont(file: string): Uint8Array {
  const bytes = host().read(file);
  if (bytes === null) throw new Error(`The bundled font ${file} is missing.`);
  return bytes;
}

/** Returns the faces of all folders that exist. */
function manifestFaces(): ManifestFace[] {
  return FONT_MANIFESTS.filter((name, i) => i === 0 || host().has(name)).flatMap(
    (name) => (JSON.parse(readText(name)) as { faces: ManifestFace[] }).faces,
  );
}

function readManifests(): void {
  const found = new Map<string, { faces: FamilyFace[] }>();
  const names = new Map<string, FamilyFace>();
  for (const face of manifestFaces()) {
    const name = face.family.toLowerCase();
    const family = found.get(name) ?? { faces: [] };
    found.set(name, family);
    let loaded: FontFace | null = null;
    const entry = staticFace(face.weight, face.italic, () => {
      const file = (): FontFile => new FontFile(() => readFont(face.file), bundledHarfBuzz, 0);
      return (loaded ??= new FontFace(
        { ...face, variations: [], axes: [], coverage: unpack(face.coverage), standIn: unpackStandIn(face.standIn) },
        face.metrics,
        file(),
      ));
    });
    family.faces.push(entry);
    names.set(face.fullName.toLowerCase(), entry).set(face.postscriptName.toLowerCase(), entry);
  }
  families = found;
  localNames = names;
  localAliases = aliasNames(found);
}

/** Returns the full names and PostScript names that the faces of aliased families would have. */
function aliasNames(found: ReadonlyMap<string, { readonly faces: readonly FamilyFace[] }>): Map<string, FamilyFace> {
  const names = new Map<string, FamilyFace>();
  for (const [alias, target] of ALIASES) {
    const [stem, end] = POSTSCRIPT_ALIASES.get(alias) ?? [alias.replaceAll(' ', ''), ''];
    for (const face of found.get(target)?.faces ?? []) {
      const words = [...(face.weight[0] >= 600 ? ['bold'] : []), ...(face.slope.type === 'italic' ? ['italic'] : [])];
      names.set([alias, ...words].join(' '), face);
      names.set(`${stem}${words.length > 0 ? `-${words.join('')}` : ''}${end}`, face);
    }
  }
  return names;
}

/** Returns the bundled family for a name in a font-family list. Null means: try the next name. */
export function bundledFamily(name: string, generic: boolean): FontFamily | null {
  if (families === null) readManifests();
  const lower = name.toLowerCase();
  const target = generic ? GENERICS.get(lower) : (ALIASES.get(lower) ?? lower);
  if (target === undefined) return null;
  return families!.get(target) ?? null;
}

/** Returns the names of the bundled families and of those that they replace, in lower case. */
export function bundledFamilyNames(): readonly string[] {
  if (families === null) readManifests();
  return [...families!.keys(), ...ALIASES.keys()];
}

/** Returns the bundled face with a full name or PostScript name, for `local()`. */
export function bundledFaceNamed(name: string): FamilyFace | null {
  if (localNames === null) readManifests();
  return localNames!.get(name.toLowerCase()) ?? null;
}

/**
 * Returns the bundled face that is metric-compatible with the widespread face of this full name or PostScript name, for
 * `local()`.
 */
export function bundledAliasNamed(name: string): FamilyFace | null {
  if (localAliases === null) readManifests();
  return localAliases!.get(name.toLowerCase()) ?? null;
}
