/**
 * The resources that the caller provides with a document: style sheets, images and fonts by URL. The engine opens
 * nothing itself. All resources are requested before styles are computed, and then available synchronously.
 */
import type { Budget } from '../budget.ts';
import { bytesOf } from '../bytes-given.ts';
import type { ResourceKind, ResourceLoader } from '../render-options.ts';

/**
 * Stands for the folder of a document without an address. URLs resolved against it are passed to the caller as paths.
 */
const HERE = 'document:///';

/** The name that is passed to the caller's loader. */
type ResourceName = string;

/** The reason why there are no bytes: null when the caller has none, otherwise the error that its function threw. */
type Missing = { readonly reason: string | null };

export class Resources {
  private readonly loader: ResourceLoader;
  private readonly base: string;
  private readonly budget: Budget;
  private readonly loaded = new Map<ResourceName, Promise<Uint8Array | Missing>>();
  private readonly found = new Map<ResourceName, Uint8Array>();

  /** `base`: the absolute URL for resolving relative ones; null if the document has none. */
  constructor(loader: ResourceLoader, base: string | null, budget: Budget) {
    this.loader = loader;
    this.base = base ?? HERE;
    this.budget = budget;
  }

  /**
   * Returns the resource name of a URL in the document: a path (`css/site.css`, without query), or for a document with
   * an address a URL without its fragment. Returns null for URLs that aren't requested from the caller (`data:`,
   * http(s), invalid ones).
   */
  nameOf(url: string): ResourceName | null {
    if (/^\s*data:/i.test(url.slice(0, 64)) || !URL.canParse(url, this.base)) return null;
    const absolute = new URL(url, this.base);
    if (absolute.protocol === 'http:' || absolute.protocol === 'https:') return null;
    if (absolute.protocol === 'document:') return decoded(absolute.pathname.replace(/^\/+/, ''));
    absolute.hash = '';
    return absolute.href;
  }

  /** Returns the URL of a named resource, for resolving its own references. */
  urlOf(name: ResourceName): string {
    return URL.canParse(name) ? name : new URL(encodeURI(name).replace(/[?#]/g, encodeURIComponent), HERE).href;
  }

  /** Returns the name of a resource for messages, relative to the document's folder if it is inside. */
  label(name: ResourceName): string {
    const folder = new URL('.', this.base).href;
    return name.startsWith(folder) ? decoded(name.slice(folder.length)) : name;
  }

  /**
   * Requests a resource unless it has been requested before. Returns null on success, otherwise the reason of the
   * failure.
   */
  async load(name: ResourceName, kind: ResourceKind): Promise<Missing | null> {
    let loading = this.loaded.get(name);
    if (loading === undefined) this.loaded.set(name, (loading = this.ask(name, kind)));
    let result: Uint8Array | Missing | undefined;
    await this.budget.waitWithin(
      loading.then((given) => {
        result = given;
      }),
    );
    if (!(result instanceof Uint8Array)) return result ?? { reason: null };
    this.found.set(name, result);
    return null;
  }

  /** Returns the bytes of a loaded resource by its URL in the document, or null. */
  bytes(url: string): Uint8Array | null {
    if (this.found.size === 0) return null;
    const name = this.nameOf(url);
    return name === null ? null : (this.found.get(name) ?? null);
  }

  /** Returns the loaded resources by their paths from the document's folder. */
  labelled(): ReadonlyMap<string, Uint8Array> {
    return new Map([...this.found].map(([name, bytes]) => [this.pathOf(name), bytes]));
  }

  private pathOf(name: ResourceName): string {
    if (!URL.canParse(name)) return name;
    const [from, to] = [new URL(this.base), new URL(name)];
    if (from.protocol !== to.protocol || from.host !== to.host) return name;
    const [folders, steps] = [from.pathname.split('/').slice(0, -1), to.pathname.split('/')];
    let shared = 0;
    while (shared < folders.length && folders[shared] === steps[shared]) shared++;
    return decoded([...folders.slice(shared).map(() => '..'), ...steps.slice(shared)].join('/'));
  }

  private async ask(name: ResourceName, kind: ResourceKind): Promise<Uint8Array | Missing> {
    try {
      const given = (await this.loader(name, kind)) ?? null;
      return (
        bytesOf(given) ?? {
          reason: given === null ? null : 'loadResource must return a Uint8Array, an ArrayBuffer or null',
        }
      );
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
