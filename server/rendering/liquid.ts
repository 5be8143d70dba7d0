/** The template language, with bounds on time, memory and nesting. Values are escaped unless `raw` is used. */
import {
  Liquid,
  type LiquidError,
  LookupType,
  ParseError,
  Parser,
  type Template,
  TokenKind,
  type TopLevelToken,
  UndefinedVariableError,
} from 'liquidjs';
import { DATE_LOCALE, registerDates } from './liquid-dates.ts';
import type { TemplateLines } from './template-lines.ts';

/** Limits on the output and the size of a template, in characters and nodes. */
const MEMORY_LIMIT = 64_000_000;
const PARSE_LIMIT = 4_000_000;
/** Milliseconds for parsing one template. */
const PARSE_MS = 1000;
/** Levels of tags, partial templates and brackets. */
const MAX_DEPTH = 200;
/** Limit on the characters that are searched for the positions of missing values. Each search reads its whole template. */
const MAX_SEARCHED = 5_000_000;

/** Limit on the decimals of `fixed`. A double has fewer. */
const MOST_DECIMALS = 20;

const TOO_SLOW = `parsing the template takes longer than ${PARSE_MS} ms`;
const TOO_DEEP = `tags, brackets or partial templates are nested more than ${MAX_DEPTH} levels deep`;

const DATA_TOO_DEEP = 'the data is nested too deeply to be written';

type Token = TopLevelToken;
type Render = Liquid['renderer']['renderTemplates'];

/** A rendered template. */
export interface Rendering {
  readonly html: string;
  /** The first error for each place whose value the data doesn't contain, and how often it occurred. */
  readonly missing: ReadonlyMap<LiquidError, number>;
  /** Whether further values may be missing. */
  readonly more: boolean;
}

export class BoundedLiquid extends Liquid {
  private depth = 0;
  /** Collects missing values. null: they are rendered as nothing. */
  private missing: MissingValues | null = null;
  /** Records positions. null: nobody asks for them. */
  private lines: TemplateLines | null = null;
  /** Characters written before the part that is being rendered. null: its output becomes a value. */
  private written: number | null = null;

  /** `root`: the folder of partial templates. null: partial templates are refused. */
  constructor(root: string | null) {
    super({
      ...(root === null ? { templates: {}, ownPropertyOnly: true } : { root }),
      outputEscape: 'escape',
      strictFilters: true,
      // Conditions (`{% if x %}`) and `default` may refer to missing values.
      lenientIf: true,
      memoryLimit: MEMORY_LIMIT,
      parseLimit: PARSE_LIMIT,
      locale: DATE_LOCALE,
      preserveTimezones: true,
    });
    registerDates(this);
    this.registerFilter('fixed', fixed);
    this.registerFilter('barcode', {
      raw: true,
      // Drawn when a template uses it, because the module is large.
      handler: async (value: unknown, type: unknown, ...options: unknown[]) => {
        const { barcodeSvg } = await import('../barcodes.ts');
        return barcodeSvg(String(type), String(value), Object.fromEntries(options as [string, never][]));
      },
    });
    const { renderer } = this;
    const renderTemplates = renderer.renderTemplates.bind(renderer);
    renderer.renderTemplates = (...given) => this.renderNested(renderTemplates, ...given);
  }

  /** @throws LiquidError */
  override parse(html: string, file?: string): Template[] {
    return new BoundedParser(this).parse(html, file);
  }

  override _parsePartialFile(file: string, sync?: boolean, currentFile?: string): PartialFile {
    return new BoundedParser(this).parseFile(file, sync, LookupType.Partials, currentFile);
  }

  override _parseLayoutFile(file: string, sync?: boolean, currentFile?: string): PartialFile {
    return new BoundedParser(this).parseFile(file, sync, LookupType.Layouts, currentFile);
  }

  /**
   * Renders a parsed template in at most `limitMs`. Don't call it again before it is done. `lines`: records positions.
   * @throws LiquidError
   */
  async fill(
    parsed: Template[],
    values: object,
    limitMs: number,
    lines: TemplateLines | null = null,
  ): Promise<Rendering> {
    const start = performance.now();
    const missing = new MissingValues();
    const pass = async (collected: MissingValues | null): Promise<string> => {
      this.missing = collected;
      this.lines = lines;
      lines?.clear();
      const renderLimit = Math.max(1, limitMs - (performance.now() - start));
      try {
        return String(await this.render(parsed, values, { strictVariables: collected !== null, renderLimit }));
      } catch (error) {
        throw explained(error as LiquidError);
      }
    };
    let html: string | null = null;
    try {
      html = await pass(missing);
    } catch (error) {
      if (!missing.full) throw error;
    }
    // The first pass doesn't insert the contents of tags with missing values.
    if (html === null || missing.errors.size > 0) html = await pass(null);
    return { html, missing: missing.errors, more: missing.full };
  }

  /** Renders templates inside others: the content of tags, and partial templates. */
  private *renderNested(render: Render, ...[templates, context, emitter]: Parameters<Render>): ReturnType<Render> {
    if (this.depth >= MAX_DEPTH) throw new Error(TOO_DEEP);
    const { missing, written, depth } = this;
    this.depth++;
    let html = '';
    try {
      for (const template of templates) {
        // Without an emitter, the output is the document, or a value such as that of `capture`.
        if (emitter === undefined) this.written = depth === 0 ? html.length : null;
        if (this.written !== null) this.lines?.note(template, this.written + (emitter?.buffer.length ?? 0));
        try {
          const part: string = yield* render([template], context, emitter);
          // With an emitter, each part is everything so far.
          if (emitter === undefined) html += part;
        } catch (error) {
          if (missing === null) throw error;
          missing.add(error);
        }
        if (context.breakCalled || context.continueCalled) break;
      }
      return html;
    } finally {
      this.depth--;
      this.written = written;
    }
  }
}

/** Returns an error that names its cause if data exhausted the stack. */
function explained(error: LiquidError): LiquidError {
  const { originalError } = error;
  if (originalError instanceof RangeError && originalError.message.includes('call stack'))
    error.message = error.message.replace(originalError.message, DATA_TOO_DEEP);
  return error;
}

/** The filter `fixed`: a number with its decimals, as in prices. Other values stay as they are. */
function fixed(value: unknown, decimals: unknown = 2): unknown {
  const number = typeof value === 'string' && value.trim() === '' ? NaN : Number(value);
  const digits = Number(decimals);
  if (!Number.isFinite(number) || !(digits >= 0 && digits <= MOST_DECIMALS)) return value;
  return number.toFixed(digits);
}

type PartialFile = ReturnType<Liquid['_parsePartialFile']>;

class MissingValues {
  readonly errors = new Map<LiquidError, number>();
  private readonly places = new Map<string, LiquidError>();
  private searched = 0;

  /** Whether the search for places has ended. */
  get full(): boolean {
    return this.searched > MAX_SEARCHED;
  }

  /** Counts the error of a missing value. @throws every other error, and this one once too many are counted */
  add(error: unknown): void {
    if (!(error instanceof UndefinedVariableError)) throw error;
    const { file = '', begin, input } = error.token;
    const place = `${begin} ${file}`;
    const first = this.places.get(place) ?? error;
    this.places.set(place, first);
    this.errors.set(first, (this.errors.get(first) ?? 0) + 1);
    this.searched += input.length;
    if (this.full) throw error;
  }
}

/** The tokens still to parse, last first. `shift` takes constant time, unlike that of long arrays. */
class TokenQueue extends Array<Token> {
  override shift(): Token | undefined {
    return this.pop();
  }
}

class BoundedParser extends Parser {
  private readonly deadline = performance.now() + PARSE_MS;
  private depth = 0;

  override parseTokens(tokens: Token[]): Template[] {
    const queue = tokens instanceof TokenQueue ? tokens : TokenQueue.from(tokens.reverse());
    const templates: Template[] = [];
    for (let token = queue.shift(); token !== undefined; token = queue.shift())
      templates.push(this.parseToken(token, queue));
    return templates;
  }

  override parseToken(token: Token, remaining: Token[]): ReturnType<Parser['parseToken']> {
    if (performance.now() > this.deadline) throw new ParseError(new Error(TOO_SLOW), token);
    if (this.depth >= MAX_DEPTH || bracketDepth(token) > MAX_DEPTH) throw new ParseError(new Error(TOO_DEEP), token);
    this.depth++;
    try {
      return super.parseToken(token, remaining);
    } finally {
      this.depth--;
    }
  }
}

/** Returns how deep the brackets of a tag are nested. Expressions are parsed and evaluated recursively. */
function bracketDepth(token: Token): number {
  if (token.kind === TokenKind.HTML) return 0;
  let [depth, deepest] = [0, 0];
  for (let i = token.begin; i < token.end; i++) {
    const character = token.input[i];
    if (character === '[' || character === '(') deepest = Math.max(deepest, ++depth);
    else if (character === ']' || character === ')') depth = Math.max(0, depth - 1);
  }
  return deepest;
}
