import { existsSync } from 'node:fs';

/** Makes the types of the client, which git does not hold, where `npm ci` ran no scripts. */
export default async function setUp(): Promise<void> {
  if (existsSync(new URL('../../src/client/openapi.ts', import.meta.url))) return;

  const { writeClientTypes } = await import('../../scripts/schemas/client-types.ts');
  await writeClientTypes();
}
