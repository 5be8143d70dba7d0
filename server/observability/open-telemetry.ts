import { type Context, ROOT_CONTEXT, type Span as SdkSpan, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Attributes, Span, SpanSettings, Tracing } from './tracing.ts';

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;

/**
 * Records spans with the SDK of OpenTelemetry and sends them in the background. Nothing is registered globally, so that
 * several services can run in one process.
 */
export class OpenTelemetry implements Tracing {
  private readonly provider: BasicTracerProvider;
  private readonly contexts = new AsyncLocalStorageContextManager().enable();

  /** `endpoint`: the collector's base URL, as in OTEL_EXPORTER_OTLP_ENDPOINT. Headers come from the environment. */
  constructor(endpoint: string, version: string) {
    const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
    const service = { 'service.name': process.env.OTEL_SERVICE_NAME ?? 'pagewright', 'service.version': version };
    this.provider = new BasicTracerProvider({
      resource: defaultResource().merge(resourceFromAttributes(service)),
      spanProcessors: [new BatchSpanProcessor(exporter)],
    });
  }

  async span<T>(name: string, settings: SpanSettings, work: (span: Span) => Promise<T>): Promise<T> {
    const { kind, parent, attributes = {} } = settings;
    const above = parent === undefined ? this.contexts.active() : remote(parent);
    const span = this.tracer.startSpan(
      name,
      { kind: kind === undefined ? SpanKind.INTERNAL : KINDS[kind], attributes },
      above,
    );
    try {
      return await this.contexts.with(trace.setSpan(above, span), () => work(asSpan(span)));
    } catch (error) {
      span.recordException(error as Error);
      span.setStatus({ code: SpanStatusCode.ERROR, message: (error as Error).message });
      throw error;
    } finally {
      span.end();
    }
  }

  past(name: string, startedAt: number, endedAt: number, attributes: Attributes = {}): void {
    this.tracer.startSpan(name, { startTime: startedAt, attributes }, this.contexts.active()).end(endedAt);
  }

  current(): string | null {
    const span = trace.getSpanContext(this.contexts.active());
    if (!span) return null;
    return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`;
  }

  async close(): Promise<void> {
    await this.provider.shutdown();
  }

  private get tracer() {
    return this.provider.getTracer('pagewright');
  }
}

const asSpan = (span: SdkSpan): Span => ({
  traceId: span.spanContext().traceId,
  rename: (name) => void span.updateName(name),
  set: (attributes) => void span.setAttributes(attributes),
  fail: (message) => void span.setStatus({ code: SpanStatusCode.ERROR, message }),
});

/** Returns the context of a span in another process. Invalid headers begin a new trace. */
function remote(traceparent: string | null): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || /^0+$/.test(traceId) || /^0+$/.test(spanId!)) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId: spanId!,
    traceFlags: parseInt(flags!, 16) & 1,
    isRemote: true,
  });
}
