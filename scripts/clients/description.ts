/** The operations of the OpenAPI description that clients offer. */
import { openApi } from '../../server/http/openapi.ts';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface DescribedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly description?: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** What a call sends. `lines`: NDJSON of a head and documents. */
export type RequestKind = 'none' | 'json' | 'lines' | 'bytes';
/** What a call returns. `file`: bytes with headers. */
export type AnswerKind = 'none' | 'json' | 'file';

export interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly schema: Schema;
  readonly required: boolean;
}

export interface ClientOperation {
  readonly id: string;
  readonly summary: string;
  readonly method: string;
  readonly path: string;
  readonly pathParameters: readonly Parameter[];
  readonly query: readonly Parameter[];
  readonly isNamed: boolean;
  readonly request: RequestKind;
  readonly requestSchema: Schema | null;
  readonly answer: AnswerKind;
  readonly answerSchema: Schema | null;
  /** The media types that the answer can have. */
  readonly mediaTypes: readonly string[];
}

/** Routes of other clients. */
const isOffered = (path: string): boolean => path.startsWith('/v1/');

export function clientOperations(): ClientOperation[] {
  const { paths } = description();
  return Object.entries(paths)
    .filter(([path]) => isOffered(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => clientOperation(path, method, operation)),
    );
}

export const clientSchemas = (): Readonly<Record<string, Schema>> => description().components.schemas;

const description = (): Description => openApi({ baseUrl: null }) as unknown as Description;

function clientOperation(path: string, method: string, operation: DescribedOperation): ClientOperation {
  const { operationId, summary, parameters = [], requestBody, responses } = operation;
  const placed = (place: string): Parameter[] =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, description: text = '', schema, required = false }) => ({
        name,
        description: text,
        schema,
        required,
      }));
  const sent = requestBody?.content ?? {};
  const [request, requestSchema] = requestOf(sent);
  const received = Object.entries(responses).find(([status]) => status.startsWith('2'))![1].content ?? {};
  const json = received['application/json']?.schema ?? null;
  return {
    id: operationId,
    summary,
    method: method.toUpperCase(),
    path,
    pathParameters: placed('path'),
    // Options are a part of the JSON body.
    query: placed('query').filter(({ name }) => request !== 'json' || name !== 'options'),
    isNamed: placed('header').some(({ name }) => name === 'Idempotency-Key'),
    request,
    requestSchema,
    answer: json ? 'json' : Object.keys(received).length > 0 ? 'file' : 'none',
    answerSchema: json,
    mediaTypes: Object.keys(received),
  };
}

function requestOf(content: Content): [RequestKind, Schema | null] {
  const json = content['application/json']?.schema;
  if (json) return ['json', json];
  if (content['application/x-ndjson']) return ['lines', null];
  return [Object.keys(content).length > 0 ? 'bytes' : 'none', null];
}

export const refName = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

/** Returns the types that a schema allows. */
export const typesOf = ({ type }: Schema): readonly string[] => (typeof type === 'string' ? [type] : (type ?? []));
