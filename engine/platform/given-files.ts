/** What the caller's function gives where the engine has no files of its own. Nothing here asks for the types of a browser or of Node. */

/** A `WebAssembly.Module`, which not every program that uses the types has declared. */
export type CompiledModule = object;
/** Bytes of a file, a compiled module, or null: there is no such file. */
export type OwnFile = Uint8Array | ArrayBuffer | CompiledModule | null;
export type OwnFiles = (name: string) => OwnFile | Promise<OwnFile>;
