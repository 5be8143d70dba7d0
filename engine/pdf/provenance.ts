/** Describes the inputs of a file, so that it can be rendered again and compared. */
import { digest } from '../platform/crypto.ts';
import type { ExtensionSchema } from './xmp.ts';

/** What a render has read. */
export interface RenderInputs {
  readonly engine: string;
  readonly document: string | Uint8Array;
  readonly inputs: Readonly<Record<string, string | Uint8Array>>;
  /** Style sheets, images and fonts by name. */
  readonly resources: ReadonlyMap<string, Uint8Array>;
  readonly fonts: readonly Uint8Array[];
  readonly attachments: ReadonlyMap<string, string | Uint8Array>;
  /** The options that are neither files nor functions. */
  readonly options: object;
  readonly notes: Readonly<Record<string, string>>;
}

/** Returns the metadata with the SHA-256 digests of a render's inputs. */
export function provenanceSchema(read: RenderInputs): ExtensionSchema {
  const record = {
    engine: read.engine,
    document: hashOf(read.document),
    inputs: hashesOf(Object.entries(read.inputs)),
    resources: hashesOf(read.resources),
    fonts: read.fonts.map(hashOf),
    attachments: hashesOf(read.attachments),
    options: hashOf(JSON.stringify(read.options)),
    notes: read.notes,
  };
  return {
    name: 'Provenance of the file',
    namespace: 'urn:pagewright:provenance:1.0#',
    prefix: 'pagewright',
    properties: [
      {
        name: 'provenance',
        type: 'Text',
        category: 'internal',
        description: 'Digests of what the file was made from',
        value: JSON.stringify(record),
      },
    ],
  };
}

function hashOf(content: string | Uint8Array): string {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return Array.from(digest('sha256', bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the digests by name, in the order of the names: files arrive in any order. */
function hashesOf(files: Iterable<readonly [string, string | Uint8Array]>): Record<string, string> {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, content]) => [name, hashOf(content)]));
}
