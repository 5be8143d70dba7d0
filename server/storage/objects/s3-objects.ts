import { AwsClient } from 'aws4fetch';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { StoreUnavailable } from '../store.ts';
import type { ObjectStore } from './object-store.ts';

export interface S3Settings {
  /** The URL below which objects have their keys: endpoint, bucket and perhaps a prefix. */
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | null;
  /** Time limit until an answer begins, for each attempt. */
  readonly timeoutMs: number;
}

/** Further attempts after a transient failure. */
const RETRIES = 2;
const RETRY_MS = 100;
/** Time for the bytes of an upload, in addition to the time limit. */
const MS_PER_MB = 1000;

/** Objects of a bucket, by the REST interface of Amazon S3. Every request is signed. */
export class S3Objects implements ObjectStore {
  private readonly client: AwsClient;
  private readonly settings: S3Settings;

  constructor(settings: S3Settings) {
    const { region, accessKeyId, secretAccessKey, sessionToken } = settings;
    this.settings = settings;
    this.client = new AwsClient({
      service: 's3',
      region,
      accessKeyId,
      secretAccessKey,
      ...(sessionToken !== null && { sessionToken }),
      retries: 0,
    });
  }

  async put(key: string, bytes: Uint8Array, sha256: string): Promise<void> {
    const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // The server compares the hash with what it has received.
    const headers = { 'X-Amz-Content-Sha256': sha256, 'Content-Type': 'application/octet-stream' };
    const extraMs = (bytes.length / 1048576) * MS_PER_MB;
    await discard(await this.request('PUT', key, { headers, body }, extraMs));
  }

  async read(key: string): Promise<Readable | null> {
    const response = await this.request('GET', key);
    if (response.status !== 404) return Readable.fromWeb(response.body as ReadableStream);
    await discard(response);
    return null;
  }

  async remove(key: string): Promise<void> {
    await discard(await this.request('DELETE', key));
  }

  /** Returns a successful response, or one of 404 that isn't for an upload. @throws StoreUnavailable */
  private async request(method: string, key: string, init: RequestInit = {}, extraMs = 0): Promise<Response> {
    for (let attempt = 0; ; attempt++) {
      const outcome = await this.attempt(method, key, init, extraMs);
      if (outcome instanceof Response && (outcome.ok || (outcome.status === 404 && method !== 'PUT'))) return outcome;
      const mayPass = !(outcome instanceof Response) || outcome.status >= 500 || outcome.status === 429;
      if (!mayPass || attempt === RETRIES) throw new StoreUnavailable(await causeOf(outcome));
      if (outcome instanceof Response) await discard(outcome);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS * 2 ** attempt));
    }
  }

  /** Sends a request once. Returns the error if there is no answer. */
  private async attempt(method: string, key: string, init: RequestInit, extraMs: number): Promise<Response | Error> {
    const late = new AbortController();
    const timer = setTimeout(
      () => late.abort(new Error('the object store did not answer in time')),
      this.settings.timeoutMs + extraMs,
    );
    try {
      // Documents go to no other address than the configured one.
      const given: RequestInit = { method, redirect: 'manual', signal: late.signal, ...init };
      return await this.client.fetch(`${this.settings.url}/${key}`, given);
    } catch (error) {
      return error as Error;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Frees the connection of an answer whose body isn't needed. */
const discard = async (response: Response): Promise<void> => response.body?.cancel();

/** Length of the part of an error document that is searched for its code. */
const MAX_ERROR_CHARS = 4096;

/** Describes a failed request: S3's error code if there is one. */
async function causeOf(outcome: Response | Error): Promise<string> {
  if (!(outcome instanceof Response)) {
    const { cause, message } = outcome;
    return (cause as NodeJS.ErrnoException | undefined)?.code ?? message;
  }
  const text = (await outcome.text().catch(() => '')).slice(0, MAX_ERROR_CHARS);
  const [, code] = /<Code>(\w+)<\/Code>/.exec(text) ?? [];
  return `the object store answered ${outcome.status}${code === undefined ? '' : ` ${code}`}`;
}
