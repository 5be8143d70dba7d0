/** Prints the module that replaces `engine/css/packed-sheets.ts` in builds. */
import '../../engine/platform/node-host.ts';
import { packSheet } from '../../engine/css/packed-sheet.ts';
import { QUIRKS_SHEET, quirksSheet, STANDARD_SHEET, userAgentSheet } from '../../engine/css/user-agent-sheet.ts';

const packed = {
  [STANDARD_SHEET]: packSheet(userAgentSheet().content),
  [QUIRKS_SHEET]: packSheet(quirksSheet().content),
};
process.stdout.write(`export const PACKED_SHEETS = ${JSON.stringify(packed)};\n`);
