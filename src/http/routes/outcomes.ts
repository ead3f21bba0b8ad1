import { outcomeRules } from '../../domain/outcome.ts';
import type { DeclaredService } from '../../domain/service.ts';
import type { Entry } from '../../domain/snapshot.ts';
import type { IntakeAnswer } from '../../live/outcome-intake.ts';
import { maxAgeDays, outcomeFaults } from '../../outcomes/judge.ts';
import { constants } from '../../outcomes/summary.ts';
import type { ApiKey } from '../../registration/api-key.ts';
import { forbidden } from '../../registration/rights.ts';
import { bodyOf } from '../../views/body.ts';
import { outcomeLines } from '../../views/outcome-export.ts';
import {
  claimOf,
  OutcomeRequest,
  OutcomesView,
  outcomeProblems,
  outcomesView,
  replyOf,
  ReplyRequest,
  type StatementView,
  StatementView as StatementSchema,
  TakenOutcome,
  takenView,
  WaitingOutcome,
} from '../../views/outcomes.ts';
import { parameterProblem } from '../../views/parameter-problem.ts';
import type { Problem } from '../../views/problem.ts';
import { makeAnswer, send } from '../answer.ts';
import { audited } from '../audited.ts';
import { bodyTag } from '../body-tag.ts';
import type { Context } from '../bindings.ts';
import type { RouteDependencies } from '../dependencies.ts';
import {
  bodyRefusals,
  json,
  keyRefusals,
  notModified,
  plain,
  plainHeaders,
  recordHeaders,
  refusals,
  serviceAnswers,
  strictRefusals,
} from '../describe.ts';
import { encodingFor, isKnownTag } from '../encoding.ts';
import { exportHeaders } from '../export-headers.ts';
import { forService, missing } from '../for-service.ts';
import { requestHeader, unsharedHeaders } from '../headers.ts';
import {
  IdParameter,
  OutcomeParameter,
  OutcomesParameters,
  parametersOf,
  readParameters,
  ReplaceParameter,
} from '../parameters.ts';
import { rateLimited } from '../rate-limit.ts';
import { readBody } from '../request-body.ts';
import type { Definition, Route } from '../route.ts';
import { sendExport, unchangedExport } from '../send-export.ts';
import { withKey } from '../with-key.ts';

/** For each client. Each statement makes the server ask a chain. */
export const outcomeLimit = { requests: 30, perSeconds: 60 };

const maxBytes = 8 * 1024;
const retryAfterSeconds = 30;

const signedForm =
  'Tollbook outcome\\nsite: <host of this catalog>\\nservice: <id>\\nnetwork: <CAIP-2 id>\\ntx: <tx>\\noutcome: <outcome>';

const stateDefinition: Definition = {
  method: 'post',
  path: '/api/services/{id}/outcomes',
  operationId: 'stateOutcome',
  tag: 'Outcomes',
  summary: 'State what a payment brought',
  description: `Takes a statement about one payment to the service; no key is needed. It is checked against the chain: the payment has to be final, at most ${String(maxAgeDays)} days old, made to a wallet and of an amount that the service asked then, by somebody whom the seller neither is nor funded. With the payer's signature (EIP-191, EIP-1271 or ed25519) the class is \`payer\`, and the statement counts. With the seller's receipt it is \`seller\`, with neither \`tx\`: both are shown and never decide. The text to sign has a line for each of these members that is there, in this order, without a line feed at its end: \`${signedForm}\`, then \`httpStatus\`, \`latencyMs\`, \`requestHash\`, \`responseHash\`; EVM hashes in lower case. What cannot be checked yet waits for a day (202): send the same statement again to see what became of it, it is never recorded twice. Each client may send ${String(outcomeLimit.requests)} a minute.`,
  requestParams: { path: IdParameter, query: ReplaceParameter },
  requestBody: { required: true, content: { 'application/json': { schema: OutcomeRequest } } },
  responses: {
    201: json(TakenOutcome, 'The statement is on record.', plainHeaders),
    202: json(WaitingOutcome, 'The payment cannot be checked yet.', plainHeaders),
    ...refusals(
      ...bodyRefusals,
      'parameter_invalid',
      'service_unknown',
      'outcome_exists',
      'service_deleted',
      'outcome_invalid',
      ...outcomeFaults,
      'too_many_requests',
      'not_counted_here',
      'unavailable',
    ),
  },
};

const replyDefinition: Definition = {
  method: 'post',
  path: '/api/services/{id}/outcomes/{outcome}/reply',
  operationId: 'replyToOutcome',
  tag: 'Outcomes',
  summary: 'Answer a statement as the owner',
  description:
    'Answers a statement about your service, once: `delivered`, `refunded` with the transaction that paid the money back, or `not_ours`. The answer is shown beside the statement. A refund that the chain shows takes the statement out of the summary; the other two change nothing in it.',
  security: [{ bearer: [] }],
  requestParams: { path: IdParameter.extend(OutcomeParameter.shape) },
  requestBody: { required: true, content: { 'application/json': { schema: ReplyRequest } } },
  responses: {
    200: json(StatementSchema, 'The statement with the answer.', plainHeaders),
    ...refusals(
      ...bodyRefusals,
      ...keyRefusals,
      'not_owner',
      'service_unknown',
      'outcome_unknown',
      'reply_exists',
      'service_deleted',
      'reply_invalid',
      'refund_not_found',
      'too_many_requests',
      'unavailable',
    ),
  },
};

const listDefinition: Definition = {
  method: 'get',
  path: '/api/services/{id}/outcomes',
  operationId: 'getServiceOutcomes',
  tag: 'Outcomes',
  summary: 'Read what buyers say they got',
  description: `Returns every statement about payments to the service, with what they add up to by the rules \`outcomes/1\`. Fewer than ${String(constants.fewestPayments)} payments, or payers from fewer than ${String(constants.fewestClusters)} sources, are too few to say anything. The rules are published with what it costs to mislead them.`,
  requestParams: { path: IdParameter, query: OutcomesParameters },
  responses: serviceAnswers(OutcomesView, 'The statements, newest first.', 'parameter_invalid'),
};

const exportDefinition: Definition = {
  method: 'get',
  path: '/api/outcomes.ndjson',
  operationId: 'exportOutcomes',
  tag: 'Outcomes',
  summary: 'Export the record of outcomes',
  description:
    'Returns every statement, answer and finding, one a line, service by service, and after those of each service a line with its summary: whoever has the record can compute each summary again. A line without that of a summary is what its entry in the log is the digest of. Send `If-None-Match` with the ETag of your copy: while nothing changed, the answer is an empty 304.',
  responses: {
    200: plain('application/x-ndjson', '{"kind":"statement",…}\n', 'The record.', recordHeaders),
    304: notModified(recordHeaders),
    ...strictRefusals('too_many_requests', 'unavailable'),
  },
};

export const outcomeDefinitions = [stateDefinition, replyDefinition, listDefinition, exportDefinition];

/** What buyers say they got, and what owners answer. */
export function outcomeRoutes(dependencies: RouteDependencies): Route[] {
  const { outcomes, statements, store, feed, inTurn, refuse } = dependencies;

  async function state(c: Context): Promise<Response> {
    const service = c.req.param('id') ?? '';
    const declared = store.snapshot.find(service)?.declared;
    if (!declared) return missing(c, service, dependencies);
    const given = readParameters(ReplaceParameter, parametersOf(c));
    if ('problems' in given) return refuse(c, { code: 'parameter_invalid', errors: given.problems });
    const body = await readBody(c.req.raw, { maxBytes });
    if ('problem' in body) return refuse(c, body.problem);
    const request = OutcomeRequest.safeParse(body.value);
    if (!request.success) {
      return refuse(c, { code: 'outcome_invalid', errors: outcomeProblems(request.error, body.value) });
    }

    const claim = claimOf(request.data);
    const answer = await outcomes.intake.submit(declared, claim, given.value.replace === 'true');
    const problem = problemOf(answer);
    if (problem) return refuse(c, problem);
    if (answer.kind === 'waiting') return written(c, 202, { id: answer.id, waiting: answer.for });
    if (answer.kind !== 'recorded') throw new Error(`a statement ended as ${answer.kind}`);
    return written(c, 201, takenView(answer.statement));
  }

  async function statementIn(service: string, id: string): Promise<StatementView> {
    const entry = store.snapshot.find(service);
    const found = entry && (await outcomes.stated.statement(entry.declared, id));
    if (!found) throw new Error(`the statement ${id} was recorded and is gone`);

    return found;
  }

  async function list(c: Context, { declared }: Entry): Promise<Response> {
    const given = readParameters(OutcomesParameters, parametersOf(c));
    if ('problems' in given) return refuse(c, { code: 'parameter_invalid', errors: given.problems });

    const { version } = store.snapshot;
    const standing = await inTurn(c, () => outcomes.stated.standing(declared));
    const { before } = given.value;
    // An empty page would be taken for the end. The statement may also have stayed with a former seller.
    if (before !== undefined && !standing.statements.some(({ statement }) => statement.id === before)) {
      const errors = [parameterProblem('cursor_invalid', ['before'], { value: before })];
      return refuse(c, { code: 'parameter_invalid', errors });
    }

    return send(c, makeAnswer(bodyOf(outcomesView(declared.id, standing, given.value))), version);
  }

  async function reply(c: Context, key: ApiKey): Promise<Response> {
    const service = c.req.param('id') ?? '';
    const entry = store.snapshot.find(service);
    if (!entry) return missing(c, service, dependencies);
    if (forbidden(key, entry.declared)) return refuse(c, { code: 'not_owner' });
    const body = await readBody(c.req.raw, { maxBytes });
    if ('problem' in body) return refuse(c, body.problem);
    const request = ReplyRequest.safeParse(body.value);
    if (!request.success) {
      return refuse(c, { code: 'reply_invalid', errors: outcomeProblems(request.error, body.value) });
    }

    const id = c.req.param('outcome') ?? '';
    const answer = await outcomes.intake.reply(entry.declared, id, replyOf(request.data));
    if (answer.kind !== 'replied') return refuse(c, replyProblems[answer.kind]);
    return written(c, 200, await statementIn(entry.declared.id, id));
  }

  async function exportAll(c: Context): Promise<Response> {
    const { snapshot } = store;
    const moment = { version: snapshot.version, cursor: feed.cursor() };
    const find = (id: string): DeclaredService | undefined => snapshot.find(id)?.declared;
    const tag = bodyTag(bodyOf([outcomeRules, await outcomes.stated.origin(find)]));
    const encoding = encodingFor(requestHeader(c, 'accept-encoding'));
    const headers = exportHeaders(c, { moment, tag, type: ndjson, encoding }, dependencies);
    if (isKnownTag(tag, requestHeader(c, 'if-none-match'))) return unchangedExport(headers);

    async function* chunks(): AsyncGenerator<Uint8Array> {
      for await (const [id, records] of outcomes.stated.byService()) {
        yield Buffer.from(outcomeLines(id, records, find(id)));
      }
    }
    const begun = await beginningWith(chunks());
    return sendExport(c, { headers, encoding, make: () => begun }, dependencies);
  }

  const postState = rateLimited(statements, refuse, state);
  const postReply = withKey(dependencies, audited(dependencies, 'reply_outcome', reply));
  return [
    { definition: stateDefinition, counted: false, handle: postState },
    { definition: replyDefinition, counted: false, handle: postReply },
    { definition: listDefinition, counted: true, handle: forService(dependencies, list) },
    { definition: exportDefinition, counted: true, handle: exportAll },
  ];
}

const ndjson = 'application/x-ndjson; charset=utf-8';

const replyProblems = {
  unknown: { code: 'outcome_unknown' },
  exists: { code: 'reply_exists' },
  no_refund: { code: 'refund_not_found' },
  unavailable: { code: 'unavailable', retryAfterSeconds },
} as const;

function written(c: Context, status: number, view: object): Response {
  return new Response(bodyOf(view), { status, headers: unsharedHeaders(c) });
}

/** The same chunks, once the first one is there: until then, a failure is an answer of its own. */
async function beginningWith(chunks: AsyncGenerator<Uint8Array>): Promise<AsyncGenerator<Uint8Array>> {
  const first = await chunks.next();

  return (async function* () {
    if (first.done === true) return;
    yield first.value;
    yield* chunks;
  })();
}

/** Why a statement is refused; undefined where it is taken in. */
function problemOf(answer: IntakeAnswer): Problem | undefined {
  switch (answer.kind) {
    case 'exists':
      return { code: 'outcome_exists', members: { id: answer.id } };
    case 'refused':
      return { code: answer.fault };
    case 'not_counted':
      return { code: 'not_counted_here' };
    case 'full':
      return { code: 'unavailable', retryAfterSeconds };
    case 'recorded':
    case 'waiting':
      return undefined;
  }
}
