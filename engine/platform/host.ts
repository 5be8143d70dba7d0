/**
 * What the engine takes from the runtime that it lives in: its own files, compiled WebAssembly, and what runtimes have in faster ways than a library. One
 * file a runtime implements it and installs it, before anything is rendered; the engine asks for it in no other way.
 */

/** A file of the engine's own, by a name that is the same everywhere: `fonts/Tinos-400.ttf`, `css/user-agent.css`. */
export interface Host {
  /** Its bytes, which nobody changes; null: there is no such file. @throws NotAtHand */
  read(name: string): Uint8Array | null;
  /** Is there such a file? @throws NotAtHand */
  has(name: string): boolean;
  /** WebAssembly of the engine's own, such as `wasm/harfbuzz.wasm`, compiled; null: there is none. @throws NotAtHand */
  module(name: string): WebAssembly.Module | null;
  /** Hyphenation patterns by their name, such as `en-us`; null: there are none. @throws NotAtHand */
  hyphenationPatterns(name: string): unknown;
  /** Inflates a zlib stream of at most `maxLength` bytes; null when it is broken or longer. */
  inflate(bytes: Uint8Array, maxLength: number): Uint8Array | null;
}

/** A file that has to be fetched before the render can be done again from its beginning: thrown where files come by themselves only. */
export class NotAtHand extends Error {
  override readonly name = 'NotAtHand';
  readonly file: string;

  constructor(file: string) {
    super(`${file} has not been fetched`);
    this.file = file;
  }
}

let installed: Host | null = null;

/** To be called once, by the module through which the engine is imported. */
export function installHost(host: Host): void {
  installed = host;
}

export function host(): Host {
  if (installed === null) throw new Error('assertion failed: the engine has a host');
  return installed;
}

/** Text of a file that is always there. */
export function readText(name: string): string {
  const bytes = host().read(name);
  if (bytes === null) throw new Error(`${name} is missing; \`npm run build\` puts it in its place.`);
  return new TextDecoder().decode(bytes);
}
