/** Spans of the service's operations. Without a collector nothing is recorded. */

export type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanSettings {
  /** `server`: a request from outside. `client`: a request to another server. Default: work of this process. */
  readonly kind?: 'server' | 'client';
  /** The `traceparent` of the span to continue, from another process. Default: the current span. */
  readonly parent?: string | null;
  readonly attributes?: Attributes;
}

/** A span that has begun. */
export interface Span {
  /** Identifies the trace in logs. null: nothing is recorded. */
  readonly traceId: string | null;
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** Marks the span as failed. Errors that end its work do so by themselves. */
  fail(reason: string): void;
}

export interface Tracing {
  /** Runs work in a span. */
  span<T>(name: string, settings: SpanSettings, work: (span: Span) => Promise<T>): Promise<T>;
  /** Records work that has ended, below the current span. Times are milliseconds since the epoch. */
  past(name: string, startedAt: number, endedAt: number, attributes?: Attributes): void;
  /** Returns the `traceparent` of the current span (W3C Trace Context), for other processes. null: none. */
  current(): string | null;
  /** Sends what has been recorded. */
  close(): Promise<void>;
}

const NO_SPAN: Span = { traceId: null, rename: () => undefined, set: () => undefined, fail: () => undefined };

export const NO_TRACING: Tracing = {
  span: (_name, _settings, work) => work(NO_SPAN),
  past: () => undefined,
  current: () => null,
  close: async () => undefined,
};

/** Opens tracing if the environment names a collector, as OpenTelemetry specifies. The SDK is loaded only then. */
export async function openTracing(endpoint: string | null, version: string): Promise<Tracing> {
  if (endpoint === null) return NO_TRACING;
  const { OpenTelemetry } = await import('./open-telemetry.ts');
  return new OpenTelemetry(endpoint, version);
}
