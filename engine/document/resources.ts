/**
 * What stands beside a document, as its caller gives it: style sheets, images and fonts by their URLs. The engine opens nothing itself. Everything is
 * asked for once, before styles are computed; afterwards what came is there at once.
 */
import type { Budget } from '../budget.ts';
import { bytesOf } from '../bytes-given.ts';
import type { ResourceKind, ResourceLoader } from '../render-options.ts';

/** Stands for the folder of a document that has no address; what is resolved against it is given to the caller as a path. */
const HERE = 'document:///';

/** What a resource is called: how the caller is asked for it. */
export type ResourceName = string;

/** Why there are no bytes: the caller has none, or its function threw. */
type Missing = { readonly reason: string | null };

export class Resources {
  private readonly loader: ResourceLoader;
  private readonly base: string;
  private readonly budget: Budget;
  private readonly loaded = new Map<ResourceName, Promise<Uint8Array | Missing>>();
  private readonly found = new Map<ResourceName, Uint8Array>();

  /** `base`: the absolute URL that relative ones are resolved against; null: the document has none. */
  constructor(loader: ResourceLoader, base: string | null, budget: Budget) {
    this.loader = loader;
    this.base = base ?? HERE;
    this.budget = budget;
  }

  /**
   * The name of what a URL in the document leads to: a path (`css/site.css`, no query) or, for a document with an address, a URL without its
   * fragment. null: nothing that a caller is asked for (`data:`, http(s), no URL at all).
   */
  nameOf(url: string): ResourceName | null {
    if (/^\s*data:/i.test(url.slice(0, 64)) || !URL.canParse(url, this.base)) return null;
    const absolute = new URL(url, this.base);
    if (absolute.protocol === 'http:' || absolute.protocol === 'https:') return null;
    if (absolute.protocol === 'document:') return decoded(absolute.pathname.replace(/^\/+/, ''));
    absolute.hash = '';
    return absolute.href;
  }

  /** The URL of a resource with this name, for what it refers to itself. */
  urlOf(name: ResourceName): string {
    return URL.canParse(name) ? name : new URL(encodeURI(name).replace(/[?#]/g, encodeURIComponent), HERE).href;
  }

  /** How a resource is called in messages: from the document's folder, if it lies below it. */
  label(name: ResourceName): string {
    const folder = new URL('.', this.base).href;
    return name.startsWith(folder) ? decoded(name.slice(folder.length)) : name;
  }

  /** Asks for a resource, unless it has been; null when it came, else why it didn't. */
  async load(name: ResourceName, kind: ResourceKind): Promise<Missing | null> {
    let loading = this.loaded.get(name);
    if (loading === undefined) this.loaded.set(name, (loading = this.ask(name, kind)));
    let result: Uint8Array | Missing | undefined;
    await this.budget.waitFor(
      loading.then((given) => {
        result = given;
      }),
    );
    if (!(result instanceof Uint8Array)) return result ?? { reason: null };
    this.found.set(name, result);
    return null;
  }

  /** The bytes of what has been loaded, by a URL as it stands in the document; null: nothing. */
  bytes(url: string): Uint8Array | null {
    if (this.found.size === 0) return null;
    const name = this.nameOf(url);
    return name === null ? null : (this.found.get(name) ?? null);
  }

  private async ask(name: ResourceName, kind: ResourceKind): Promise<Uint8Array | Missing> {
    try {
      const given = (await this.loader(name, kind)) ?? null;
      return bytesOf(given) ?? { reason: given === null ? null : 'it was not given as bytes' };
    } catch (error) {
      return { reason: error instanceof Error ? error.message : String(error) };
    }
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
