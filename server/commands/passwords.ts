/** Passwords given on the command line. Files keep them out of the process list. */
import type { Permissions, RenderOptions } from '../../engine/index.ts';
import { UsageError } from './report.ts';
import { type Patience, readNamedText } from './named-files.ts';

const PERMISSIONS: readonly (keyof Permissions)[] = ['print', 'modify', 'copy', 'annotate', 'fillForms', 'assemble'];

/** @throws UsageError for an unknown permission */
export async function encryptionOf(
  given: Patience & {
    readonly userPassword?: string;
    readonly ownerPassword?: string;
    readonly deny?: readonly string[];
  },
): Promise<Pick<RenderOptions, 'encryption'>> {
  const { userPassword, ownerPassword, deny = [] } = given;
  if (userPassword === undefined && ownerPassword === undefined && deny.length === 0) return {};
  const permissions: Permissions = {};
  for (const name of deny.flatMap((names) => names.split(','))) {
    const known = PERMISSIONS.find((permission) => permission === name.trim());
    if (known === undefined)
      throw new UsageError(`unknown permission for --deny: ${name}. Use ${PERMISSIONS.join(', ')}`);
    permissions[known] = false;
  }
  return {
    encryption: {
      ...(userPassword === undefined ? {} : { userPassword: await textOf(userPassword, given) }),
      ...(ownerPassword === undefined ? {} : { ownerPassword: await textOf(ownerPassword, given) }),
      ...(deny.length === 0 ? {} : { permissions }),
    },
  };
}

/** Returns the text, or that of the file that `@FILE` names, without its last line break. */
export async function textOf(given: string, patience: Patience): Promise<string> {
  return given.startsWith('@') ? (await readNamedText(given.slice(1), patience)).replace(/\r?\n$/, '') : given;
}
