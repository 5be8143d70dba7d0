/** Job calls over HTTP, and the stores on which jobs are tested. */
import { openTestStore, postgresUrl } from './servers.ts';
import type { TestService } from './service.ts';

export interface JobJson {
  readonly id: string;
  readonly state: string;
  readonly total: number;
  readonly done: number;
  readonly failed: number;
}

/** Returns one line of JSON per object. */
export const lines = (...objects: unknown[]): string => objects.map((object) => JSON.stringify(object)).join('\n');

/** Posts a job. `name`: the call's Idempotency-Key. */
export function postJob(
  service: TestService,
  key: string | null,
  body: string,
  name: string | null = null,
): Promise<Response> {
  const headers: Record<string, string> = { 'content-type': 'application/x-ndjson' };
  if (key !== null) headers['x-api-key'] = key;
  if (name !== null) headers['idempotency-key'] = name;
  return fetch(`${service.url}/v1/jobs`, { method: 'POST', headers, body });
}

export const getAs = (service: TestService, path: string, key: string): Promise<Response> =>
  fetch(service.url + path, { headers: { 'x-api-key': key } });

/** Deletes a job, which other tests on the same database would count. */
export async function deleteJob(service: TestService, key: string, id: string): Promise<void> {
  await fetch(`${service.url}/v1/jobs/${id}`, { method: 'DELETE', headers: { 'x-api-key': key } });
}

/** Waits for the job to end and returns it. */
export async function endedJob(service: TestService, key: string, id: string): Promise<JobJson> {
  for (;;) {
    const job = (await (await getAs(service, `/v1/jobs/${id}`, key)).json()) as JobJson;
    if (job.state === 'ended') return job;
    await new Promise((done) => setTimeout(done, 20));
  }
}

export const balanceOf = async (service: TestService, key: string): Promise<number> =>
  ((await (await getAs(service, '/v1/me', key)).json()) as { credits: { balance: number } }).credits.balance;

export const codeOf = async (response: Response): Promise<string> => ((await response.json()) as { code: string }).code;

export const jobStores = [
  { name: 'embedded', available: true, open: (dataDir: string) => openTestStore({ dataDir }) },
  { name: 'PostgreSQL', available: postgresUrl !== null, open: () => openTestStore({ databaseUrl: postgresUrl }) },
];
