/** `--system-fonts`: finds the fonts that are installed on the machine. */
import { readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { FontRequest, FoundFont } from '../../engine/index.ts';
import { coverageOf, type FaceEntry, facesOf } from './font-tables.ts';

/** Formats that are read without a decoder. Systems install no others. */
const FONT_FILE = /\.(ttf|otf|ttc|otc)$/i;

/** Returns the folders in which the operating system keeps fonts. */
export function systemFontFolders(platform = process.platform, env = process.env, home = homedir()): string[] {
  if (platform === 'win32') {
    const { WINDIR = 'C:\\Windows', LOCALAPPDATA = join(home, 'AppData', 'Local') } = env;
    return [join(WINDIR, 'Fonts'), join(LOCALAPPDATA, 'Microsoft', 'Windows', 'Fonts')];
  }
  if (platform === 'darwin') return [join(home, 'Library/Fonts'), '/Library/Fonts', '/System/Library/Fonts'];
  const { XDG_DATA_HOME = join(home, '.local/share'), XDG_DATA_DIRS = '/usr/local/share:/usr/share' } = env;
  const shared = [XDG_DATA_HOME, ...XDG_DATA_DIRS.split(':')].filter((folder) => folder !== '');
  return [join(home, '.fonts'), ...shared.map((folder) => join(folder, 'fonts'))];
}

/** The fonts in some folders. Their names are read on the first request, and files when a document needs them. */
export class SystemFonts {
  private readonly folders: readonly string[];
  private entries: readonly FaceEntry[] | null = null;
  private readonly families = new Map<string, FaceEntry[]>();
  private readonly named = new Map<string, FaceEntry>();
  private readonly coverage = new Map<FaceEntry, readonly number[]>();
  private readonly files = new Map<string, Uint8Array>();

  constructor(folders: readonly string[]) {
    this.folders = folders;
  }

  /** Returns the faces of a family, the face of a name, or the first face by path that has a character. */
  find(request: FontRequest): FoundFont[] {
    this.entries ??= this.readNames();
    if ('family' in request) return this.load(this.families.get(request.family.toLowerCase()) ?? []);
    const found =
      'face' in request ? this.named.get(request.face.toLowerCase()) : this.faceWith(this.entries, request.character);
    return found === undefined ? [] : this.load([found]);
  }

  private readNames(): FaceEntry[] {
    const entries = this.folders.flatMap(fontFilesIn).flatMap(facesOf);
    for (const entry of entries) {
      for (const family of entry.families) {
        const faces = this.families.get(family);
        if (faces) faces.push(entry);
        else this.families.set(family, [entry]);
      }
      for (const name of entry.names) if (!this.named.has(name)) this.named.set(name, entry);
    }
    return entries;
  }

  private faceWith(entries: readonly FaceEntry[], character: string): FaceEntry | undefined {
    const code = character.codePointAt(0)!;
    return entries.find((entry) => {
      const ranges = this.coverage.get(entry) ?? coverageOf(entry);
      this.coverage.set(entry, ranges);
      for (let i = 0; i < ranges.length; i += 2) if (ranges[i]! <= code && ranges[i + 1]! >= code) return true;
      return false;
    });
  }

  private load(entries: readonly FaceEntry[]): FoundFont[] {
    const found: FoundFont[] = [];
    for (const { path, index } of entries) {
      const bytes = this.files.get(path) ?? readOrNull(path);
      if (bytes === null) continue;
      this.files.set(path, bytes);
      found.push({ bytes, index });
    }
    return found;
  }
}

/** Returns the font files of a folder and the folders in it, sorted by path. Folders that can't be read are empty. */
function fontFilesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => FONT_FILE.test(file))
      .sort()
      .map((file) => join(folder, file));
  } catch {
    return [];
  }
}

function readOrNull(path: string): Uint8Array | null {
  try {
    return new Uint8Array(readFileSync(path));
  } catch {
    return null;
  }
}
