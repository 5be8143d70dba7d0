/** `pagewright pdf sign`: signs a file with a key from another file. */
import { sign } from '../../engine/index.ts';
import { readPdfInfo } from '../../engine/pdf.ts';
import type { SigningKey } from '../signing.ts';
import { readSigningKey } from '../signing/key-files.ts';
import { dateOf } from './input.ts';
import { readNamed } from './named-files.ts';
import { textOf } from './passwords.ts';
import { limitsOf, run, write, type Written } from './pdf.ts';
import { Status, UsageError } from './report.ts';
import { timeStampCommand } from './time-stamp-command.ts';

/** Bytes for a signature with a time stamp and the certificates of its authority. */
const STAMPED_SIZE = 32_768;

interface SignArguments extends Written {
  readonly key: string;
  readonly certificate?: string;
  readonly keyPassword?: string;
  readonly field?: string;
  readonly name?: string;
  readonly reason?: string;
  readonly location?: string;
  readonly date?: string;
  readonly appearance?: string;
  readonly certify?: 'no-changes' | 'forms' | 'comments';
  readonly timeStamp?: string;
}

export const signCommand = (input: string, options: SignArguments): Promise<number> =>
  run(options, { pdf: input }, async () => {
    const { field, name, reason, location, date, certify, output } = options;
    const appearance = options.appearance === undefined ? undefined : await readNamed(options.appearance, options);
    // A large module, which other commands don't need.
    const { keySigner } = await import('../signing.ts');
    const { timeStamp } = options;
    const timeStamper = timeStamp === undefined ? undefined : timeStampCommand(timeStamp, options);
    const signer = await keySigner(await keyOf(options), { timeStamper }).catch((error: Error) => {
      throw new UsageError(`${options.key}: ${error.message}`);
    });
    const given = {
      field,
      name,
      reason,
      location,
      certify,
      appearance,
      date: date === undefined ? new Date() : dateOf(date),
      ...(timeStamp === undefined ? {} : { size: STAMPED_SIZE }),
    };
    const pdf = await sign(await readNamed(input, options), signer, { ...given, ...limitsOf(options) });
    const { pages } = await readPdfInfo(pdf, limitsOf(options));
    await write(output, { pdf, pages: pages.length, dropped: [] }, options);
    return Status.Done;
  });

async function keyOf(options: SignArguments): Promise<SigningKey> {
  const { key, certificate, keyPassword } = options;
  const password = keyPassword === undefined ? undefined : await textOf(keyPassword, options);
  return readSigningKey(key, { certificate, password, read: (path) => readNamed(path, options) });
}
