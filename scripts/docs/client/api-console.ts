/** Calls the routes of the service from the page that describes them, as the service's own OpenAPI document says. */

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  /** Stands for many parameters, if it is a reference. */
  readonly schema: { readonly $ref?: string };
}

interface Body {
  readonly schema: { readonly properties?: Readonly<Record<string, { readonly type?: string }>> };
  readonly example?: unknown;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Body>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}

/** Where the service begins; the site is in its folder `guides/`. */
const service = new URL('../', (document.currentScript as HTMLScriptElement).src);
const ROUTE = /^(GET|POST|PUT|DELETE) (\/\S*)$/;
const FORM = 'multipart/form-data';

function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** A key typed for one route is meant for all of them. It isn't stored. */
const keys: HTMLInputElement[] = [];

function keyInput(): HTMLInputElement {
  const input = element('input', { type: 'text', autocomplete: 'off', value: keys[0]?.value ?? '' });
  input.addEventListener('input', () => keys.forEach((other) => (other.value = input.value)));
  keys.push(input);
  return input;
}

const labelled = (text: string, control: HTMLElement): HTMLElement => element('label', {}, text, ' ', control);

/** The controls of a body, and what to send. */
interface BodyControls {
  readonly controls: readonly HTMLElement[];
  read(): { readonly body: BodyInit; readonly type: string | null };
}

function textBody(type: string, { example }: Body): BodyControls {
  const value = typeof example === 'string' ? example : JSON.stringify(example ?? {}, null, 2);
  const area = element('textarea', { value, rows: Math.min(12, value.split('\n').length + 1), spellcheck: false });
  return { controls: [labelled('body', area)], read: () => ({ body: area.value, type }) };
}

function formBody({ schema }: Body): BodyControls {
  const inputs = Object.entries(schema.properties ?? {}).map(
    ([name, { type }]) =>
      [name, element('input', type === 'array' ? { type: 'file', multiple: true } : { type: 'text' })] as const,
  );
  const read = () => {
    const body = new FormData();
    for (const [name, input] of inputs) {
      for (const file of input.files ?? []) body.append(name, file);
      if (input.files === null && input.value !== '') body.append(name, input.value);
    }
    // The browser adds the boundary to the type.
    return { body, type: null };
  };
  return { controls: inputs.map(([name, input]) => labelled(name, input)), read };
}

function bodyControls(content: Readonly<Record<string, Body>>): BodyControls {
  const [type, body] = Object.entries(content)[0]!;
  return type === FORM ? formBody(body) : textBody(type, body);
}

/** Returns the controls of a route, and the request they make. */
function requestOf(method: string, path: string, { parameters = [], requestBody, responses }: Operation) {
  const key = keyInput();
  const fields = parameters
    .filter(({ schema }) => schema.$ref === undefined)
    .map((parameter) => [parameter, element('input', { type: 'text' })] as const);
  const body = requestBody === undefined ? null : bodyControls(requestBody.content);
  const types = Object.keys(Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content ?? {});
  const accept = element('select', {}, ...types.map((type) => element('option', {}, type)));
  const controls = [
    ...fields.map(([{ name, required }, input]) => labelled(required ? `${name} (required)` : name, input)),
    ...(body?.controls ?? []),
    ...(types.length > 1 ? [labelled('accept', accept)] : []),
    labelled('API key (optional)', key),
  ];
  const send = (): Promise<Response> => {
    let filled = path.slice(1);
    const query = new URLSearchParams();
    const headers = new Headers();
    for (const [{ name, in: place }, { value }] of fields) {
      if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value));
      else if (value !== '' && place === 'query') query.set(name, value);
      else if (value !== '') headers.set(name, value);
    }
    if (key.value !== '') headers.set('X-API-Key', key.value);
    // Endpoints of the Model Context Protocol ask for both.
    headers.set('Accept', types.length > 1 ? accept.value : 'application/json, text/event-stream, */*');
    const sent = body?.read();
    if (sent?.type != null) headers.set('Content-Type', sent.type);
    const url = new URL(filled, service);
    url.search = query.toString();
    return fetch(url, { method, headers, body: sent?.body ?? null });
  };
  return { controls, send };
}

/** Returns what a response contains: text to read, or a file to save. */
async function contentOf(response: Response): Promise<Node> {
  const type = response.headers.get('content-type') ?? '';
  if (/^(application\/pdf|image\/|multipart\/)/.test(type)) {
    const href = URL.createObjectURL(await response.blob());
    const download = type.startsWith('application/pdf') ? 'document.pdf' : 'response';
    return element('a', { href, download }, `Save ${download}`);
  }
  const text = await response.text();
  const isJson = /\bjson\b/.test(type) && text !== '';
  return element('pre', { tabIndex: 0 }, isJson ? JSON.stringify(JSON.parse(text), null, 2) : text);
}

function consoleFor(method: string, path: string, operation: Operation): HTMLElement {
  const { controls, send } = requestOf(method, path, operation);
  const answer = element('div', { role: 'status' });
  const button = element('button', { type: 'button' }, 'Send');
  button.addEventListener('click', async () => {
    button.disabled = true;
    const start = performance.now();
    try {
      const response = await send();
      const content = await contentOf(response);
      const duration = Math.round(performance.now() - start);
      const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\n`).join('');
      answer.replaceChildren(
        element('p', {}, `${response.status} ${response.statusText} after ${duration} ms`),
        content,
        element('details', {}, element('summary', {}, 'Headers'), element('pre', { tabIndex: 0 }, headers)),
      );
    } catch (error) {
      answer.replaceChildren(element('p', {}, `The service can't be reached: ${(error as Error).message}`));
    }
    button.disabled = false;
  });
  return element('details', { className: 'console' }, element('summary', {}, 'Try it'), ...controls, button, answer);
}

async function offerConsoles(): Promise<void> {
  const response = await fetch(new URL('openapi.json', service));
  const { paths } = (await response.json()) as { paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };
  for (const heading of document.querySelectorAll('main h3')) {
    const [, method, path] = ROUTE.exec(heading.textContent.trim()) ?? [];
    const operation = method === undefined ? undefined : paths[path!]?.[method.toLowerCase()];
    if (operation !== undefined) heading.nextElementSibling!.after(consoleFor(method!, path!, operation));
  }
}

// A folder on disk has no service.
if (location.pathname.includes('/guides/')) void offerConsoles().catch(() => undefined);
