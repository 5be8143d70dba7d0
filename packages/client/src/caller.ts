/** Sends calls: authentication, retries, typed errors. */
import type { Problem } from './operations.ts';

export interface ClientSettings {
  /** URL of the service. Default: http://127.0.0.1:8080 */
  readonly baseUrl?: string;
  readonly apiKey?: string;
  /** Further attempts after a refusal that passes, or a failed connection. Default: 2 */
  readonly retries?: number;
  /** The longest wait before an attempt, in milliseconds. A longer `Retry-After` is an error. Default: 60,000 */
  readonly longestWaitMs?: number;
  /** Time limit of an attempt in milliseconds. Default: 60,000 */
  readonly timeoutMs?: number;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** A file from the service. */
export interface DownloadedFile {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly filename: string | null;
  /** null: the answer doesn't say. */
  readonly pages: number | null;
  readonly warnings: number | null;
}

/** An answer of the service that reports a problem. */
export class PagewrightError extends Error {
  override readonly name = 'PagewrightError';
  readonly status: number;
  readonly code: Problem['code'] | 'unknown';
  /** The whole answer. null: it isn't from the service, but from a proxy. */
  readonly problem: Problem | null;
  readonly requestId: string | null;
  /** Seconds after which the call may succeed. */
  readonly retryAfter: number | null;

  constructor(status: number, problem: Problem | null, headers: Headers) {
    super(problem ? `${problem.code}: ${problem.detail}` : `The service answered ${status}.`);
    this.status = status;
    this.problem = problem;
    this.code = problem?.code ?? 'unknown';
    this.requestId = headers.get('x-request-id');
    const seconds = Number(headers.get('retry-after') ?? NaN);
    this.retryAfter = Number.isFinite(seconds) ? seconds : null;
  }
}

/** No answer came. `cause`: the last failure. */
export class PagewrightConnectionError extends Error {
  override readonly name = 'PagewrightConnectionError';
}

/** A call as operations describe it. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly json?: unknown;
  readonly lines?: readonly unknown[];
  readonly bytes?: Uint8Array | string;
  /** Whether an Idempotency-Key makes it safe to repeat. */
  readonly isNamed?: boolean;
  readonly answer: 'none' | 'json' | 'file';
}

type GivenOptions = CallOptions & { readonly idempotencyKey?: string; readonly accept?: string };

const FIRST_WAIT_MS = 500;
/** Statuses of refusals that may pass. The service hasn't begun with the call. */
const PASSING: ReadonlySet<number> = new Set([409, 429, 502, 503, 504]);

export class Caller {
  private readonly settings: Required<Omit<ClientSettings, 'apiKey'>> & Pick<ClientSettings, 'apiKey'>;

  constructor(settings: ClientSettings = {}) {
    this.settings = {
      baseUrl: (settings.baseUrl ?? 'http://127.0.0.1:8080').replace(/\/$/, ''),
      apiKey: settings.apiKey,
      retries: settings.retries ?? 2,
      longestWaitMs: settings.longestWaitMs ?? 60_000,
      timeoutMs: settings.timeoutMs ?? 60_000,
      fetch: settings.fetch ?? globalThis.fetch,
    };
  }

  /** @throws PagewrightError; PagewrightConnectionError; the reason of an aborted signal */
  protected async call<T>(call: Call, options: GivenOptions): Promise<T> {
    // All attempts share a name, so that the document is rendered and paid for once.
    const name = call.isNamed ? (options.idempotencyKey ?? crypto.randomUUID()) : null;
    for (let attempt = 0; ; attempt++) {
      const outcome = await this.attempt(call, options, name);
      if (outcome instanceof Response && outcome.ok) return (await read(outcome, call.answer)) as T;
      const error = outcome instanceof Response ? await errorOf(outcome) : outcome;
      const wait = this.waitAfter(error, attempt, call.method !== 'POST' || name !== null);
      if (wait === null) throw error;
      await pause(wait, options.signal);
    }
  }

  private async attempt(call: Call, options: GivenOptions, name: string | null): Promise<Response | Error> {
    const { baseUrl, timeoutMs, fetch } = this.settings;
    const limit = AbortSignal.timeout(timeoutMs);
    try {
      return await fetch(`${baseUrl}${call.path}${queryOf(call.query ?? {})}`, {
        method: call.method,
        headers: this.headers(call, options, name),
        body: bodyOf(call),
        signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit,
      });
    } catch (cause) {
      options.signal?.throwIfAborted();
      return new PagewrightConnectionError(`The service at ${baseUrl} did not answer.`, { cause });
    }
  }

  private headers(call: Call, options: GivenOptions, name: string | null): Record<string, string> {
    const { apiKey } = this.settings;
    return {
      accept: options.accept ?? (call.answer === 'file' ? '*/*' : 'application/json'),
      ...(apiKey !== undefined && { 'x-api-key': apiKey }),
      ...(name !== null && { 'idempotency-key': name }),
      ...(call.json !== undefined && { 'content-type': 'application/json' }),
      ...(call.lines && { 'content-type': 'application/x-ndjson' }),
      ...(call.bytes !== undefined && { 'content-type': 'application/octet-stream' }),
    };
  }

  /** Returns how long to wait before the next attempt, or null after the last one. */
  private waitAfter(error: Error, attempt: number, isRepeatable: boolean): number | null {
    const { retries, longestWaitMs } = this.settings;
    if (attempt >= retries) return null;
    const backoff = FIRST_WAIT_MS * 2 ** attempt;
    if (!(error instanceof PagewrightError)) return isRepeatable ? backoff : null;
    if (!PASSING.has(error.status) || error.code === 'allowance_exhausted') return null;
    const wait = error.retryAfter === null ? backoff : error.retryAfter * 1000;
    return wait > longestWaitMs ? null : wait;
  }
}

function queryOf(query: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

function bodyOf({ json, lines, bytes }: Call): NonNullable<RequestInit['body']> | null {
  if (json !== undefined) return JSON.stringify(json);
  if (lines) return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  return bytes === undefined ? null : (bytes as NonNullable<RequestInit['body']>);
}

async function errorOf(response: Response): Promise<PagewrightError> {
  const text = await response.text().catch(() => '');
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json') ?? false;
  return new PagewrightError(response.status, isProblem ? (JSON.parse(text) as Problem) : null, response.headers);
}

async function read(response: Response, answer: Call['answer']): Promise<unknown> {
  if (answer === 'json') return response.json();
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (answer === 'none') return undefined;
  const { headers } = response;
  const number = (name: string): number | null => (headers.has(name) ? Number(headers.get(name)) : null);
  return {
    bytes,
    mediaType: headers.get('content-type') ?? 'application/octet-stream',
    filename: filenameOf(headers.get('content-disposition') ?? ''),
    pages: number('x-page-count'),
    warnings: number('x-render-warnings'),
  } satisfies DownloadedFile;
}

/** Returns the file name of a Content-Disposition header. */
function filenameOf(header: string): string | null {
  const [, extended] = /filename\*=UTF-8''([^;]+)/i.exec(header) ?? [];
  if (extended !== undefined) return decodeURIComponent(extended);
  return /filename="?([^";]+)"?/i.exec(header)?.[1] ?? null;
}

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
