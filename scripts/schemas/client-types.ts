import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import type { oas31 } from 'zod-openapi';
import { describeApi } from '../../src/http/openapi.ts';

const file = new URL('../../src/client/openapi.ts', import.meta.url);

/** Writes the types of the client, `src/client/openapi.ts`, unless they are current. Git does not hold them. */
export async function writeClientTypes(): Promise<void> {
  const text = await clientTypes();
  if (text !== (await readFile(file, 'utf8').catch(() => ''))) await writeFile(file, text);
}

/** Makes the types from the description that the server itself answers with. */
async function clientTypes(): Promise<string> {
  // Types hold neither the address of a server nor its version.
  const description = withShortResponses(describeApi('https://catalog.example.com', '0.0.0'));
  // `openapi-fetch` cannot read types with readonly arrays (`immutable: true`).
  const nodes = await openapiTS(JSON.stringify(description));

  return `// Made by "npm run schemas".\n\n${astToString(nodes)}`;
}

/** Without headers, and with all refusals as one: they make four fifths of the types, and every refusal has the same body. */
function withShortResponses({ paths = {}, ...rest }: oas31.OpenAPIObject): object {
  return {
    ...rest,
    paths: mapValues(paths, (operations) =>
      mapValues({ ...operations }, (operation: unknown) => {
        return isOperation(operation)
          ? { ...operation, responses: shortResponses(operation.responses) }
          : operation;
      }),
    ),
  };
}

function shortResponses(responses: oas31.ResponsesObject): object {
  const good = Object.entries<object>(responses).filter(([status]) => status.startsWith('2'));
  const problem = { schema: { $ref: '#/components/schemas/Problem' } };

  return {
    ...mapValues(Object.fromEntries(good), (response) => ({ ...response, headers: undefined })),
    default: { description: 'A refusal.', content: { 'application/problem+json': problem } },
  };
}

function isOperation(value: unknown): value is oas31.OperationObject & { responses: oas31.ResponsesObject } {
  return typeof value === 'object' && value !== null && 'responses' in value;
}

function mapValues<Value, Result>(
  values: Readonly<Record<string, Value>>,
  change: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}
