/** The assets of a caller as files of its documents. */
import { z } from 'zod';
import { suggestion } from '../../engine/option-names.ts';
import type { Caller } from '../accounts/caller.ts';
import { type FieldError, Refusal } from '../refusal.ts';
import type { Files } from '../rendering/submitted-document.ts';
import type { Contents } from './contents.ts';

/** A name works as a relative URL without escapes. */
export const ASSET_NAME = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/;

/** Limits on the assets of a document. */
const MOST_NAMES = 100;
const MOST_BYTES = 32 * 1024 * 1024;
/** Names that are compared for a suggestion. */
const COMPARED = 1000;

export const assetNamesSchema = z
  .array(z.string().max(100))
  .max(MOST_NAMES)
  .meta({
    description: 'Names of stored assets. They become files of the document. Files of the request come first.',
    examples: [['letterhead.css', 'logo.svg']],
  });

/**
 * Returns the named assets as files of a document. @throws Refusal `plan_forbids` without a key, `validation_error` for
 * unknown names, or if the assets are too large together
 */
export async function assetFiles(
  contents: Contents,
  { account, isKeyed }: Caller,
  names: readonly string[],
): Promise<Files> {
  if (names.length === 0) return new Map();
  if (!isKeyed) throw new Refusal('plan_forbids', 'Assets need an API key.');
  const valid = names.filter((name) => ASSET_NAME.test(name));
  const found = new Map((await contents.find(account, 'asset', valid)).map((facts) => [facts.name, facts]));
  const unknown = names.flatMap((name, i) => (found.has(name) ? [] : [[i, name] as const]));
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
  const bytes = [...found.values()].reduce((sum, facts) => sum + facts.bytes, 0);
  if (bytes > MOST_BYTES)
    throw invalidAssets([
      {
        field: 'assets',
        code: 'value',
        message: `have ${bytes} bytes together. A document may use ${MOST_BYTES} bytes of assets`,
      },
    ]);
  const files = [...found.values()].map(async (facts): Promise<[string, Uint8Array][]> => {
    const bytes = await contents.bytes(account, 'asset', facts);
    return bytes === null ? [] : [[facts.name, bytes]];
  });
  return new Map((await Promise.all(files)).flat());
}

const invalidAssets = (errors: readonly FieldError[]): Refusal =>
  new Refusal('validation_error', errors.map(({ field, message }) => `${field}: ${message}`).join('; '), { errors });
