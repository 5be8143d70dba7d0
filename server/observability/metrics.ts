import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Rendered, RenderPool } from '../rendering/pool.ts';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];
const PAGES = [1, 2, 5, 10, 20, 50, 100];
const BYTES = [1e4, 5e4, 1e5, 5e5, 1e6, 5e6, 2e7];

/**
 * Metrics of the service, served on /metrics of the admin port. Each instance has its own registry, so that two
 * services can run in one process.
 */
export class Metrics {
  readonly registry = new Registry();
  readonly requests = this.counter('pagewright_requests_total', 'Requests by route and status', ['route', 'status']);
  readonly requestSeconds = this.histogram('pagewright_request_seconds', 'Duration of requests by route', SECONDS, [
    'route',
  ]);
  readonly renders = this.counter('pagewright_renders_total', 'Renders by outcome', ['outcome']);
  readonly jobDocuments = this.counter('pagewright_job_documents_total', 'Job documents by outcome', ['outcome']);
  readonly credits = this.counter('pagewright_credits_total', 'Credits committed and refunded', ['movement']);
  readonly storeErrors = this.counter('pagewright_store_errors_total', 'Failed store calls', ['store']);
  readonly storeSeconds = this.histogram('pagewright_store_seconds', 'Latency of store calls', SECONDS);
  private readonly queueSeconds = this.histogram(
    'pagewright_queue_seconds',
    'Time spent waiting for a worker',
    SECONDS,
  );
  private readonly renderSeconds = this.histogram('pagewright_render_seconds', 'Time spent rendering', SECONDS);
  private readonly pages = this.histogram('pagewright_pages', 'Pages of rendered documents', PAGES);
  private readonly pdfBytes = this.histogram('pagewright_pdf_bytes', 'Size of rendered PDFs', BYTES);

  constructor(pool: RenderPool) {
    collectDefaultMetrics({ register: this.registry });
    this.gauge('pagewright_queue_depth', 'Renders waiting for a worker', () => pool.waiting);
    this.gauge('pagewright_workers_busy', 'Busy workers', () => pool.busy);
    this.gauge('pagewright_worker_restarts', 'Replaced workers', () => pool.restarts);
  }

  /** Registers the job metrics. `waiting`: queued documents of all processes that share the store. */
  watchJobs(waiting: () => Promise<number>, rendering: () => number): void {
    this.gauge('pagewright_jobs_waiting', 'Job documents waiting to be rendered, in all processes', () =>
      waiting().catch(() => NaN),
    );
    this.gauge('pagewright_jobs_rendering', 'Job documents being rendered by this process', rendering);
  }

  /** Records a render. `isPdf`: whether it produced a PDF. */
  observe({ result, queueMs, renderMs }: Rendered, isPdf: boolean): void {
    this.queueSeconds.observe(queueMs / 1000);
    this.renderSeconds.observe(renderMs / 1000);
    if (!result.ok) return;
    this.pages.observe(result.pages);
    if (isPdf && result.bytes.length > 0) this.pdfBytes.observe(result.bytes.length);
  }

  private counter(name: string, help: string, labelNames: string[]): Counter {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  private histogram(name: string, help: string, buckets: number[], labelNames: string[] = []): Histogram {
    return new Histogram({ name, help, buckets, labelNames, registers: [this.registry] });
  }

  private gauge(name: string, help: string, read: () => number | Promise<number>): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      async collect() {
        this.set(await read());
      },
    });
  }
}
