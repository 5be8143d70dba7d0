/** Downloads the engine's own files and PDFium. Those of the first page begin before the engine's code arrives. */

import { FIRST_FILES } from './first-files.ts';

/** The bytes of a file, its compiled module, or null without such a file. */
export type OwnFile = ArrayBuffer | WebAssembly.Module | null;

const begun = new Map<string, Promise<OwnFile>>();

/** Begins all downloads for the first page. */
export function downloadAhead(): void {
  for (const name of FIRST_FILES) {
    const file = download(name);
    // A failure is handled where the file is used.
    file.catch(() => {});
    begun.set(name, file);
  }
}

/** Returns a file of the engine by name, or null if it doesn't exist. Compiles WebAssembly during the download. */
export function ownFile(name: string): Promise<OwnFile> {
  const file = begun.get(name) ?? download(name);
  // The engine keeps what it has taken.
  begun.delete(name);
  return file;
}

async function download(name: string): Promise<OwnFile> {
  const response = await fetch(new URL(`own/${name}`, import.meta.url));
  if (!response.ok) return null;
  // Proxies may change the type, without which browsers refuse to compile a stream.
  const isWasm = response.headers.get('Content-Type') === 'application/wasm';
  return isWasm ? WebAssembly.compileStreaming(response) : response.arrayBuffer();
}
