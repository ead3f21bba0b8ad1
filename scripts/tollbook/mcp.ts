import { z } from 'zod';
import { patientFetch } from '../../src/client/patient-fetch.ts';
import { messageOf } from '../../src/domain/error-code.ts';
import { printable } from '../../src/domain/plain-text.ts';
import { type ApiOptions, settingsFor } from './api-command.ts';

/** Where messages of the protocol of 2026-07-28 say what they speak. Those of 2025 say it once, in their first message. */
const versionName = 'io.modelcontextprotocol/protocolVersion';

/** What a header may repeat. Whatever else an agent writes there, the catalog refuses, so that the refusal has the id of the message. */
const inHeader = z
  .string()
  .regex(/^[\w/.-]{1,100}$/)
  .optional()
  .catch(undefined);

const Message = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string(),
  params: membersOf({ name: inHeader, _meta: membersOf({ [versionName]: inHeader }) }),
});
type Message = z.infer<typeof Message>;

type Ask = (request: Request) => Promise<Response>;

function membersOf<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.looseObject(shape).optional().catch(undefined);
}

/** JSON-RPC 2.0. */
const codes = { unreadable: -32700, unanswered: -32000 };

/**
 * Lets an agent that starts programs use the tools of a catalog elsewhere: passes each message from standard input to its `/mcp`, and each
 * answer to standard output. Ends with standard input, once everything is answered.
 */
export async function relayMcp(options: Pick<ApiOptions, 'url'>): Promise<void> {
  const { baseUrl, patience } = settingsFor(options);
  const ask = patientFetch(patience);
  const running = new Set<Promise<void>>();

  for await (const line of linesOf(process.stdin)) {
    if (line.trim() === '') continue;
    const passing = pass(line, `${baseUrl}/mcp`, ask).finally(() => running.delete(passing));
    running.add(passing);
  }
  await Promise.all(running);
}

/** The lines of an input. Node's own reader of lines also ends them at U+2028 and U+2029, which JSON may hold. */
async function* linesOf(input: AsyncIterable<Buffer | string>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of input) {
    rest += typeof bytes === 'string' ? bytes : decoder.decode(bytes, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest;
}

async function pass(line: string, url: string, ask: Ask): Promise<void> {
  const message = readMessage(line);
  if (!message) {
    write(failure(null, codes.unreadable, 'the line is not a message of JSON-RPC 2.0'));
    return;
  }

  try {
    const answer = await ask(new Request(url, { method: 'POST', headers: headersOf(message), body: line }));
    const messages = messagesIn(await answer.text(), answer.headers.get('Content-Type') ?? '');
    messages.forEach(write);
    if (messages.length > 0 || answer.status === 202) return;
    throw new Error(`${url} answers with HTTP ${String(answer.status)} and no message`);
  } catch (error) {
    // Nobody waits for the answer to a notification.
    if (message.id !== undefined) write(failure(message.id, codes.unanswered, printable(messageOf(error))));
  }
}

function readMessage(line: string): Message | undefined {
  try {
    return Message.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

function headersOf({ method, params }: Message): Record<string, string> {
  const version = params?._meta?.[versionName];
  const usual = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  if (version === undefined) return usual;

  const repeated = { 'Mcp-Method': inHeader.parse(method), 'Mcp-Name': params?.name };
  const known = Object.entries(repeated).filter(([, value]) => value !== undefined);
  return { ...usual, 'MCP-Protocol-Version': version, ...Object.fromEntries(known) };
}

const Answered = z.looseObject({ jsonrpc: z.literal('2.0') });

/** The messages of an answer: its body, or its server-sent events. Anything else, such as a refusal before it got to the protocol, is none. */
function messagesIn(body: string, type: string): object[] {
  const texts = type.startsWith('text/event-stream')
    ? body.split(/\r?\n/).flatMap((line) => /^data: ?([^]+)$/.exec(line)?.[1] ?? [])
    : [body];

  return texts.flatMap((text) => {
    try {
      return Answered.safeParse(JSON.parse(text)).data ?? [];
    } catch {
      return [];
    }
  });
}

function failure(id: string | number | null, code: number, message: string): object {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

/** One line each, as the protocol asks. */
function write(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}
