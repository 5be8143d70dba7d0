/** OpenAPI description of the job routes. */
import { KEPT_DIAGNOSTICS } from '../jobs/job.ts';
import type { ProblemCode } from './problems.ts';
import { IDEMPOTENCY_KEY, jsonAnswer, pdfAnswer, problemResponses, RATE_HEADERS } from './openapi-parts.ts';

const JOB_ID = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of the job.',
  schema: { type: 'string' },
} as const;
const JOB_PROBLEMS: readonly ProblemCode[] = [
  'plan_forbids',
  'not_found',
  'rate_limited',
  'internal_error',
  'store_unavailable',
];
const isoTime = { type: 'string', format: 'date-time' } as const;

/** Returns the schema of an object of the service, which has all its members. */
const whole = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties }) as const;

export const jobSchema = whole({
  id: { type: 'string' },
  state: {
    type: 'string',
    enum: ['queued', 'running', 'ended'],
    description: '`ended` includes jobs with failed documents.',
  },
  total: { type: 'integer', description: 'Number of documents.' },
  done: { type: 'integer', description: 'Number of rendered documents.' },
  failed: { type: 'integer', description: 'Number of documents that could not be rendered.' },
  created_at: isoTime,
  ended_at: { ...isoTime, type: ['string', 'null'], description: 'null until the job has ended.' },
  expires_at: { ...isoTime, description: 'The time at which the job and its results are deleted.' },
});

const orNull = (type: string) => ({ type: [type, 'null'] });
export const jobResultsSchema = whole({
  items: {
    type: 'array',
    items: whole({
      index: { type: 'integer', description: 'Index of the document line, from 0.' },
      status: { type: 'string', enum: ['done', 'failed'] },
      reference: orNull('string'),
      filename: orNull('string'),
      pages: orNull('integer'),
      bytes: orNull('integer'),
      warnings: { ...orNull('integer'), description: 'Number of diagnostics, including notes.' },
      diagnostics: {
        type: 'array',
        items: { $ref: '#/components/schemas/Diagnostic' },
        description: `The first ${KEPT_DIAGNOSTICS} diagnostics.`,
      },
      pdf: { ...orNull('string'), description: 'Path of the PDF.' },
      link: {
        ...orNull('string'),
        description: 'URL of the PDF that needs no key and works until the job expires or is deleted.',
      },
      problem: { ...orNull('object'), description: 'The `code`, `detail` and `errors` of the failure.' },
    }),
  },
  next_cursor: orNull('string'),
});

/** A page of an account's jobs. */
export const jobListSchema = whole({
  items: { type: 'array', items: { $ref: '#/components/schemas/Job' } },
  next_cursor: orNull('string'),
});

export const LIST_QUERY = [
  { name: 'cursor', in: 'query', description: 'The `next_cursor` of the previous page.', schema: { type: 'string' } },
  {
    name: 'limit',
    in: 'query',
    description: 'The maximum number of items on a page.',
    schema: { type: 'integer', minimum: 1, maximum: 1000, default: 100 },
  },
] as const;

const EXAMPLE_LINES = [{}, { html: '<h1>First</h1>' }, { html: '<h1>Second</h1>' }]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('');

/** Routes for background rendering. */
export const jobPaths = {
  '/v1/jobs': {
    get: {
      operationId: 'jobs',
      summary: 'List the jobs of a key, newest first',
      parameters: LIST_QUERY,
      responses: {
        '200': jsonAnswer('Jobs that were received completely and have not expired.', {
          $ref: '#/components/schemas/JobList',
        }),
        ...problemResponses([
          'plan_forbids',
          'validation_error',
          'rate_limited',
          'internal_error',
          'store_unavailable',
        ]),
      },
    },
    post: {
      operationId: 'createJob',
      summary: 'Create a job that renders many documents, or a template with many records; needs a key',
      parameters: [
        {
          ...IDEMPOTENCY_KEY,
          description: 'Makes a retry safe: while the job exists, the same key with the same lines returns that job.',
        },
      ],
      requestBody: {
        required: true,
        content: {
          'application/x-ndjson': {
            schema: {
              type: 'string',
              description: 'The first line is a JobHead. Each further line (at most 10,000) is a JobDocument.',
              contentMediaType: 'application/x-ndjson',
              contentSchema: {
                anyOf: [{ $ref: '#/components/schemas/JobHead' }, { $ref: '#/components/schemas/JobDocument' }],
              },
            },
            example: EXAMPLE_LINES,
          },
        },
      },
      responses: {
        '202': jsonAnswer('The created job. `Location` is its URL.', { $ref: '#/components/schemas/Job' }),
        ...problemResponses([
          'plan_forbids',
          'request_timeout',
          'body_too_large',
          'unsupported_media_type',
          'validation_error',
          'idempotency_conflict',
          'idempotency_mismatch',
          'rate_limited',
          'internal_error',
          'overloaded',
          'store_unavailable',
          'shutting_down',
        ]),
      },
    },
  },
  '/v1/jobs/{id}': {
    get: {
      operationId: 'job',
      summary: 'Get the progress of a job',
      parameters: [JOB_ID],
      responses: {
        '200': jsonAnswer('The job.', { $ref: '#/components/schemas/Job' }),
        ...problemResponses(JOB_PROBLEMS),
      },
    },
    delete: {
      operationId: 'deleteJob',
      summary: 'Delete a job and its results',
      parameters: [JOB_ID],
      responses: {
        '204': { description: 'The job was deleted.', headers: RATE_HEADERS },
        ...problemResponses(JOB_PROBLEMS),
      },
    },
  },
  '/v1/jobs/{id}/results': {
    get: {
      operationId: 'jobResults',
      summary: 'List the results of a job in document order',
      parameters: [JOB_ID, ...LIST_QUERY],
      responses: {
        '200': jsonAnswer('The finished documents.', { $ref: '#/components/schemas/JobResults' }),
        ...problemResponses([...JOB_PROBLEMS, 'validation_error']),
      },
    },
  },
  '/v1/jobs/{id}/results/{index}': {
    get: {
      operationId: 'jobPdf',
      summary: 'Get the PDF of a job document',
      parameters: [
        JOB_ID,
        {
          name: 'index',
          in: 'path',
          required: true,
          description: 'The `index` of the result.',
          schema: { type: 'integer' },
        },
      ],
      responses: {
        '200': { ...pdfAnswer, headers: RATE_HEADERS },
        ...problemResponses([...JOB_PROBLEMS, 'document_failed']),
      },
    },
  },
  '/v1/files/{id}': {
    get: {
      operationId: 'file',
      summary: 'Get the PDF of a job document by its link, without a key',
      security: [],
      parameters: [
        { ...JOB_ID, description: 'The id in the `link` of a result.' },
        {
          name: 'token',
          in: 'query',
          required: true,
          description: 'The token in the `link`.',
          schema: { type: 'string' },
        },
      ],
      responses: {
        '200': { ...pdfAnswer, headers: RATE_HEADERS },
        ...problemResponses(['not_found', 'rate_limited', 'internal_error', 'store_unavailable']),
      },
    },
  },
};
