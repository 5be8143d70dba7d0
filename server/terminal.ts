/** What the commands print. Documents, file names and links come from strangers: their control characters are shown, never sent to the terminal. */

/** C0 but tab and newline, DEL, C1, line and paragraph separators, and the controls of bidirectional text (UAX #9), which reorder what is read. */
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Text with `\u001b` and the like for its control characters; tabs and newlines stay. JSON keeps its value. */
export const visible = (text: string): string => text.replace(CONTROLS, escaped);

/** The same for what must stay on one line. */
export const visibleLine = (text: string): string => visible(text).replaceAll('\n', '\\n');

/** Prints text on a standard stream. */
export type Print = (text: string) => void;

/** Prints results. */
export const writeOut: Print = (text) => void process.stdout.write(visible(text));

/** Prints messages. */
export const writeErr: Print = (text) => void process.stderr.write(visible(text));
