/** OpenAPI 3.1 description of the service, generated from the schemas and the problem table. */
import { z } from 'zod';
import { DIAGNOSTIC_KINDS } from '../../engine/diagnostic-codes.ts';
import { type Config } from '../config.ts';
import { assetListSchema, assetSchema } from './assets.ts';
import { jobDocumentSchema, jobHeadSchema } from './job-request.ts';
import { meSchema } from './me.ts';
import { assetPaths } from './openapi-assets.ts';
import { jobListSchema, jobPaths, jobResultsSchema, jobSchema } from './openapi-jobs.ts';
import {
  IDEMPOTENCY_KEY,
  jsonAnswer,
  orJson,
  pictureAnswer,
  renderAnswer,
  problemResponses,
  RATE_HEADERS,
} from './openapi-parts.ts';
import { type ProblemCode, PROBLEMS } from './problems.ts';
import { pictureQuerySchema } from './answer-kind.ts';
import { renderOptionsSchema } from './render-options.ts';
import { renderRequestSchema } from './render-request.ts';
import { usageQuerySchema, usageSchema } from './usage.ts';

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id', 'errors', 'upgrade_url'],
  properties: {
    type: { type: 'string', const: 'about:blank' },
    title: { type: 'string', description: 'The kind of problem, in a few words.' },
    status: { type: 'integer', description: 'The HTTP status.' },
    detail: { type: 'string', description: 'What happened, and what to do.' },
    instance: { type: 'string', description: 'The path of the request.' },
    code: { type: 'string', enum: Object.keys(PROBLEMS), description: 'Stable. Compare this, not the texts.' },
    request_id: { type: 'string', description: 'The `X-Request-Id` of the response.' },
    errors: {
      type: ['array', 'null'],
      description: 'Every wrong field, or every violation of a profile; null for other problems.',
      items: {
        type: 'object',
        properties: {
          field: { type: 'string' },
          code: { type: 'string' },
          message: { type: 'string' },
          source: { type: 'string' },
          line: { type: 'integer' },
          column: { type: 'integer' },
          rules: {
            type: 'array',
            items: { type: 'string' },
            description: 'The clauses of standards that the document violates.',
          },
          fix: { type: 'string', description: 'What to change, for violations of a profile.' },
        },
      },
    },
    upgrade_url: { type: ['string', 'null'], description: 'Where to get a larger plan; null unless one would help.' },
    urls: {
      type: 'array',
      description: 'The external URLs of the document. Only for `external_resource`.',
      items: { type: 'object', properties: { url: { type: 'string' }, where: { type: 'string' } } },
    },
  },
} as const;

const diagnosticSchema = {
  type: 'object',
  required: ['code', 'severity', 'message', 'source', 'line', 'column', 'count'],
  properties: {
    code: {
      type: 'string',
      enum: Object.keys(DIAGNOSTIC_KINDS),
      description: 'Stable. Compare this, not the message.',
    },
    severity: {
      type: 'string',
      enum: ['error', 'warning', 'info'],
      description:
        '`error`: content is missing because of a bug in Pagewright. `warning`: the result may differ from what the author intended. `info`: expected or harmless.',
    },
    message: { type: 'string' },
    source: {
      type: ['string', 'null'],
      description: 'The text that the position is in, such as `document` or `style 2`.',
    },
    line: { type: ['integer', 'null'], description: 'Counted from 1.' },
    column: { type: ['integer', 'null'], description: 'Counted from 1.' },
    count: { type: 'integer', description: 'Number of occurrences. The position is that of the first.' },
    fix: {
      type: 'object',
      description: 'The probable correction: replace the first `replace` at or after the position with `by`.',
      required: ['replace', 'by'],
      properties: { replace: { type: 'string' }, by: { type: 'string' } },
    },
  },
} as const;

const RENDER_PROBLEMS: readonly ProblemCode[] = [
  'external_resource',
  'credits_exhausted',
  'plan_forbids',
  'request_timeout',
  'html_too_large',
  'body_too_large',
  'unsupported_media_type',
  'validation_error',
  'idempotency_conflict',
  'idempotency_mismatch',
  'page_limit_exceeded',
  'render_timeout',
  'document_too_complex',
  'rate_limited',
  'allowance_exhausted',
  'internal_error',
  'overloaded',
  'store_unavailable',
  'shutting_down',
];

/** Problems that only occur on paid calls. */
const PAYMENT_PROBLEMS: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'credits_exhausted',
  'allowance_exhausted',
  'idempotency_conflict',
  'idempotency_mismatch',
]);

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

const requestBody = {
  required: true,
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/RenderRequest' },
      example: { html: '<h1>Hello</h1>', options: { pageSize: 'A5' } },
    },
  },
};

const {
  html: htmlField,
  filename: filenameField,
  document: documentField,
  values: valuesField,
  assets: assetsField,
} = renderRequestSchema.shape;

/** The same request as a form, with files as parts. */
const renderForm = {
  type: 'object',
  properties: {
    html: {
      ...jsonSchema(htmlField, 'input'),
      description: 'The document, as text or as a file. A file named index.html is also the document.',
    },
    filename: jsonSchema(filenameField, 'input'),
    document: jsonSchema(documentField, 'input'),
    values: { ...jsonSchema(valuesField, 'input'), description: 'Values for the template, as JSON.' },
    assets: { ...jsonSchema(assetsField, 'input'), description: 'Names of assets, as JSON.' },
    options: { $ref: '#/components/schemas/Options', description: 'Options of the library, as JSON.' },
    files: {
      type: 'array',
      items: { type: 'string', contentMediaType: 'application/octet-stream' },
      description:
        'Files under the names by which the document and the options refer to them. The part can have any name.',
    },
  },
} as const;

/** The media types in which a document can be sent. */
const documentBody = {
  required: true,
  content: {
    ...requestBody.content,
    'multipart/form-data': { schema: renderForm },
    'text/html': { schema: { type: 'string' }, example: '<h1>Hello</h1>' },
  },
} as const;

const queryParameters = (schema: z.ZodObject) =>
  Object.entries(schema.shape).map(([name, field]) => {
    const { description, ...rest } = jsonSchema(field as z.ZodType, 'input');
    return { name, in: 'query', description, schema: rest };
  });

/** Options in the query, for a body of `text/html`. */
const OPTIONS_QUERY = {
  name: 'options',
  in: 'query',
  description:
    'With a body of text/html: `filename`, `assets` (names separated by commas) and the options, each as a parameter; lists and objects as JSON.',
  style: 'form',
  explode: true,
  schema: { $ref: '#/components/schemas/Options' },
} as const;

const JSON_RPC = {
  type: 'object',
  properties: {
    jsonrpc: { type: 'string', const: '2.0' },
    id: { type: ['string', 'integer'] },
    method: { type: 'string' },
    params: { type: 'object' },
    result: { type: 'object' },
    error: { type: 'object' },
  },
} as const;
const LIST_TOOLS = { jsonrpc: '2.0', id: 1, method: 'tools/list' } as const;

function plainGet(operationId: string, summary: string, mediaType: string, problems: readonly ProblemCode[] = []) {
  return {
    get: {
      operationId,
      summary,
      responses: {
        '200': { description: summary, headers: RATE_HEADERS, content: { [mediaType]: {} } },
        ...problemResponses(['bad_request', 'internal_error', ...problems]),
      },
    },
  };
}

/** Describes an endpoint of the Model Context Protocol. */
function mcpPath(operationId: string, what: string) {
  return {
    post: {
      operationId,
      summary: `Model Context Protocol, Streamable HTTP, stateless, ${what}`,
      requestBody: { required: true, content: { 'application/json': { schema: JSON_RPC, example: LIST_TOOLS } } },
      responses: {
        '200': jsonAnswer('A JSON-RPC response. Tool failures are results with isError.', JSON_RPC),
        '202': { description: 'The notification was accepted.', headers: RATE_HEADERS },
        '406': jsonAnswer('`Accept` lacks application/json or text/event-stream.', JSON_RPC),
        // The protocol's library answers invalid messages.
        ...orJson(
          problemResponses([
            'bad_request',
            'origin_forbidden',
            'method_not_allowed',
            'request_timeout',
            'body_too_large',
            'rate_limited',
            'overloaded',
            'unsupported_media_type',
            'validation_error',
            'internal_error',
          ]),
          ['400', '415'],
          JSON_RPC,
        ),
      },
    },
  };
}

/** Routes outside the rendering API: agents, pages for people, and probes. */
const otherPaths = {
  '/mcp/': mcpPath('mcp', 'with the tool render_html_to_pdf'),
  '/mcp/studio/': mcpPath(
    'mcpStudio',
    'for agents that write documents, with the tools render_html_to_pdf, check_html, render_page_image and inspect_layout',
  ),
  '/healthz': plainGet('health', 'Liveness: the process is running', 'application/json'),
  '/readyz': plainGet('ready', 'Readiness: the process can take work', 'application/json', [
    'overloaded',
    'store_unavailable',
    'shutting_down',
  ]),
  '/openapi.json': plainGet('description', 'The OpenAPI description of the service', 'application/json'),
  '/docs': plainGet('docs', 'The API documentation as a page', 'text/html'),
  '/': plainGet('editor', 'The editor', 'text/html'),
};

const text = (description: string) => ({ type: 'string', description });
/** Form with Gotenberg's field names. */
const CONVERT_FORM = {
  type: 'object',
  required: ['files'],
  properties: {
    files: {
      type: 'array',
      items: { type: 'string', contentMediaType: 'application/octet-stream' },
      description:
        'index.html, header.html and footer.html, and the style sheets, images and fonts that they use, named as in the HTML.',
    },
    paperWidth: text('Inches, or a length with a unit. Default 8.5.'),
    paperHeight: text('Inches, or a length with a unit. Default 11.'),
    marginTop: text(
      'Inches, or a length with a unit. Default 0.39. The same for marginRight, marginBottom and marginLeft.',
    ),
    landscape: text('true or false.'),
    scale: text('0.1 to 2. Default 1.'),
    nativePageRanges: text('The pages to keep, such as 1-3, 5.'),
    printBackground: text('true or false.'),
    preferCssPageSize: text('true or false.'),
    singlePage: text('true or false. If true, the page is as tall as its content.'),
    emulatedMediaType: text('print or screen. Default print.'),
    pdfa: text('PDF/A-3b and others.'),
    pdfua: text('true or false.'),
    metadata: text('A JSON object with Title, Author, Subject and Keywords.'),
    userPassword: text('Password that opens the file.'),
    ownerPassword: text('Password that removes the restrictions.'),
  },
} as const;

/** Routes for rendering and account status. */
const renderPaths = {
  '/v1/render': {
    post: {
      operationId: 'render',
      summary: 'Render HTML to PDF, or to pictures of its pages',
      parameters: [IDEMPOTENCY_KEY, ...queryParameters(pictureQuerySchema), OPTIONS_QUERY],
      requestBody: documentBody,
      responses: {
        '200': pictureAnswer,
        ...problemResponses(RENDER_PROBLEMS),
      },
    },
  },
  '/forms/chromium/convert/html': {
    post: {
      operationId: 'convert',
      summary:
        'Render a document with its files, as a form that Gotenberg clients send; fields without effect are reported as diagnostics',
      parameters: [IDEMPOTENCY_KEY],
      requestBody: { required: true, content: { 'multipart/form-data': { schema: CONVERT_FORM } } },
      responses: { '200': renderAnswer, ...problemResponses(RENDER_PROBLEMS) },
    },
  },
  '/v1/check': {
    post: {
      operationId: 'check',
      summary: 'Check a document: returns pages and diagnostics without a PDF; costs no credit',
      parameters: [OPTIONS_QUERY],
      requestBody: documentBody,
      responses: {
        '200': jsonAnswer('Pages and diagnostics.', { $ref: '#/components/schemas/Check' }),
        ...problemResponses(RENDER_PROBLEMS.filter((code) => !PAYMENT_PROBLEMS.has(code))),
      },
    },
  },
  '/v1/me': {
    get: {
      operationId: 'me',
      summary: 'Get the plan, rate limit and credits of the caller',
      responses: {
        '200': jsonAnswer('The caller.', { $ref: '#/components/schemas/Me' }),
        ...problemResponses(['bad_request', 'internal_error', 'store_unavailable']),
      },
    },
  },
};

const usagePaths = {
  '/v1/usage': {
    get: {
      operationId: 'usage',
      summary: 'List the credits that a key has spent, by day',
      parameters: queryParameters(usageQuerySchema),
      responses: {
        '200': jsonAnswer('One item for each day.', { $ref: '#/components/schemas/Usage' }),
        ...problemResponses([
          'plan_forbids',
          'validation_error',
          'rate_limited',
          'internal_error',
          'store_unavailable',
        ]),
      },
    },
  },
};

const componentSchemas = (): Record<string, unknown> => ({
  Options: jsonSchema(renderOptionsSchema, 'input'),
  RenderRequest: jsonSchema(renderRequestSchema, 'input'),
  JobHead: jsonSchema(jobHeadSchema, 'input'),
  JobDocument: jsonSchema(jobDocumentSchema, 'input'),
  Job: jobSchema,
  JobList: jobListSchema,
  JobResults: jobResultsSchema,
  Asset: jsonSchema(assetSchema, 'output'),
  AssetList: jsonSchema(assetListSchema, 'output'),
  Me: jsonSchema(meSchema, 'output'),
  Usage: jsonSchema(usageSchema, 'output'),
  Check: {
    type: 'object',
    required: ['pages', 'diagnostics'],
    properties: {
      pages: { type: 'integer' },
      diagnostics: { type: 'array', items: { $ref: '#/components/schemas/Diagnostic' } },
    },
  },
  Diagnostic: diagnosticSchema,
  Problem: problemSchema,
});

export function openApi(config: Pick<Config, 'baseUrl'>): Record<string, unknown> {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pagewright',
      version: '1',
      description: 'HTML and CSS to PDF, without a browser.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: config.baseUrl ?? '/' }],
    security: [{}, { key: [] }, { bearer: [] }],
    paths: {
      ...renderPaths,
      ...usagePaths,
      ...assetPaths,
      ...jobPaths,
      ...otherPaths,
    },
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      schemas: componentSchemas(),
    },
  };
}
