/** Returns a one-line excerpt of a style sheet for a message, at most 80 characters. */
export function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 80 ? `${line.slice(0, 77)}...` : line;
}
