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
import { readDirectory, readNames, readTableMetrics } from './sfnt.ts';

interface ManifestFace {
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

/** Large fonts that are used when the user has installed their packages: CJK by language. */
const OPTIONAL_PACKAGES: ReadonlyMap<string, readonly [packageName: string, prefix: string]> = new Map([
  ['noto sans jp', ['noto-sans-jp', 'NotoSansJP']],
  ['noto sans sc', ['noto-sans-sc', 'NotoSansSC']],
  ['noto sans tc', ['noto-sans-tc', 'NotoSansTC']],
  ['noto sans kr', ['noto-sans-kr', 'NotoSansKR']],
]);

/** The bundled faces: the package's own data, immutable, shared by all renders of the process. */
let families: ReadonlyMap<string, FontFamily> | null = null;
const optionalFamilies = new Map<string, FontFamily | null>();
let localNames: ReadonlyMap<string, FamilyFace> | null = null;

function unpack(differences: readonly number[]): number[] {
  const numbers: number[] = [];
  let last = 0;
  for (const difference of differences) numbers.push((last += difference));
  return numbers;
}

const unpackStandIn = (standIn: StandIn | null): StandIn | null =>
  standIn === null || standIn.repertoire === null ? standIn : { ...standIn, repertoire: unpack(standIn.repertoire) };

/** A face of a family of static fonts. */
export function staticFace(weight: number, italic: boolean, load: () => LoadedFace | null): FamilyFace {
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
  const bytes = host().read(`fonts/${file}`);
  if (bytes === null) throw new Error(`The bundled font ${file} is missing.`);
  return bytes;
}

function readManifest(): void {
  const manifest = JSON.parse(readText('fonts/manifest.json')) as { faces: readonly ManifestFace[] };
  const found = new Map<string, { faces: FamilyFace[] }>();
  const names = new Map<string, FamilyFace>();
  for (const face of manifest.faces) {
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
}

function optionalFamily(name: string): FontFamily | null {
  const known = optionalFamilies.get(name);
  if (known !== undefined) return known;
  const entry = OPTIONAL_PACKAGES.get(name);
  // Documents name families as they like: nothing is remembered of those that nobody knows.
  if (entry === undefined) return null;
  const [packageName, prefix] = entry;
  const faces: FamilyFace[] = [];
  for (const [weight, style] of [
    [400, '400Regular'],
    [700, '700Bold'],
  ] as const) {
    const path = `@expo-google-fonts/${packageName}/${style}/${prefix}_${style}.ttf`;
    if (!host().has(path)) continue;
    let loaded: LoadedFace | null | undefined;
    faces.push(staticFace(weight, false, () => (loaded ??= openPackageFont(path, name, weight))));
  }
  const family = faces.length > 0 ? { faces } : null;
  optionalFamilies.set(name, family);
  return family;
}

function openPackageFont(path: string, family: string, weight: number): LoadedFace | null {
  const bytes = host().read(path);
  const directory = bytes === null ? 'missing' : readDirectory(bytes, 0);
  if (bytes === null || typeof directory === 'string') return null;
  const { postscriptName } = readNames(bytes, directory);
  const key = `${family.replaceAll(' ', '-')}-${weight}-normal`;
  const description = {
    key,
    family,
    postscriptName,
    weight,
    italic: false,
    variations: [],
    coverage: null,
    standIn: null,
  };
  return new LoadedFace(description, readTableMetrics(bytes, directory), new FontFile(() => bytes, bundledHarfBuzz, 0));
}

/** The bundled (or installed optional) family that a name of a font-family list stands for; null: none, try the next name. */
export function bundledFamily(name: string, generic: boolean): FontFamily | null {
  if (families === null) readManifest();
  const lower = name.toLowerCase();
  const target = generic ? GENERICS.get(lower) : (ALIASES.get(lower) ?? lower);
  if (target === undefined) return null;
  return families!.get(target) ?? optionalFamily(target);
}

/** The bundled face with a full name or PostScript name, for `local()`. */
export function bundledFaceNamed(name: string): FamilyFace | null {
  if (localNames === null) readManifest();
  return localNames!.get(name.toLowerCase()) ?? null;
}
