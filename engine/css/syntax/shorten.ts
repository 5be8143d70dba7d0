/** An excerpt of a style sheet for a message: one line, 80 characters at most. */
export function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 80 ? `${line.slice(0, 77)}...` : line;
}
