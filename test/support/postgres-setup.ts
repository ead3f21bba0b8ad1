import { rm } from 'node:fs/promises';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { stopServerIn } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of this run's PostgreSQL. The first test that needs the server starts it. */
    readonly postgresFolder: string;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'tollbook-postgres-'));
  project.provide('postgresFolder', folder);

  return async () => {
    await stopServerIn(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
}
