import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeTexts } from '../../scripts/texts/write-texts.ts';

const src = fileURLToPath(new URL('../../src/', import.meta.url));

/** Makes what git does not hold: the modules of the texts, and the types of the client where `npm ci` ran no scripts. */
export default async function setUp(): Promise<void> {
  await writeTexts(`${src}texts`);
  if (existsSync(`${src}client/openapi.ts`)) return;

  const { writeClientTypes } = await import('../../scripts/schemas/client-types.ts');
  await writeClientTypes();
}
