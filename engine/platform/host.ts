/**
 * The services that the engine needs from its runtime: its own files, compiled WebAssembly, and operations that
 * runtimes perform faster than a library. One module per runtime implements and installs the host before anything is
 * rendered. The engine has no other access to the runtime.
 */

/** The engine's files have the same names everywhere: `fonts/Tinos-400.ttf`, `css/user-agent.css`. */
export interface Host {
  /**
   * Returns the bytes of a file, which must not be changed, or null if there is none.
   * @throws NotAtHand
   */
  read(name: string): Uint8Array | null;
  /**
   * Returns whether a file exists.
   * @throws NotAtHand
   */
  has(name: string): boolean;
  /**
   * Returns one of the engine's compiled WebAssembly modules, such as `wasm/harfbuzz.wasm`, or null if there is none.
   * @throws NotAtHand
   */
  module(name: string): WebAssembly.Module | null;
  /**
   * Returns hyphenation patterns by name, such as `en-us`, or null if there are none.
   * @throws NotAtHand
   */
  hyphenationPatterns(name: string): unknown;
  /** Inflates a zlib stream of at most `maxLength` bytes. Returns null when it is broken or longer. */
  inflate(bytes: Uint8Array, maxLength: number): Uint8Array | null;
}

/** Thrown where files are loaded asynchronously: the file must be fetched, and the render restarted. */
export class NotAtHand extends Error {
  override readonly name = 'NotAtHand';
  readonly file: string;

  constructor(file: string) {
    super(`${file} has not been loaded`);
    this.file = file;
  }
}

let installed: Host | null = null;

/** Installs the host. Called once, by the module that imports the engine. */
export function installHost(host: Host): void {
  installed = host;
}

export function host(): Host {
  if (installed === null) throw new Error('assertion failed: a host is installed before it is used');
  return installed;
}

/** Returns the text of a file that always exists. */
export function readText(name: string): string {
  const bytes = host().read(name);
  if (bytes === null) throw new Error(`${name} is missing. Run \`npm run build\`.`);
  return new TextDecoder().decode(bytes);
}
