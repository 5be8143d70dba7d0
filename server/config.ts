import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { DEFAULT_PLANS, type Plan, plansFileSchema, withPlansFile } from './accounts/plans.ts';
import { type Proxies, parseProxies } from './accounts/client-address.ts';

const integer = (min: number, max: number, fallback: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))
    .default(fallback);

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port')
  .transform(Number)
  .pipe(z.number().max(65535, 'must be at most 65535'));

const httpUrl = z
  .string()
  .refine(isBaseUrl, 'must be an http(s) URL without query, fragment or credentials')
  // oxlint-disable-next-line regexp/no-super-linear-move -- the operator's own
  .transform((text) => text.replace(/\/+$/, ''));

function isBaseUrl(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { search, hash, username, password } = new URL(text);
  return search + hash + username + password === '' && !/[?#]/.test(text);
}

const linkTarget = z
  .string()
  .refine(
    (text) => /^\/(?![/\\])/.test(text) || (/^https?:\/\//i.test(text) && URL.canParse(text)),
    'must be an http(s) URL or a path',
  );

function isWebOrigin(text: string): boolean {
  return /^https?:/i.test(text) && URL.canParse(text) && new URL(text).origin === text.toLowerCase();
}

const origins = z
  .string()
  .default('')
  .transform((text, context) => {
    const list = text.split(/[\s,]+/).filter(Boolean);
    for (const origin of list) {
      if (origin !== '*' && !isWebOrigin(origin)) {
        context.addIssue({ code: 'custom', message: `not an origin: ${origin}` });
      }
    }
    return list.map((origin) => origin.toLowerCase());
  });

/** Where metrics listen unless the operator names a port, or another process has taken it. */
export const DEFAULT_ADMIN_PORT = 9464;

/** A variable of the environment: how it is read, and what `serve --help` says of it. */
interface Setting {
  readonly schema: z.ZodType;
  readonly help: string;
}

const settings = {
  PORT: { schema: integer(0, 65535, 8080), help: 'where the service listens (8080; 0: any free port)' },
  HOST: {
    schema: z.string().min(1).default('127.0.0.1'),
    help: 'the address it listens on; 0.0.0.0 for all, as containers need (127.0.0.1)',
  },
  METERING: {
    schema: z.enum(['on', 'off']).default('on'),
    help: 'off: no request windows, allowance or credits, for your own documents (on)',
  },
  BASE_URL: { schema: httpUrl.optional(), help: 'its public address, for links and its own origin' },
  UPGRADE_URL: { schema: linkTarget.optional(), help: 'where callers get a larger plan (BASE_URL/docs#plans)' },
  ADMIN_PORT: {
    schema: port.optional(),
    help: 'where /metrics listens (9464, or any free port where that is taken)',
  },
  ADMIN_HOST: { schema: z.string().min(1).default('127.0.0.1'), help: 'the address it listens on (127.0.0.1)' },
  DATA_DIR: { schema: z.string().min(1).default('./data'), help: 'the embedded store (./data)' },
  DATABASE_URL: {
    schema: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// URL')
      .optional(),
    help: 'PostgreSQL instead of the embedded store',
  },
  DATABASE_CONNECTIONS: {
    schema: integer(1, 1000, 20),
    help: 'connections of this process to PostgreSQL, at most (20)',
  },
  REDIS_URL: {
    schema: z
      .string()
      .regex(/^rediss?:\/\//, 'must be a redis:// URL')
      .optional(),
    help: 'Redis for request windows',
  },
  PLANS_FILE: { schema: z.string().min(1).optional(), help: 'a JSON file of plans for API keys' },
  ANONYMOUS_RENDERS_PER_MONTH: {
    schema: integer(0, 1e9, 100),
    help: 'renders a month without a key, per client (100; 0: no limit)',
  },
  ANONYMOUS_REQUESTS_PER_MINUTE: { schema: integer(1, 1e6, 10), help: 'calls a minute without a key, per client (10)' },
  ANONYMOUS_RENDERS_AT_ONCE: {
    schema: integer(1, 1e6, 1),
    help: 'renders at once without a key, per client (1)',
  },
  UNMETERED_LOOPBACK: {
    schema: z.enum(['0', '1']).default('0'),
    help: '1: callers on this machine are not metered, for development; never behind a proxy on it (0)',
  },
  TRUST_PROXY: { schema: z.string().default('0'), help: 'proxies in front: a number of hops, or their CIDRs (0)' },
  CORS_ORIGINS: { schema: origins, help: 'origins whose pages may call, separated by blanks or commas' },
  WEBHOOK_ORIGINS: {
    schema: origins.refine((list) => !list.includes('*'), 'must name each origin'),
    help: 'origins that ends of jobs may be told to, separated by blanks or commas (none)',
  },
  WEBHOOK_SECRET_KEY: {
    schema: z.string().min(16, 'must have at least 16 characters').optional(),
    help: 'key that seals the secrets of webhooks in the store (none: they stand there as they are)',
  },
  WORKERS: {
    schema: integer(1, 256, availableParallelism()),
    help: 'documents rendered at once, each by a process (the number of cores)',
  },
  WORKER_MEMORY_MB: {
    schema: integer(64, 65536, 512),
    help: 'memory of a render beside what its process holds at rest (512)',
  },
  QUEUE_LIMIT: { schema: integer(0, 1e6, 100), help: 'renders that may wait (100)' },
  QUEUE_TIMEOUT_MS: { schema: integer(1, 3.6e6, 10_000), help: 'how long one waits (10000)' },
  RENDER_TIMEOUT_MS: { schema: integer(1, 3.6e6, 20_000), help: 'how long one renders (20000)' },
  MAX_PAGES: { schema: integer(1, 1e6, 50), help: 'pages of a document (50)' },
  MAX_HTML_BYTES: { schema: integer(1, 1e9, 2_097_152), help: 'UTF-8 bytes of html over REST (2097152)' },
  MCP_MAX_HTML_BYTES: { schema: integer(1, 1e9, 262_144), help: 'UTF-8 bytes of html over MCP (262144)' },
  BODY_MEMORY_MB: {
    schema: integer(1, 65536, 128),
    help: 'request bodies held at once, half of it for one caller (128)',
  },
  MAX_CONNECTIONS: { schema: integer(1, 1e6, 4096), help: 'connections at once, half of them from one address (4096)' },
  STORE_FAILURE: {
    schema: z.enum(['closed', 'open']).default('closed'),
    help: 'closed: refuse renders while a store is down; open: render unmetered',
  },
  STORE_TIMEOUT_MS: {
    schema: integer(100, 60_000, 2000),
    help: 'how long PostgreSQL and Redis may take for an answer before they count as down (2000)',
  },
  IP_HASH_SECRET: {
    schema: z.string().min(16, 'must have at least 16 characters').optional(),
    help: 'key of the stored hashes of addresses (made and kept in the store)',
  },
  LOG_LEVEL: {
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    help: 'info',
  },
  SHUTDOWN_DELAY_MS: {
    schema: integer(0, 3.6e6, 0),
    help: 'how long it goes on after SIGTERM while /readyz fails, so that balancers find out (0)',
  },
  SHUTDOWN_TIMEOUT_MS: {
    schema: integer(0, 3.6e6, 25_000),
    help: 'how long running renders may take after SIGTERM (25000)',
  },
} as const satisfies Record<string, Setting>;

/** Their values are never shown. */
const SECRETS: ReadonlySet<string> = new Set(['DATABASE_URL', 'REDIS_URL', 'IP_HASH_SECRET', 'WEBHOOK_SECRET_KEY']);

type Environment = { [K in keyof typeof settings]: z.output<(typeof settings)[K]['schema']> };

/** The validated environment. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Whether calls are counted and renders cost anything. */
  readonly metering: boolean;
  readonly baseUrl: string | null;
  readonly upgradeUrl: string;
  /** null: `DEFAULT_ADMIN_PORT`, or a free one. */
  readonly adminPort: number | null;
  readonly adminHost: string;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly databaseConnections: number;
  readonly redisUrl: string | null;
  readonly plans: readonly Plan[];
  readonly anonymousRendersPerMonth: number;
  readonly anonymousRequestsPerMinute: number;
  readonly anonymousRendersAtOnce: number;
  readonly unmeteredLoopback: boolean;
  readonly proxies: Proxies;
  readonly corsOrigins: readonly string[];
  readonly webhookOrigins: readonly string[];
  readonly webhookSecretKey: string | null;
  readonly workers: number;
  readonly workerMemoryMb: number;
  readonly queueLimit: number;
  readonly queueTimeoutMs: number;
  readonly renderTimeoutMs: number;
  readonly maxPages: number;
  readonly maxHtmlBytes: number;
  readonly mcpMaxHtmlBytes: number;
  readonly bodyMemoryMb: number;
  readonly maxConnections: number;
  readonly storeFailure: 'closed' | 'open';
  readonly storeTimeoutMs: number;
  readonly ipHashSecret: string | null;
  readonly logLevel: string;
  readonly shutdownDelayMs: number;
  readonly shutdownTimeoutMs: number;
}

/** A wrong setting: the message is one line for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** One line for every variable, for `pagewright serve --help`. */
export function configHelp(): string {
  const width = Math.max(...Object.keys(settings).map((name) => name.length));
  return Object.entries(settings)
    .map(([name, { help }]) => `  ${name.padEnd(width)}  ${help}`)
    .join('\n');
}

/**
 * The configuration that an environment describes. An empty value counts as absent.
 * @throws ConfigError naming the variable and what is wrong with it.
 */
export function loadConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const read: Record<string, unknown> = {};
  for (const [name, { schema }] of Object.entries(settings)) {
    const value = environment[name];
    const parsed = (schema as z.ZodType).safeParse(value === '' ? undefined : value);
    if (!parsed.success)
      throw new ConfigError(
        `${name}: ${parsed.error.issues[0]!.message}${SECRETS.has(name) ? '' : ` (is ${JSON.stringify(value)})`}`,
      );
    read[name] = parsed.data;
  }
  const env = read as Environment;
  return {
    port: env.PORT,
    host: env.HOST,
    metering: env.METERING === 'on',
    baseUrl: env.BASE_URL ?? null,
    upgradeUrl: env.UPGRADE_URL ?? `${env.BASE_URL ?? ''}/docs#plans`,
    adminPort: env.ADMIN_PORT ?? null,
    adminHost: env.ADMIN_HOST,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? null,
    databaseConnections: env.DATABASE_CONNECTIONS,
    redisUrl: env.REDIS_URL ?? null,
    plans: loadPlans(env.PLANS_FILE),
    anonymousRendersPerMonth: env.ANONYMOUS_RENDERS_PER_MONTH,
    anonymousRequestsPerMinute: env.ANONYMOUS_REQUESTS_PER_MINUTE,
    anonymousRendersAtOnce: env.ANONYMOUS_RENDERS_AT_ONCE,
    unmeteredLoopback: env.UNMETERED_LOOPBACK === '1',
    proxies: readProxies(env.TRUST_PROXY),
    corsOrigins: env.CORS_ORIGINS,
    webhookOrigins: env.WEBHOOK_ORIGINS,
    webhookSecretKey: env.WEBHOOK_SECRET_KEY ?? null,
    workers: env.WORKERS,
    workerMemoryMb: env.WORKER_MEMORY_MB,
    queueLimit: env.QUEUE_LIMIT,
    queueTimeoutMs: env.QUEUE_TIMEOUT_MS,
    renderTimeoutMs: env.RENDER_TIMEOUT_MS,
    maxPages: env.MAX_PAGES,
    maxHtmlBytes: env.MAX_HTML_BYTES,
    mcpMaxHtmlBytes: env.MCP_MAX_HTML_BYTES,
    bodyMemoryMb: env.BODY_MEMORY_MB,
    maxConnections: env.MAX_CONNECTIONS,
    storeFailure: env.STORE_FAILURE,
    storeTimeoutMs: env.STORE_TIMEOUT_MS,
    ipHashSecret: env.IP_HASH_SECRET ?? null,
    logLevel: env.LOG_LEVEL,
    shutdownDelayMs: env.SHUTDOWN_DELAY_MS,
    shutdownTimeoutMs: env.SHUTDOWN_TIMEOUT_MS,
  };
}

function readProxies(text: string): Proxies {
  const proxies = parseProxies(text);
  if (!proxies)
    throw new ConfigError(`TRUST_PROXY: must be a number of hops or a list of CIDRs (is ${JSON.stringify(text)})`);
  return proxies;
}

function loadPlans(file: string | undefined): readonly Plan[] {
  if (file === undefined) return DEFAULT_PLANS;
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new ConfigError(`PLANS_FILE: can't be read: ${(error as Error).message}`);
  }
  const parsed = plansFileSchema.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    throw new ConfigError(`PLANS_FILE: ${issue.path.join('.') || 'file'}: ${issue.message}`);
  }
  return withPlansFile(parsed.data);
}
