/** The body of `POST /v1/jobs`: the first line holds shared settings, every further line is a document. */
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { suggestion } from '../../engine/option-names.ts';
import { type JobDocument, type JobHead, MOST_DOCUMENTS } from '../jobs/job.ts';
import { secretKey } from '../jobs/webhooks.ts';
import type { FieldError } from '../refusal.ts';
import type { BodyLease } from './body-budget.ts';
import { type Fields, invalid, readFields } from './json-fields.ts';
import { checkLines, readLines } from './ndjson.ts';
import { Problem } from './problems.ts';
import { isOptionName, missingFiles, renderOptionsSchema, submittedOptions } from './render-options.ts';
import { wrongFields } from './field-errors.ts';
import {
  cleanHtml,
  MAX_NAMES_BYTES,
  MAX_OPTIONS_BYTES,
  MAX_VALUES_BYTES,
  renderRequestSchema,
} from './render-request.ts';
import { type Files, signatureIn } from '../rendering/submitted-document.ts';
import { missingFile } from './missing-file.ts';
import { lastStepErrors, missingStepFiles } from './steps-schema.ts';

/** Limit on the whole body. Documents may be escaped, but not all of them in every character. */
const MAX_JOB_BYTES = 128 * 1024 * 1024;
/** Limit on listed errors. */
const MOST_WRONG = 20;
/** Documents are stored in batches, limited by count and characters. */
const BATCH = 100;
const BATCH_CHARACTERS = 1_000_000;

const webhookSchema = z.strictObject({
  url: z.string().max(2000).meta({ description: 'Called when the job ends. The operator must allow its origin.' }),
  secret: z.string().min(16).max(200).meta({
    description:
      'Signs the call with HMAC-SHA256 according to Standard Webhooks: `whsec_` and a base64 key, or any other text.',
  }),
});

const carried = renderRequestSchema.shape;

export const jobHeadSchema = z.object({
  template: z
    .string()
    .nullish()
    .meta({ description: 'A Liquid template that produces HTML. Each document fills it with its `values`.' }),
  document: renderRequestSchema.shape.document.meta({
    description: 'The name of the file or asset that is the template, instead of `template`.',
  }),
  options: renderOptionsSchema.nullish().meta({ description: 'Options of the library for all documents.' }),
  files: carried.files,
  assets: carried.assets,
  steps: carried.steps,
  webhook: webhookSchema.nullish().meta({ description: 'The call that reports the end of the job.' }),
});

const values = z.record(z.string(), z.unknown());
export const jobDocumentSchema = z.object({
  html: carried.html.nullish().meta({ description: 'The HTML document, unless the job has a template.' }),
  document: carried.document,
  values: values.nullish().meta({ description: 'Values for the template.' }),
  options: carried.options,
  files: carried.files,
  assets: carried.assets,
  steps: carried.steps,
  filename: carried.filename,
  reference: z.string().max(200).nullish().meta({ description: 'Your name for the document.' }),
});

/** The limit of a line applies to files. */
const CARRIED_BYTES = {
  options: MAX_OPTIONS_BYTES,
  files: Infinity,
  assets: MAX_NAMES_BYTES,
  steps: MAX_OPTIONS_BYTES,
};

const HEAD_FIELDS: Fields = {
  names: new Set(Object.keys(jobHeadSchema.shape)),
  nested: { ...CARRIED_BYTES, webhook: 4096 },
};
const DOCUMENT_FIELDS: Fields = {
  names: new Set(Object.keys(jobDocumentSchema.shape)),
  nested: { ...CARRIED_BYTES, values: MAX_VALUES_BYTES },
};

/** Describes the format, for error messages. */
const LINES = 'one line for what all documents share ({} if nothing), then one line per document';

export interface JobIntake {
  /** Receives the first line. */
  readonly head: (head: JobHead) => Promise<void>;
  readonly documents: (documents: readonly JobDocument[]) => Promise<void>;
  /** Receives the raw bytes of every line. */
  readonly line: (line: Buffer) => void;
}

export interface JobLimits {
  readonly maxHtmlBytes: number;
  readonly lease: BodyLease;
  /** @throws Problem if the caller has no such assets */
  readonly checkAssets: (names: readonly string[]) => Promise<void>;
  readonly allowsWebhook: (url: string) => boolean;
  /** @throws Problem if documents of the caller can't be signed. `path`: the field that requests a signature */
  readonly checkSigning: (path: string | null) => Promise<void>;
  /** @throws Problem if the template doesn't parse */
  readonly checkTemplate: (template: string) => Promise<void>;
}

/** Yields the raw lines of a job. @throws Problem */
export function jobLines(
  request: IncomingMessage,
  { maxHtmlBytes, lease }: Pick<JobLimits, 'maxHtmlBytes' | 'lease'>,
): AsyncGenerator<Buffer> {
  checkLines(request);
  const lineBytes = 2 * maxHtmlBytes + MAX_OPTIONS_BYTES + MAX_VALUES_BYTES;
  return readLines(request, { bytes: MAX_JOB_BYTES, lineBytes, lease });
}

/** Reads a job in a streaming fashion. Returns the number of documents. @throws Problem */
export async function readJob(request: IncomingMessage, limits: JobLimits, intake: JobIntake): Promise<number> {
  const reader = new JobReader(limits, intake);
  for await (const line of jobLines(request, limits)) {
    intake.line(line);
    await reader.take(line);
  }
  return reader.end();
}

const NOTHING = new Uint8Array(0);

/** Returns the names of files and assets, without their bytes. */
const namesOf = (files: JobHead['files'], assets: JobHead['assets']): Files =>
  new Map([...Object.keys(files ?? {}), ...(assets ?? [])].map((name) => [name, NOTHING]));

class JobReader {
  private readonly limits: JobLimits;
  private readonly intake: JobIntake;
  private head: JobHead | null = null;
  /** The files of the first line, of which only the names matter here. */
  private shared: Files = new Map();
  private batch: JobDocument[] = [];
  private batched = 0;
  private count = 0;
  private readonly errors: FieldError[] = [];
  private wrong = 0;

  constructor(limits: JobLimits, intake: JobIntake) {
    this.limits = limits;
    this.intake = intake;
  }

  async take(line: Buffer): Promise<void> {
    try {
      if (this.head === null) await this.begin(line);
      else await this.add(line, this.head);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'validation_error') throw error;
      const number = this.head === null ? 1 : this.count + 1;
      for (const failure of error.details.errors ?? [])
        this.errors.push({
          ...failure,
          field: failure.field === 'body' ? `line ${number}` : `line ${number}: ${failure.field}`,
        });
      // An error in the first line affects all others.
      if (this.head === null || ++this.wrong === MOST_WRONG) throw invalid(this.errors);
    }
  }

  async end(): Promise<number> {
    if (this.head === null || this.count === 0)
      throw invalid([{ field: 'body', code: 'required', message: `must be ${LINES}` }]);
    if (this.errors.length > 0) throw invalid(this.errors);
    await this.flush();
    return this.count;
  }

  private async begin(line: Buffer): Promise<void> {
    const given = await lineOf(line, jobHeadSchema, HEAD_FIELDS, headAdvice);
    const { template, options, webhook, document = null, files = null, assets = null, steps = null } = given;
    await this.limits.checkAssets(assets ?? []);
    this.shared = namesOf(files, assets);
    await this.check({ options, document, steps });
    if (webhook && !this.limits.allowsWebhook(webhook.url))
      throw invalid([
        {
          field: 'webhook.url',
          code: 'value',
          message: 'the origin is not allowed: the operator must add it to PAGEWRIGHT_WEBHOOK_ORIGINS',
        },
      ]);
    if (webhook && secretKey(webhook.secret) === null)
      throw invalid([
        { field: 'webhook.secret', code: 'value', message: 'must have at least 16 bytes in base64 after whsec_' },
      ]);
    const head: JobHead = {
      template: template === null || template === undefined ? null : this.fitting('template', template),
      options: options ? submittedOptions(options) : null,
      document,
      files,
      assets,
      steps,
      webhook: webhook ?? null,
    };
    if (head.template !== null) await this.limits.checkTemplate(head.template);
    await this.intake.head(head);
    this.head = head;
  }

  private async add(line: Buffer, head: JobHead): Promise<void> {
    if (++this.count > MOST_DOCUMENTS)
      throw new Problem('body_too_large', `A job may have at most ${MOST_DOCUMENTS} documents.`, {
        closeConnection: true,
      });
    const found = await lineOf(line, jobDocumentSchema, DOCUMENT_FIELDS, fieldAdvice);
    const { html = null, values: given = null, options, filename = null, reference = null } = found;
    const { document: named = null, files = null, assets = null, steps = null } = found;
    await this.check({ options, document: named, steps }, namesOf(files, assets));
    const isFilled = head.template !== null || head.document !== null;
    const wanted = isFilled ? 'values' : 'html';
    if (named === null && (wanted === 'html' ? html : given) === null)
      throw invalid([{ field: wanted, code: 'required', message: 'is required' }]);
    const document: JobDocument = {
      html: wanted === 'html' && named === null ? this.fitting('html', html ?? '') : null,
      values: given,
      document: named,
      options: options ? submittedOptions(options) : null,
      files,
      assets,
      steps,
      filename,
      reference,
    };
    // After an error nothing is stored. The rest is only checked.
    if (this.errors.length > 0) return;
    this.batch.push(document);
    this.batched += line.length;
    if (this.batch.length >= BATCH || this.batched >= BATCH_CHARACTERS) await this.flush();
  }

  /** Refuses files that neither the job nor the document has, and what can't be done. @throws Problem */
  private async check(
    { options, document, steps }: Pick<z.output<typeof jobDocumentSchema>, 'options' | 'document' | 'steps'>,
    own: Files = new Map(),
  ): Promise<void> {
    const files = own.size === 0 ? this.shared : new Map([...this.shared, ...own]);
    const given = options ? submittedOptions(options) : undefined;
    const wrong = [
      ...(typeof document === 'string' ? missingFile('document', document, files) : []),
      ...missingFiles(given, files),
      ...missingStepFiles(steps ?? [], files),
      ...lastStepErrors(given, steps ?? []),
    ];
    if (wrong.length > 0) throw invalid(wrong);
    await this.limits.checkSigning(signatureIn(given, steps ?? []));
  }

  private fitting(field: string, html: string): string {
    const clean = cleanHtml(html);
    if (Buffer.byteLength(clean) <= this.limits.maxHtmlBytes) return clean;
    throw invalid([{ field, code: 'value', message: `has more than ${this.limits.maxHtmlBytes} bytes in UTF-8` }]);
  }

  private async flush(): Promise<void> {
    if (this.batch.length > 0) await this.intake.documents(this.batch);
    [this.batch, this.batched] = [[], 0];
  }
}

/** Parses a line. Unknown fields are refused: they would silently affect thousands of documents. @throws Problem */
async function lineOf<Schema extends z.ZodType>(
  line: Buffer,
  schema: Schema,
  fields: Fields,
  advice: (field: string) => string,
): Promise<z.output<Schema>> {
  const { value, unknown } = await readFields(line, fields);
  const wrong = [
    ...unknown.map((field): FieldError => ({ field, code: 'unknown', message: advice(field) })),
    ...wrongFields(schema, value),
  ];
  if (wrong.length > 0) throw invalid(wrong);
  return value as z.output<Schema>;
}

const fieldAdvice = (field: string, { names } = DOCUMENT_FIELDS): string =>
  isOptionName(field) ? 'is an option: put it into `options`' : `unknown field${suggestion(field, [...names])}`;

/** Explains a first line that looks like a document: the shared settings are missing. */
const headAdvice = (field: string): string =>
  DOCUMENT_FIELDS.names.has(field) ? `belongs to a document line: a job is ${LINES}` : fieldAdvice(field, HEAD_FIELDS);
