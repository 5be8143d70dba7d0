/** A server with the REST interface of Amazon S3. It doesn't verify signatures. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Settings } from '../../server/storage/objects/s3-objects.ts';

interface S3Server {
  run(): Promise<{ readonly port: number }>;
  close(): Promise<void>;
}
const S3rver = createRequire(import.meta.url)('s3rver') as new (options: Record<string, unknown>) => S3Server;

export interface TestBucket {
  readonly settings: S3Settings;
  /** The folder with the files of the bucket's objects. */
  readonly folder: string;
  close(): Promise<void>;
}

/** Starts a server with an empty bucket. */
export async function startBucket(): Promise<TestBucket> {
  const directory = mkdtempSync(join(tmpdir(), 'pagewright-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'documents', configs: [] }],
  });
  const { port } = await server.run();
  return {
    folder: join(directory, 'documents'),
    settings: {
      url: `http://127.0.0.1:${port}/documents/prefix`,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      sessionToken: null,
      timeoutMs: 20_000,
    },
    async close() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
