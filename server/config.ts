import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { DEFAULT_PLANS, type Plan, plansFileSchema, withoutSignatures, withPlansFile } from './accounts/plans.ts';
import { type Proxies, parseProxies } from './accounts/client-address.ts';
import type { SigningFiles } from './signing/operator.ts';
import type { S3Settings } from './storage/objects/s3-objects.ts';

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));

const integer = (min: number, max: number, fallback: number) => wholeNumber(min, max).default(fallback);

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port')
  .transform(Number)
  .pipe(z.number().max(65535, 'must be at most 65535'));

const httpUrl = z
  .string()
  .refine(isBaseUrl, 'must be an http(s) URL without query, fragment or credentials')
  // oxlint-disable-next-line regexp/no-super-linear-move -- only the operator sets this URL
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

/** Returns whether a URL names a folder, or a bucket without query, fragment and credentials. */
const isObjectStore = (text: string): boolean =>
  isBaseUrl(text) || (/^file:\/\/\//i.test(text) && URL.canParse(text) && !/[?#]/.test(text));

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
        context.addIssue({ code: 'custom', message: `invalid origin: ${origin}` });
      }
    }
    return list.map((origin) => origin.toLowerCase());
  });

/** Default port for metrics. If it is taken, the system picks one. */
export const DEFAULT_ADMIN_PORT = 9464;

/** Variables that hosting platforms set. All others start with `PAGEWRIGHT_`. */
const PLATFORM: ReadonlySet<string> = new Set([
  'PORT',
  'HOST',
  'DATABASE_URL',
  'REDIS_URL',
  'LOG_LEVEL',
  'AWS_REGION',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
]);

/** Returns the variable of a setting: `PAGEWRIGHT_WORKERS`, `PORT`. */
const variableOf = (name: string): string => (PLATFORM.has(name) ? name : `PAGEWRIGHT_${name}`);

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Returns a setting's value and the variable that has it, which may lack the prefix. Empty values are treated as
 * absent.
 */
function readVariable(
  name: string,
  environment: Variables,
): { readonly variable: string; readonly value: string | undefined } {
  const variable = [variableOf(name), name].find((one) => (environment[one] ?? '') !== '');
  return { variable: variable ?? variableOf(name), value: variable && environment[variable] };
}

/** Returns whether the environment has a setting. */
export const isSet = (name: keyof typeof settings, environment: Variables): boolean =>
  readVariable(name, environment).value !== undefined;

/** An environment variable: its schema and its description in `serve --help`. */
interface Setting {
  readonly schema: z.ZodType;
  readonly help: string;
}

const settings = {
  PORT: { schema: integer(0, 65535, 8080), help: 'port to listen on (8080; 0 picks a free port)' },
  HOST: {
    schema: z.string().min(1).default('127.0.0.1'),
    help: 'address to listen on; containers need 0.0.0.0 (127.0.0.1)',
  },
  METERING: {
    schema: z.enum(['on', 'off']).default('on'),
    help: 'off turns off rate limits, allowances and credits, for self-hosting (on)',
  },
  BASE_URL: { schema: httpUrl.optional(), help: 'public URL of the service, used for links and as its own origin' },
  UPGRADE_URL: {
    schema: linkTarget.optional(),
    help: 'page where callers can upgrade (PAGEWRIGHT_BASE_URL/docs#plans)',
  },
  ADMIN_PORT: {
    schema: port.optional(),
    help: 'port of /metrics (9464, or a free port if that is taken)',
  },
  ADMIN_HOST: { schema: z.string().min(1).default('127.0.0.1'), help: 'address of the metrics listener (127.0.0.1)' },
  DATA_DIR: { schema: z.string().min(1).default('./data'), help: 'folder of the embedded store (./data)' },
  DATABASE_URL: {
    schema: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// URL')
      .optional(),
    help: 'PostgreSQL URL, used instead of the embedded store',
  },
  DATABASE_CONNECTIONS: {
    schema: wholeNumber(1, 1000).optional(),
    help: 'maximum PostgreSQL connections per process; if there are several, one listens for new jobs (half the number of workers)',
  },
  REDIS_URL: {
    schema: z
      .string()
      .regex(/^rediss?:\/\//, 'must be a redis:// URL')
      .optional(),
    help: 'Redis URL for request windows',
  },
  OBJECT_STORE: {
    schema: z.string().refine(isObjectStore, 'must be a file: URL, or the http(s) URL of an S3 bucket').optional(),
    help: 'where assets, replayed answers and results of jobs are kept: the http(s) URL of an S3 bucket with its endpoint and an optional prefix, or the file: URL of a folder (without it, a folder in PAGEWRIGHT_DATA_DIR, or PostgreSQL)',
  },
  AWS_REGION: { schema: z.string().min(1).default('us-east-1'), help: 'region of the S3 bucket (us-east-1)' },
  AWS_ACCESS_KEY_ID: {
    schema: z.string().min(1).optional(),
    help: 'key that may read, write and delete in the S3 bucket',
  },
  AWS_SECRET_ACCESS_KEY: { schema: z.string().min(1).optional(), help: 'secret of AWS_ACCESS_KEY_ID' },
  AWS_SESSION_TOKEN: { schema: z.string().min(1).optional(), help: 'token of temporary credentials' },
  PLANS_FILE: { schema: z.string().min(1).optional(), help: 'JSON file with the plans for API keys' },
  ANONYMOUS_RENDERS_PER_MONTH: {
    schema: integer(0, 1e9, 100),
    help: 'renders per month and client without a key (100; 0 means no limit)',
  },
  ANONYMOUS_REQUESTS_PER_MINUTE: {
    schema: integer(1, 1e6, 10),
    help: 'requests per minute and client without a key (10)',
  },
  ANONYMOUS_RENDERS_AT_ONCE: {
    schema: integer(1, 1e6, 1),
    help: 'concurrent renders per client without a key (1)',
  },
  UNMETERED_LOOPBACK: {
    schema: z.enum(['0', '1']).default('0'),
    help: '1 exempts callers on this machine from metering. For development only; never use it behind a local proxy (0)',
  },
  TRUST_PROXY: { schema: z.string().default('0'), help: 'trusted proxies: a number of hops, or CIDR ranges (0)' },
  CORS_ORIGINS: { schema: origins, help: 'origins allowed by CORS, separated by spaces or commas (none)' },
  WEBHOOK_ORIGINS: {
    schema: origins.refine((list) => !list.includes('*'), 'must name each origin'),
    help: 'origins allowed for webhooks, separated by spaces or commas (none)',
  },
  WEBHOOK_PRIVATE_ADDRESSES: {
    schema: z.enum(['0', '1']).default('0'),
    help: '1 lets host names of webhook origins resolve to private addresses; localhost and IP addresses always work (0)',
  },
  WEBHOOK_SECRET_KEY: {
    schema: z.string().min(16, 'must have at least 16 characters').optional(),
    help: 'key that encrypts webhook secrets in the store (none: stored unencrypted)',
  },
  SIGNING_KEY: {
    schema: z.string().min(1).optional(),
    help: 'file with the private key that signs PDFs: PKCS#12, or PEM (none: no signatures)',
  },
  SIGNING_CERTIFICATE: {
    schema: z.string().min(1).optional(),
    help: 'PEM file with the certificates of a PEM key (the file of the key)',
  },
  SIGNING_PASSWORD: {
    schema: z.string().min(1).optional(),
    help: 'file with the password of the signing key',
  },
  WORKERS: {
    schema: integer(1, 256, availableParallelism()),
    help: 'worker processes, each rendering one document at a time (number of cores)',
  },
  WORKER_MEMORY_MB: {
    schema: integer(64, 65536, 512),
    help: 'memory per render, in addition to the memory of an idle worker (512)',
  },
  WORKER_TRAINING_MS: {
    schema: integer(0, 3.6e6, 10_000),
    help: 'processor time that a new worker spends on sample documents while idle (10000)',
  },
  QUEUE_LIMIT: { schema: integer(0, 1e6, 100), help: 'maximum number of queued renders (100)' },
  QUEUE_TIMEOUT_MS: { schema: integer(1, 3.6e6, 10_000), help: 'maximum time in the queue (10000)' },
  RENDER_TIMEOUT_MS: { schema: integer(1, 3.6e6, 20_000), help: 'maximum time per render (20000)' },
  MAX_PAGES: { schema: integer(1, 1e6, 50), help: 'maximum pages per document (50)' },
  MAX_HTML_BYTES: { schema: integer(1, 1e9, 2_097_152), help: 'maximum UTF-8 bytes of html over HTTP (2097152)' },
  MCP_MAX_HTML_BYTES: { schema: integer(1, 1e9, 262_144), help: 'maximum UTF-8 bytes of html over MCP (262144)' },
  BODY_MEMORY_MB: {
    schema: integer(1, 65536, 128),
    help: 'memory for request bodies, half of it per caller (128)',
  },
  JOB_STORAGE_PER_KEY_MB: {
    schema: integer(1, 1e6, 1024),
    help: 'storage for the jobs of a key, submitted and rendered (1024)',
  },
  JOB_STORAGE_MB: { schema: integer(1, 1e7, 8192), help: 'storage for the jobs of all keys (8192)' },
  ASSET_STORAGE_MB: { schema: integer(1, 1e7, 8192), help: 'storage for the assets of all keys (8192)' },
  REPLAY_STORAGE_MB: {
    schema: integer(0, 1e7, 1024),
    help: 'storage for responses that are replayed to repeated calls with an Idempotency-Key (1024)',
  },
  MAX_CONNECTIONS: { schema: integer(1, 1e6, 4096), help: 'maximum connections, half of them per address (4096)' },
  STORE_FAILURE: {
    schema: z.enum(['closed', 'open']).default('closed'),
    help: 'while a store is unavailable, refuse renders (closed) or render unmetered (open) (closed)',
  },
  STORE_TIMEOUT_MS: {
    schema: integer(100, 60_000, 2000),
    help: 'response time after which PostgreSQL or Redis is treated as unavailable (2000)',
  },
  IP_HASH_SECRET: {
    schema: z.string().min(16, 'must have at least 16 characters').optional(),
    help: 'key for hashing client addresses (generated and kept in the store)',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: httpUrl.optional(),
    help: 'base URL of an OpenTelemetry collector that receives traces by OTLP over HTTP (none: no traces)',
  },
  LOG_LEVEL: {
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    help: 'fatal, error, warn, info, debug, trace or silent (info)',
  },
  SHUTDOWN_DELAY_MS: {
    schema: integer(0, 3.6e6, 0),
    help: 'time between SIGTERM, when /readyz fails, and refusing renders (0)',
  },
  SHUTDOWN_TIMEOUT_MS: {
    schema: integer(0, 3.6e6, 25_000),
    help: 'time for running renders to finish after SIGTERM (25000)',
  },
} as const satisfies Record<string, Setting>;

/** Variables whose values are never shown. */
const SECRETS: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'REDIS_URL',
  'IP_HASH_SECRET',
  'WEBHOOK_SECRET_KEY',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
]);

type Environment = { [K in keyof typeof settings]: z.output<(typeof settings)[K]['schema']> };

/** Where objects are kept: in a folder, or in a bucket. */
export type ObjectPlace = { readonly folder: string } | Omit<S3Settings, 'timeoutMs'>;

/** The validated environment. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Whether calls are counted and renders cost credits. */
  readonly metering: boolean;
  readonly baseUrl: string | null;
  readonly upgradeUrl: string;
  /** null: `DEFAULT_ADMIN_PORT`, or any free port. */
  readonly adminPort: number | null;
  readonly adminHost: string;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly databaseConnections: number;
  readonly redisUrl: string | null;
  /** null: a folder next to the embedded store, or the database. */
  readonly objectStore: ObjectPlace | null;
  readonly plans: readonly Plan[];
  readonly anonymousRendersPerMonth: number;
  readonly anonymousRequestsPerMinute: number;
  readonly anonymousRendersAtOnce: number;
  readonly unmeteredLoopback: boolean;
  readonly proxies: Proxies;
  readonly corsOrigins: readonly string[];
  readonly webhookOrigins: readonly string[];
  /** Whether names in these origins may lead to private addresses. */
  readonly webhookPrivateAddresses: boolean;
  readonly webhookSecretKey: string | null;
  /** null: documents can't be signed. */
  readonly signing: SigningFiles | null;
  readonly workers: number;
  readonly workerMemoryMb: number;
  readonly workerTrainingMs: number;
  readonly queueLimit: number;
  readonly queueTimeoutMs: number;
  readonly renderTimeoutMs: number;
  readonly maxPages: number;
  readonly maxHtmlBytes: number;
  readonly mcpMaxHtmlBytes: number;
  readonly bodyMemoryMb: number;
  readonly jobStoragePerKeyMb: number;
  readonly jobStorageMb: number;
  readonly assetStorageMb: number;
  readonly replayStorageMb: number;
  readonly maxConnections: number;
  readonly storeFailure: 'closed' | 'open';
  readonly storeTimeoutMs: number;
  readonly ipHashSecret: string | null;
  /** null: no traces. */
  readonly traceEndpoint: string | null;
  readonly logLevel: string;
  readonly shutdownDelayMs: number;
  readonly shutdownTimeoutMs: number;
}

/** An invalid setting. The message is one line for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** A variable as the reference describes it. */
export interface ConfigVariable {
  readonly variable: string;
  /** null: the variable has no default. */
  readonly fallback: string | null;
  readonly help: string;
}

/** Returns every variable with its default, which ends the help in parentheses. */
export const configVariables = (): ConfigVariable[] =>
  Object.entries(settings).map(([name, { help }]) => {
    const [, text = help, fallback = null] = /^(.*) \(([^()]*)\)$/.exec(help) ?? [];
    return { variable: variableOf(name), fallback, help: text };
  });

/** Describes every variable, for `pagewright serve --help`. */
export function configHelp(): string {
  const indent = ' '.repeat(6);
  return Object.entries(settings)
    .map(([name, { help }]) =>
      [`  ${variableOf(name)}`, ...wrapped(help, TERMINAL_WIDTH - indent.length).map((line) => indent + line)].join(
        '\n',
      ),
    )
    .join('\n');
}

const TERMINAL_WIDTH = 80;

/** Breaks a sentence into lines of at most `width` characters. */
function wrapped(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line !== '' && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}

/**
 * Reads the configuration from the environment. Empty values are treated as absent.
 * @throws ConfigError naming the variable and the mistake
 */
export function loadConfig(environment: Variables): Config {
  const read: Record<string, unknown> = {};
  for (const [name, { schema }] of Object.entries(settings)) {
    const { variable, value } = readVariable(name, environment);
    const parsed = (schema as z.ZodType).safeParse(value);
    if (!parsed.success)
      throw new ConfigError(
        `${variable}: ${parsed.error.issues[0]!.message}${SECRETS.has(name) ? '' : ` (is ${JSON.stringify(value)})`}`,
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
    databaseConnections: env.DATABASE_CONNECTIONS ?? Math.ceil(env.WORKERS / 2),
    redisUrl: env.REDIS_URL ?? null,
    objectStore: objectPlace(env),
    plans: env.SIGNING_KEY === undefined ? withoutSignatures(loadPlans(env.PLANS_FILE)) : loadPlans(env.PLANS_FILE),
    anonymousRendersPerMonth: env.ANONYMOUS_RENDERS_PER_MONTH,
    anonymousRequestsPerMinute: env.ANONYMOUS_REQUESTS_PER_MINUTE,
    anonymousRendersAtOnce: env.ANONYMOUS_RENDERS_AT_ONCE,
    unmeteredLoopback: env.UNMETERED_LOOPBACK === '1',
    proxies: readProxies(env.TRUST_PROXY),
    corsOrigins: env.CORS_ORIGINS,
    webhookOrigins: env.WEBHOOK_ORIGINS,
    webhookPrivateAddresses: env.WEBHOOK_PRIVATE_ADDRESSES === '1',
    webhookSecretKey: env.WEBHOOK_SECRET_KEY ?? null,
    signing: signingFiles(env),
    workers: env.WORKERS,
    workerMemoryMb: env.WORKER_MEMORY_MB,
    workerTrainingMs: env.WORKER_TRAINING_MS,
    queueLimit: env.QUEUE_LIMIT,
    queueTimeoutMs: env.QUEUE_TIMEOUT_MS,
    renderTimeoutMs: env.RENDER_TIMEOUT_MS,
    maxPages: env.MAX_PAGES,
    maxHtmlBytes: env.MAX_HTML_BYTES,
    mcpMaxHtmlBytes: env.MCP_MAX_HTML_BYTES,
    bodyMemoryMb: env.BODY_MEMORY_MB,
    jobStoragePerKeyMb: env.JOB_STORAGE_PER_KEY_MB,
    jobStorageMb: env.JOB_STORAGE_MB,
    assetStorageMb: env.ASSET_STORAGE_MB,
    replayStorageMb: env.REPLAY_STORAGE_MB,
    maxConnections: env.MAX_CONNECTIONS,
    storeFailure: env.STORE_FAILURE,
    storeTimeoutMs: env.STORE_TIMEOUT_MS,
    ipHashSecret: env.IP_HASH_SECRET ?? null,
    traceEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    logLevel: env.LOG_LEVEL,
    shutdownDelayMs: env.SHUTDOWN_DELAY_MS,
    shutdownTimeoutMs: env.SHUTDOWN_TIMEOUT_MS,
  };
}

/** @throws ConfigError for a bucket without a key */
function objectPlace(env: Environment): ObjectPlace | null {
  const url = env.OBJECT_STORE;
  if (url === undefined) return null;
  if (/^file:/i.test(url)) return { folder: fileURLToPath(url) };
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new ConfigError('PAGEWRIGHT_OBJECT_STORE: a bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  const sessionToken = env.AWS_SESSION_TOKEN ?? null;
  return { url: url.replace(/\/$/, ''), region: env.AWS_REGION, accessKeyId, secretAccessKey, sessionToken };
}

/** @throws ConfigError for a certificate or a password without a key */
function signingFiles(env: Environment): SigningFiles | null {
  const { SIGNING_KEY: key, SIGNING_CERTIFICATE: certificate, SIGNING_PASSWORD: password } = env;
  if (key !== undefined) return { key, certificate, password };
  if (certificate !== undefined || password !== undefined)
    throw new ConfigError('PAGEWRIGHT_SIGNING_KEY: must name the key of the certificate or password');
  return null;
}

function readProxies(text: string): Proxies {
  const proxies = parseProxies(text);
  if (!proxies)
    throw new ConfigError(
      `PAGEWRIGHT_TRUST_PROXY: must be a number of hops or a list of CIDRs (is ${JSON.stringify(text)})`,
    );
  return proxies;
}

function loadPlans(file: string | undefined): readonly Plan[] {
  if (file === undefined) return DEFAULT_PLANS;
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new ConfigError(`PAGEWRIGHT_PLANS_FILE: can't be read: ${(error as Error).message}`);
  }
  const parsed = plansFileSchema.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    throw new ConfigError(`PAGEWRIGHT_PLANS_FILE: ${issue.path.join('.') || 'file'}: ${issue.message}`);
  }
  return withPlansFile(parsed.data);
}
