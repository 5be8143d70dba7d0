/** Files from the caller's function, for runtimes without a file system. Uses no types of browsers or Node. */

/** A `WebAssembly.Module`, a type that not every program declares. */
type CompiledModule = object;
/** A file's bytes, a compiled module, or null for an unknown file. */
type OwnFile = Uint8Array | ArrayBuffer | CompiledModule | null;
export type OwnFiles = (name: string) => OwnFile | Promise<OwnFile>;
