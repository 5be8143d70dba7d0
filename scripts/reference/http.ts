import { openApi } from '../../server/http/openapi.ts';
import { GENERATED, table } from './markdown.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface Operation {
  readonly summary: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly description?: string;
    readonly schema?: Schema;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Returns the routes of the service and their schemas as Markdown. */
export function httpPage(): string {
  const { paths, components } = openApi({ baseUrl: null }) as unknown as Description;
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => routeSection(method, path, operation)),
  );
  const schemas = Object.entries(components.schemas).map(([name, schema]) => `### ${name}\n\n${fieldTable(schema)}\n`);
  return `# HTTP API

${GENERATED} A running service has the same description as \`/openapi.json\`, in OpenAPI 3.1. [HTTP service and MCP](service.md) has examples.

## Routes

${routes.join('\n')}
## Schemas

${schemas.join('\n')}`;
}

function routeSection(
  method: string,
  path: string,
  { summary, parameters, requestBody, responses }: Operation,
): string {
  const parts = [`### ${method.toUpperCase()} ${path}`, `${summary}.`];
  if (parameters !== undefined && parameters.length > 0)
    parts.push(
      table(
        ['parameter', 'in', 'meaning'],
        parameters.map(({ name, in: place, description = '' }) => [`\`${name}\``, place, description]),
      ),
    );
  if (requestBody !== undefined) parts.push(bodySection(requestBody.content));
  const rows = Object.entries(responses).map(([status, { description, content = {} }]) => [
    status,
    contentText(content),
    problemLinks(description),
  ]);
  parts.push(table(['status', 'body', 'meaning'], rows));
  return `${parts.join('\n\n')}\n`;
}

/** Replaces descriptions of problems by links to their page. */
function problemLinks(description: string): string {
  const codes = [...description.matchAll(/^`(\w+)`: /gm)].map(([, code]) => code!);
  return codes.length === 0 ? description : codes.map((code) => `[${code}](errors.md#${code})`).join(', ');
}

/** Fields of a body that only this route has are listed here. */
function bodySection(content: Content): string {
  const own = Object.values(content).find(
    ({ schema }) => schema?.properties !== undefined && schema.$ref === undefined,
  );
  const body = `Body: ${contentText(content)}.`;
  return own === undefined ? body : `${body}\n\n${fieldTable(own.schema!)}`;
}

const contentText = (content: Content): string =>
  Object.entries(content)
    .map(([type, { schema }]) => `\`${type}\`${schema?.$ref === undefined ? '' : ` (${typeText(schema)})`}`)
    .join(' or ');

function fieldTable(schema: Schema): string {
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return `${typeText(schema)}.`;
  const required = new Set(schema.required);
  return table(
    ['field', 'type', 'meaning'],
    fields.map(([name, field]) => [
      `\`${name}\`${required.has(name) ? ', required' : ''}`,
      typeText(field),
      field.description ?? '',
    ]),
  );
}

/** More values than a cell shows well. */
const MANY_VALUES = 12;

function typeText(schema: Schema): string {
  const { $ref, type, items, anyOf, oneOf, properties } = schema;
  const name = $ref?.split('/').at(-1);
  if (name !== undefined) return `[${name}](#${name.toLowerCase()})`;
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum !== undefined && schema.enum.length <= MANY_VALUES)
    return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(', ');
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return [...new Set(choices.map(typeText))].join(' or ');
  if (items !== undefined) return `array of ${typeText(items)}`;
  if (properties !== undefined && Object.keys(properties).length > 0)
    return `object with ${Object.keys(properties)
      .map((field) => `\`${field}\``)
      .join(', ')}`;
  return type === undefined ? 'any' : [type].flat().join(' or ');
}
