/**
 * Makes the relative URLs of an external style sheet absolute. This happens up front because a value is computed long
 * after its sheet is known.
 */
import { MAY_REFER } from './references.ts';
import type { SourcePosition } from '../diagnostics.ts';
import { asciiLower } from '../document/ascii.ts';
import { importUrl } from './at-rules/import.ts';
import { SourceText } from './syntax/source-text.ts';
import { closingOf, isClosing, TokenList, TokenType } from './syntax/token-list.ts';

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly replacement: string;
}

/** A text edited after it was read. Positions refer to the text as written. */
class EditedText extends SourceText {
  private readonly written: SourceText;
  /** The ascending offsets of the replacements in the edited text, and the edits themselves. */
  private readonly starts: readonly number[];
  private readonly edits: readonly Edit[];

  constructor(written: SourceText, edits: readonly Edit[], name: string) {
    super(withEdits(written.text, edits), name);
    this.written = written;
    this.edits = edits;
    let shift = 0;
    this.starts = edits.map(({ from, to, replacement }) => {
      const start = from + shift;
      shift += replacement.length - (to - from);
      return start;
    });
  }

  override positionOf(offset: number): SourcePosition {
    let low = 0;
    let high = this.starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.starts[middle]! <= offset) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return this.written.positionOf(offset);
    const { from, to, replacement } = this.edits[low - 1]!;
    const behind = offset - this.starts[low - 1]! - replacement.length;
    return this.written.positionOf(behind < 0 ? from : to + behind);
  }
}

/** Returns the sheet with absolute URLs. `url` is the sheet's own, `name` identifies it in messages. */
export function rebasedSheet(text: string, url: string, name: string): SourceText {
  const written = new SourceText(text, name);
  if (!MAY_REFER.test(text)) return written;
  const edits = editsOf(new TokenList(text), url);
  return edits.length === 0 ? written : new EditedText(written, edits, name);
}

function withEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, replacement } of edits) {
    parts.push(text.slice(at, from), replacement);
    at = to;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

function editsOf(tokens: TokenList, base: string): Edit[] {
  const edits: Edit[] = [];
  /** Names of the open functions; '' for other brackets. */
  const open: string[] = [];
  const replace = (index: number): void => {
    const url = importUrl(tokens, index);
    const rebased = url === null ? null : rebasedUrl(url, base);
    if (rebased === null) return;
    const quoted = JSON.stringify(rebased);
    const isUrl = tokens.types[index] === TokenType.Url;
    edits.push({
      from: tokens.starts[index]!,
      to: tokens.ends[index]!,
      replacement: isUrl ? `url(${quoted})` : quoted,
    });
  };
  for (let i = 0; i < tokens.length; i++) {
    switch (tokens.types[i]) {
      case TokenType.Url:
        replace(i);
        break;
      case TokenType.String:
        if (holdsUrls(open.at(-1) ?? '')) replace(i);
        break;
      case TokenType.AtKeyword: {
        const name = asciiLower(tokens.name(i));
        const next = tokens.skipSpace(i + 1);
        if (name === 'import' && tokens.types[next] === TokenType.String) replace(next);
        // A namespace URL is only a name.
        if (name === 'namespace') while (i < tokens.length && tokens.types[i] !== TokenType.Semicolon) i++;
        break;
      }
      case TokenType.Function:
        open.push(asciiLower(tokens.name(i)));
        break;
      default:
        if (closingOf(tokens.types[i]!) !== 0) open.push('');
        else if (isClosing(tokens.types[i]!)) open.pop();
    }
  }
  return edits;
}

const holdsUrls = (name: string): boolean =>
  name === 'url' || name === 'src' || name === 'image-set' || name === '-webkit-image-set';

/** Returns the absolute URL, or null when the URL doesn't depend on where it occurs. */
function rebasedUrl(url: string, base: string): string | null {
  const plain = url.trim();
  if (plain === '' || plain.startsWith('#') || plain.startsWith('//') || URL.canParse(plain)) return null;
  if (!URL.canParse(plain, base)) return null;
  // A document without an address is resolved as if it were in the root directory.
  return new URL(plain, base).href.replace(/^document:\/\//, '');
}
