import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { S3Objects } from '../../../server/storage/objects/s3-objects.ts';
import { StoreUnavailable } from '../../../server/storage/store.ts';

const started = (server: Server): Promise<string> =>
  new Promise((done) =>
    server.listen(0, '127.0.0.1', () => done(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
  );

describe('an object store that redirects', () => {
  it('is unavailable, and nothing is sent to the other address', async () => {
    const calls: string[] = [];
    const other = createServer((request, response) => {
      calls.push(`${request.method} ${request.url}`);
      response.end();
    });
    const elsewhere = await started(other);
    const bucket = createServer((_, response) => {
      response.writeHead(307, { location: `${elsewhere}/stolen` }).end('<Error><Code>TemporaryRedirect</Code></Error>');
    });
    const objects = new S3Objects({
      url: `${await started(bucket)}/bucket`,
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      sessionToken: null,
      timeoutMs: 10_000,
    });
    try {
      const bytes = Buffer.from('a document');
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      for (const call of [
        () => objects.put('key', bytes, sha256),
        () => objects.read('key'),
        () => objects.remove('key'),
      ]) {
        const error = await call().then(
          () => null,
          (caught: unknown) => caught,
        );
        expect(error).to.be.instanceOf(StoreUnavailable);
        expect((error as Error).message).to.contain('307 TemporaryRedirect');
      }
      expect(calls).to.deep.equal([]);
    } finally {
      bucket.close();
      other.close();
    }
  });
});
