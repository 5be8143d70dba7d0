/**
 * Output of the commands. Documents, file names and links are untrusted: their control characters are escaped before
 * they reach the terminal.
 */

/**
 * C0 but tab and newline, DEL, C1, line and paragraph separators, and the controls of bidirectional text (UAX #9),
 * which reorder displayed text.
 */
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Escapes control characters, such as `\u001b`, except tabs and newlines. The value of JSON is unchanged. */
export const visible = (text: string): string => text.replace(CONTROLS, escaped);

/** Escapes control characters and newlines. */
export const visibleLine = (text: string): string => visible(text).replaceAll('\n', '\\n');

/** Prints text on a standard stream. */
export type Print = (text: string) => void;

/** Prints results. */
export const writeOut: Print = (text) => void process.stdout.write(visible(text));

/** Prints messages. */
export const writeErr: Print = (text) => void process.stderr.write(visible(text));
