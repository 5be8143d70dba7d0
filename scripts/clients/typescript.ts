/** Writes the generated part of the TypeScript client. */
import {
  type ClientOperation,
  clientOperations,
  clientSchemas,
  type Parameter,
  refName,
  type Schema,
  typesOf,
} from './description.ts';

const HEAD = '// Generated from the OpenAPI description by `npm run reference`.\n';

export const typescriptClient = (): string =>
  [
    HEAD,
    "import { type CallOptions, Caller, type DownloadedFile } from './caller.ts';\n",
    ...Object.entries(clientSchemas()).map(([name, schema]) => `export type ${name} = ${typeOf(schema, 0)};\n`),
    '/** The calls of the service. */',
    'export class Operations extends Caller {',
    clientOperations().map(method).join('\n\n'),
    '}\n',
  ].join('\n');

function method(operation: ClientOperation): string {
  const { id, summary, method: verb, path, pathParameters, query, isNamed, request, answer } = operation;
  const given = [
    ...pathParameters.map(({ name, schema }) => `${name}: ${typeOf(schema, 1)}`),
    ...bodyParameter(operation),
    `options: ${optionsType(operation)}${query.some(({ required }) => required) ? '' : ' = {}'}`,
  ];
  const result = answer === 'none' ? 'void' : answer === 'file' ? 'DownloadedFile' : typeOf(operation.answerSchema!, 1);
  const url = `\`${path.replace(/\{(\w+)\}/g, (_, name: string) => `\${encodeURIComponent(${name})}`)}\``;
  const call = [
    `method: '${verb}'`,
    `path: ${url}`,
    ...(request === 'none' ? [] : [`${request}: body`]),
    ...(query.length > 0 ? [`query: { ${query.map(({ name }) => `${name}: options.${name}`).join(', ')} }`] : []),
    ...(isNamed ? ['isNamed: true'] : []),
    `answer: '${answer}'`,
  ];
  return `  /** ${summary}. */\n  ${id}(${given.join(', ')}): Promise<${result}> {\n    return this.call<${result}>({ ${call.join(', ')} }, options);\n  }`;
}

function bodyParameter({ request, requestSchema }: ClientOperation): string[] {
  if (request === 'none') return [];
  if (request === 'json') return [`body: ${typeOf(requestSchema!, 1)}`];
  return [request === 'bytes' ? 'body: Uint8Array | string' : 'body: readonly [JobHead, ...JobDocument[]]'];
}

function optionsType({ query, isNamed, answer, mediaTypes }: ClientOperation): string {
  const field = ({ name, schema, required }: Parameter): string =>
    `${name}${required ? '' : '?'}: ${typeOf(schema, 1)}`;
  const fields = [
    ...query.map(field),
    ...(isNamed ? ['idempotencyKey?: string'] : []),
    ...(answer === 'file' && mediaTypes.length > 1
      ? [`accept?: ${mediaTypes.map((type) => `'${type}'`).join(' | ')}`]
      : []),
  ];
  return fields.length === 0 ? 'CallOptions' : `CallOptions & { ${fields.join('; ')} }`;
}

/** Returns a schema as a type. `depth`: its indentation. */
function typeOf(schema: Schema, depth: number): string {
  if (schema.$ref) return refName(schema.$ref);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map((choice) => typeOf(choice, depth)))].join(' | ');
  const types = typesOf(schema);
  return types.length === 0 ? 'unknown' : types.map((type) => plainType(type, schema, depth)).join(' | ');
}

function plainType(type: string, schema: Schema, depth: number): string {
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'array') return `readonly (${schema.items ? typeOf(schema.items, depth) : 'unknown'})[]`;
  return type === 'object' ? objectType(schema, depth) : type;
}

function objectType({ properties, required = [], additionalProperties }: Schema, depth: number): string {
  if (!properties)
    return `Readonly<Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties, depth) : 'unknown'}>>`;
  const indent = '  '.repeat(depth + 1);
  const fields = Object.entries(properties).map(([name, schema]) => {
    const note = schema.description ? `${indent}/** ${schema.description} */\n` : '';
    return `${note}${indent}readonly ${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema, depth + 1)};\n`;
  });
  return `{\n${fields.join('')}${'  '.repeat(depth)}}`;
}
