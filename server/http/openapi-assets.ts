/** OpenAPI description of the asset routes. */
import { LIST_QUERY } from './openapi-jobs.ts';
import { jsonAnswer, problemResponses, RATE_HEADERS } from './openapi-parts.ts';
import type { ProblemCode } from './problems.ts';

const ASSET_NAME = {
  name: 'name',
  in: 'path',
  required: true,
  description: 'Letters, digits, periods, hyphens and underscores.',
  schema: { type: 'string', maxLength: 100 },
} as const;

const READ_PROBLEMS: readonly ProblemCode[] = ['plan_forbids', 'rate_limited', 'internal_error', 'store_unavailable'];
const bytes = {
  'application/octet-stream': { schema: { type: 'string', contentMediaType: 'application/octet-stream' } },
};
const asset = { $ref: '#/components/schemas/Asset' } as const;

/** Routes for files that callers keep. */
export const assetPaths = {
  '/v1/assets': {
    get: {
      operationId: 'assets',
      summary: 'List the assets of a key, by name',
      parameters: LIST_QUERY,
      responses: {
        '200': jsonAnswer('A page of the list.', { $ref: '#/components/schemas/AssetList' }),
        ...problemResponses([...READ_PROBLEMS, 'validation_error']),
      },
    },
  },
  '/v1/assets/{name}': {
    put: {
      operationId: 'putAsset',
      summary: 'Store or replace a file that documents can use by name; needs a key',
      parameters: [ASSET_NAME],
      requestBody: { required: true, content: { '*/*': bytes['application/octet-stream'] } },
      responses: {
        '200': jsonAnswer('The asset was replaced.', asset),
        '201': jsonAnswer('The asset was created.', asset),
        ...problemResponses([
          ...READ_PROBLEMS,
          'quota_exceeded',
          'request_timeout',
          'body_too_large',
          'unsupported_media_type',
          'validation_error',
          'overloaded',
          'shutting_down',
        ]),
      },
    },
    get: {
      operationId: 'asset',
      summary: 'Get the content of an asset',
      parameters: [ASSET_NAME],
      responses: {
        '200': { description: 'The content.', headers: RATE_HEADERS, content: bytes },
        ...problemResponses([...READ_PROBLEMS, 'not_found']),
      },
    },
    delete: {
      operationId: 'deleteAsset',
      summary: 'Delete an asset',
      parameters: [ASSET_NAME],
      responses: {
        '204': { description: 'The asset was deleted.', headers: RATE_HEADERS },
        ...problemResponses([...READ_PROBLEMS, 'not_found']),
      },
    },
  },
};
