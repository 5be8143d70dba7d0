/** The assets of a caller as files of its documents. */
import { z } from 'zod';
import { suggestion } from '../../engine/option-names.ts';
import type { Caller } from '../accounts/caller.ts';
import { type FieldError, Refusal } from '../refusal.ts';
import type { Files } from '../rendering/submitted-document.ts';
import type { ContentFacts } from '../storage/content-store.ts';
import type { Contents } from './contents.ts';

/** A name works as a relative URL without escapes. */
export const ASSET_NAME = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/;

/** Limits on the assets of a document. */
const MOST_NAMES = 100;
const MOST_BYTES = 32 * 1024 * 1024;
/** Suggested retry delay, in seconds. */
const FULL_RETRY_S = 5;
/** Names that are compared for a suggestion. */
const COMPARED = 1000;

export const assetNamesSchema = z
  .array(z.string().max(100))
  .max(MOST_NAMES)
  .meta({
    description: 'Names of stored assets. They become files of the document. Files of the request take precedence.',
    examples: [['letterhead.css', 'logo.svg']],
  });

/**
 * Returns the facts of named assets. @throws Refusal `plan_forbids` without a key, `validation_error` for unknown names,
 * or if the assets are too large together
 */
export async function findAssets(
  contents: Contents,
  { account, isKeyed }: Caller,
  names: readonly string[],
): Promise<readonly ContentFacts[]> {
  if (names.length === 0) return [];
  if (!isKeyed) throw new Refusal('plan_forbids', 'Assets need an API key.');
  const valid = names.filter((name) => ASSET_NAME.test(name));
  const found = await contents.find(account, 'asset', valid);
  const unknown = [...names.entries()].filter(([, name]) => !found.some((facts) => facts.name === name));
  if (unknown.length > 0) {
    const known = (await contents.list(account, 'asset', '', COMPARED)).map(({ name }) => name);
    throw invalidAssets(
      unknown.map(([i, name]) => ({
        field: `assets.${i}`,
        code: 'value',
        message: `asset not found: ${JSON.stringify(name)}${suggestion(name, known)}`,
      })),
    );
  }
  const bytes = bytesOf(found);
  if (bytes > MOST_BYTES)
    throw invalidAssets([
      {
        field: 'assets',
        code: 'value',
        message: `have ${bytes} bytes in total. A document may use ${MOST_BYTES} bytes of assets`,
      },
    ]);
  return found;
}

/**
 * Returns the named assets as files of a document. `holds`: returns whether memory has room for that many bytes.
 * @throws Refusal as `findAssets`; `overloaded` without room
 */
export async function assetFiles(
  contents: Contents,
  caller: Caller,
  names: readonly string[],
  holds: (bytes: number) => boolean = () => true,
): Promise<Files> {
  const found = await findAssets(contents, caller, names);
  if (!holds(bytesOf(found)))
    throw new Refusal('overloaded', 'Too many assets are being read. Retry later.', { retryAfter: FULL_RETRY_S });
  const files = found.map(async (facts): Promise<[string, Uint8Array][]> => {
    const bytes = await contents.bytes(caller.account, 'asset', facts);
    return bytes === null ? [] : [[facts.name, bytes]];
  });
  return new Map((await Promise.all(files)).flat());
}

const bytesOf = (found: readonly ContentFacts[]): number => found.reduce((sum, { bytes }) => sum + bytes, 0);

const invalidAssets = (errors: readonly FieldError[]): Refusal =>
  new Refusal('validation_error', errors.map(({ field, message }) => `${field}: ${message}`).join('; '), { errors });
