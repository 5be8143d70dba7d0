/**
 * The fonts that come with the package, and which families they stand for. The manifest says everything about a face that layout asks
 * before a glyph is needed, so that only fonts that are used are ever read.
 */
import { host, readText } from '../platform/host.ts';
import type { FaceMetrics } from './face.ts';
import type { FamilyFace, FontFamily } from './font-family.ts';
import { FontFile } from './font-file.ts';
import { bundledHarfBuzz } from './harfbuzz.ts';
import { LoadedFace, type StandIn } from './loaded-face.ts';

interface ManifestFace {
  /** With its folder: `fonts/Tinos-400.ttf`. */
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
  /** Differences of ascending numbers. */
  readonly coverage: readonly number[];
}

/** Names that get a bundled family with the same metrics, besides the family's own. Lower case. */
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

/** PostScript names of those families that don't come from their own: what stands before and behind the style. Lower case. */
const POSTSCRIPT_ALIASES: ReadonlyMap<string, readonly [stem: string, end: string]> = new Map([
  ['arial', ['arial', 'mt']],
  ['times new roman', ['timesnewromanps', 'mt']],
  ['courier new', ['couriernewps', 'mt']],
]);

/** Generic families; any other generic has none of its own and is skipped. */
const GENERICS: ReadonlyMap<string, string> = new Map([
  ['serif', 'tinos'],
  ['sans-serif', 'arimo'],
  ['monospace', 'noto sans mono'],
  ['system-ui', 'noto sans'],
  ['math', 'stix two math'],
]);

/** What a family list without any match ends with. */
export const LAST_RESORT_FAMILY = 'tinos';

/**
 * Manifests of folders of fonts. The first is always there; which of the others are is decided when a package is made, never by what is
 * installed beside it.
 */
export const FONT_MANIFESTS: readonly string[] = ['fonts', 'fonts-scripts', 'fonts-symbols', 'fonts-cjk'].map(
  (folder) => `${folder}/manifest.json`,
);

/** The bundled faces: the package's own data, immutable, shared by all renders of the process. */
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

/** A face of a family of static fonts. */
function staticFace(weight: number, italic: boolean, load: () => LoadedFace | null): FamilyFace {
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

/** The faces of all folders that are there. */
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
    let loaded: LoadedFace | null = null;
    const entry = staticFace(face.weight, face.italic, () => {
      const file = (): FontFile => new FontFile(() => readFont(face.file), bundledHarfBuzz, 0);
      return (loaded ??= new LoadedFace(
        { ...face, variations: [], coverage: unpack(face.coverage), standIn: unpackStandIn(face.standIn) },
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

/** The full names and PostScript names of the faces that families with an alias would have. */
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

/** The bundled family that a name of a font-family list stands for; null: none, try the next name. */
export function bundledFamily(name: string, generic: boolean): FontFamily | null {
  if (families === null) readManifests();
  const lower = name.toLowerCase();
  const target = generic ? GENERICS.get(lower) : (ALIASES.get(lower) ?? lower);
  if (target === undefined) return null;
  return families!.get(target) ?? null;
}

/** The bundled face with a full name or PostScript name, for `local()`. */
export function bundledFaceNamed(name: string): FamilyFace | null {
  if (localNames === null) readManifests();
  return localNames!.get(name.toLowerCase()) ?? null;
}

/** The bundled face with the metrics of a wide-spread one that has this full name or PostScript name, for `local()`. */
export function bundledAliasNamed(name: string): FamilyFace | null {
  if (localAliases === null) readManifests();
  return localAliases!.get(name.toLowerCase()) ?? null;
}
