import type { CallToolResult, McpServer, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { CatalogStore } from '../../live/catalog-store.ts';
import type { Clock } from '../../live/ports.ts';
import type { ServiceHistory } from '../../live/service-history.ts';
import type { Sentence } from '../../search/intent/read-sentence.ts';
import type { Validation } from '../../views/validation.ts';

/** The catalog, as the tools ask it. The server gives each request one that works in the turns of its client. */
export interface ToolCatalog {
  readonly store: Pick<CatalogStore, 'snapshot' | 'search'>;
  /** Applies the changes of other servers; absent where there are none. */
  readonly current?: (() => Promise<boolean>) | undefined;
  readonly history: Pick<ServiceHistory, 'observed'>;
  /** Adds the meaning of a sentence, if the model answers in time. */
  readonly addMeaning: (sentence: Sentence) => Promise<Sentence>;
  /** Does costly work when it is the caller's turn. */
  readonly inTurn: <Result>(work: () => Result | Promise<Result>) => Promise<Result>;
  /** The same for what asks words and meanings. */
  readonly asking: <Result>(work: () => Result | Promise<Result>) => Promise<Result>;
  /** Probes an endpoint, which may be registered or not. */
  readonly validate: (body: unknown) => Promise<Outcome<Validation>>;
  /** The public address of the site, without a trailing slash. */
  readonly siteUrl: string;
  /** Of this Tollbook. */
  readonly version: string;
  readonly clock: Clock;
}

/** The answer of a tool, or one sentence with the fault and its cure. */
export type Outcome<Answer> = { readonly answer: Answer } | { readonly refusal: string };

interface Definition<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  /** Whether it asks servers of third parties. */
  readonly isOpenWorld?: true;
  readonly call: (given: z.infer<Input>, catalog: ToolCatalog) => Promise<Outcome<z.infer<Output>>>;
}

/** A tool that can be added to an MCP server. */
export interface Tool {
  readonly name: string;
  readonly addTo: (server: McpServer, catalog: ToolCatalog) => void;
}

/** Every tool only reads, so agents may call it without asking a person. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: Definition<Input, Output>,
): Tool {
  const { name, title, description, input, output, isOpenWorld = false, call } = definition;
  const annotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: isOpenWorld };
  const schemas = { inputSchema: describable(input), outputSchema: describable(output) };

  return {
    name,
    addTo: (server, catalog) => {
      const answer = async (given: z.infer<Input>): Promise<CallToolResult> =>
        resultOf(await call(given, catalog));
      server.registerTool(name, { title, description, annotations, ...schemas }, answer);
    },
  };
}

type Described<Schema extends z.ZodType> = StandardSchemaWithJSON<z.input<Schema>, z.output<Schema>>;

/** The schema as the SDK takes it. By itself, zod describes none that has parts made with `zod/mini`. Each description is made once. */
function describable<Schema extends z.ZodType>(schema: Schema): Described<Schema> {
  const made = new Map<string, Record<string, unknown>>();
  const describe = (io: 'input' | 'output') => () => {
    const known = made.get(io) ?? z.toJSONSchema(schema, { io });
    made.set(io, known);
    return known;
  };

  return {
    '~standard': {
      version: 1,
      vendor: 'zod',
      validate: (value) => schema['~standard'].validate(value),
      jsonSchema: { input: describe('input'), output: describe('output') },
    },
  };
}

/** Clients that know no structured content read the same JSON as text. */
function resultOf(outcome: Outcome<Record<string, unknown>>): CallToolResult {
  if ('refusal' in outcome) return { isError: true, content: [{ type: 'text', text: outcome.refusal }] };

  const { answer } = outcome;
  return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer };
}
