/** Writes the generated part of the Python client. */
import {
  type ClientOperation,
  clientOperations,
  clientSchemas,
  type Parameter,
  refName,
  type Schema,
  typesOf,
} from './description.ts';

const HEAD = `# Generated from the OpenAPI description by \`npm run reference\`.
from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, Sequence, TypedDict, Union

from .caller import Caller, DownloadedFile
`;

export function pythonClient(): string {
  const types = new Types();
  for (const [name, schema] of Object.entries(clientSchemas())) types.declare(name, schema);
  const methods = clientOperations().map((operation) => method(operation, types));
  return [
    HEAD,
    ...types.declared,
    `class Operations(Caller):\n    """The calls of the service."""\n\n${methods.join('\n\n')}\n`,
  ].join('\n\n');
}

/** Names that Python reserves get an underscore. */
const nameOf = (name: string): string => snake(name === 'from' ? 'from_' : name);
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function method(operation: ClientOperation, types: Types): string {
  const { id, summary, method: verb, path, pathParameters, query, isNamed, request, answer } = operation;
  const { answerSchema, mediaTypes } = operation;
  const hasAccept = answer === 'file' && mediaTypes.length > 1;
  const optional = ({ name, schema, required }: Parameter): string => {
    const type = types.of(schema, `${id}_${name}`);
    return required ? `${nameOf(name)}: ${type}` : `${nameOf(name)}: Optional[${type}] = None`;
  };
  const named = [
    ...query.map(optional),
    ...(isNamed ? ['idempotency_key: Optional[str] = None'] : []),
    ...(hasAccept ? ['accept: Optional[str] = None'] : []),
  ];
  const given = [
    'self',
    ...pathParameters.map(({ name, schema }) => `${nameOf(name)}: ${types.of(schema, name)}`),
    ...bodyParameter(operation, types),
    ...(named.length > 0 ? ['*', ...named] : []),
  ];
  const result = answer === 'none' ? 'None' : answer === 'file' ? 'DownloadedFile' : types.of(answerSchema!, id);
  const call = [
    `"${verb}"`,
    `[${path
      .slice(1)
      .split('/')
      .map((part) => (part.startsWith('{') ? nameOf(part.slice(1, -1)) : `"${part}"`))
      .join(', ')}]`,
    ...(request === 'none' ? [] : [`${request === 'json' ? 'json_body' : request}=body`]),
    ...(query.length > 0 ? [`query={${query.map(({ name }) => `"${name}": ${nameOf(name)}`).join(', ')}}`] : []),
    ...(isNamed ? ['is_named=True', 'idempotency_key=idempotency_key'] : []),
    ...(hasAccept ? ['accept=accept'] : []),
    `answer="${answer}"`,
  ];
  return `    def ${snake(id)}(${given.join(', ')}) -> ${result}:\n        """${summary}."""\n        return self.call(${call.join(', ')})`;
}

function bodyParameter({ request, requestSchema, id }: ClientOperation, types: Types): string[] {
  if (request === 'none') return [];
  if (request === 'json') return [`body: ${types.of(requestSchema!, id)}`];
  return [request === 'bytes' ? 'body: Union[bytes, str]' : 'body: Sequence[Union[JobHead, JobDocument]]'];
}

/** Collects the types of nested objects, which need names. */
class Types {
  readonly declared: string[] = [];

  declare(name: string, { properties = {} }: Schema): void {
    const fields = Object.entries(properties).map(
      ([field, schema]) => `        "${field}": ${this.quoted(schema, `${name}${capital(field)}`)},\n`,
    );
    this.declared.push(`${name} = TypedDict(\n    "${name}",\n    {\n${fields.join('')}    },\n    total=False,\n)`);
  }

  /** Types in values are evaluated, so they are quoted. */
  private quoted(schema: Schema, name: string): string {
    return JSON.stringify(this.of(schema, name).replaceAll('"', "'"));
  }

  of(schema: Schema, name: string): string {
    if (schema.$ref) return refName(schema.$ref);
    if ('const' in schema) return `Literal[${JSON.stringify(schema.const)}]`;
    if (schema.enum) return `Literal[${schema.enum.map((value) => JSON.stringify(value)).join(', ')}]`;
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return union([...new Set(choices.map((choice, i) => this.of(choice, `${name}${i || ''}`)))]);
    const types = typesOf(schema);
    return types.length === 0 ? 'Any' : union(types.map((type) => this.plain(type, schema, name)));
  }

  private plain(type: string, schema: Schema, name: string): string {
    if (type === 'array') return `List[${schema.items ? this.of(schema.items, `${name}Item`) : 'Any'}]`;
    if (type === 'object') return this.object(schema, name);
    return PLAIN[type] ?? 'Any';
  }

  private object(schema: Schema, name: string): string {
    if (schema.properties) {
      this.declare(capital(name), schema);
      return capital(name);
    }
    const { additionalProperties: values } = schema;
    return `Dict[str, ${typeof values === 'object' ? this.of(values, `${name}Value`) : 'Any'}]`;
  }
}

const PLAIN: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const union = (types: readonly string[]): string => (types.length === 1 ? types[0]! : `Union[${types.join(', ')}]`);
