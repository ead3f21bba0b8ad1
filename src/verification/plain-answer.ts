import { isObject, jsonOf, membersOf } from '../domain/json-object.ts';
import type { ProbeAnswer, ProbeResult } from '../domain/probe.ts';
import { probeMethods } from '../domain/described-request.ts';
import type { Verdict } from '../domain/verdict.ts';
import { isOfX402, readChallenge } from './challenge.ts';

interface Judged {
  readonly verdict: Extract<Verdict, 'blocked' | 'not_402' | 'unread'>;
  readonly detail: string;
}

/** Statuses of endpoints that look at the request before they ask for payment. */
const refusals = [400, 411, 415, 422];

/** Judges an answer that is no 402 and offers no other way to pay. */
export function judgePlainAnswer(answer: ProbeAnswer, method: ProbeResult['method']): Judged {
  const wall = botWall(answer);
  if (wall !== undefined) return { verdict: 'blocked', detail: wall };

  const detail = unreadDetail(answer, method);
  if (detail !== undefined) return { verdict: 'unread', detail };
  return {
    verdict: 'not_402',
    detail: isOfX402(answer)
      ? `It answers ${String(answer.status)} with terms of x402; send them with 402, or clients do not look for them.`
      : `It answers ${String(answer.status)} without asking for payment.`,
  };
}

/** What a living endpoint asks for instead of payment; undefined where it shows no sign of life. */
function unreadDetail(answer: ProbeAnswer, method: ProbeResult['method']): string | undefined {
  const { status, headers } = answer;
  if (status === 401) return signInDetail(answer);
  if (isPaidTool(answer) || isForMcp(answer)) {
    return 'It is a tool of an MCP server, which asks for payment inside of its answer; checks call no tools.';
  }
  if (status === 405) return methodDetail(headers['allow'] ?? '', method);
  if (isPage(answer) || isOfX402(answer)) return undefined;
  if (refusals.includes(status)) {
    return `It answers ${String(status)} before it asks for payment: it needs input. Declare \`request\` with input that it takes.`;
  }
  return isSuccess(answer)
    ? `It answers ${String(status)}: it is free now, and its terms cannot be seen until it asks for payment.`
    : undefined;
}

function signInDetail(answer: ProbeAnswer): string | undefined {
  const challenge = readChallenge(answer);

  return 'unread' in challenge ? challenge.unread : undefined;
}

function methodDetail(allow: string, method: ProbeResult['method']): string {
  const allowed = probeMethods.filter((each) => each !== method && allow.toUpperCase().includes(each));
  const wanted = allowed.length === 0 ? '' : `, and allows ${allowed.join(', ')}`;

  return `It answers 405 to ${method}${wanted}: it needs another request. Declare \`request\` with its method and input.`;
}

/** Whether an MCP server refuses a client that does not speak MCP: its SDKs answer 406 unless `Accept` names events. */
function isForMcp({ status, body }: ProbeAnswer): boolean {
  return status === 406 && membersOf(jsonIn(body))['jsonrpc'] === '2.0';
}

/** Whether an answer is that of an MCP tool which has to be paid, alone or as JSON-RPC sends it. */
function isPaidTool({ status, body }: ProbeAnswer): boolean {
  if (status !== 200) return false;

  const answer = membersOf(jsonIn(body));
  const { isError, structuredContent, content } = isObject(answer['result']) ? answer['result'] : answer;
  const { data } = membersOf(answer['error']);
  const told = isError === true ? [structuredContent, termsInText(content), data] : [data];
  return told.some((each) => 'accepts' in membersOf(each));
}

/** The terms as the first text of a tool's answer, which clients read where there are no others. */
function termsInText(content: unknown): unknown {
  const { text } = membersOf(Array.isArray(content) ? content[0] : undefined);

  return typeof text === 'string' ? jsonIn(text) : undefined;
}

/** Servers of MCP also send JSON as an event. */
function jsonIn(body: string): unknown {
  const [, data = body] = /^data: ?(.+)$/m.exec(body) ?? [];

  return jsonOf(data);
}

/** With a body, although it may be one that could not be decompressed. */
function isSuccess({ status, body, isCut }: ProbeAnswer): boolean {
  return status >= 200 && status < 300 && (body !== '' || isCut);
}

function isPage({ headers, body }: ProbeAnswer): boolean {
  return (headers['content-type'] ?? '').startsWith('text/html') || /^\s*<(!doctype html|html)/i.test(body);
}

const blockedStatuses = [403, 429];

/** Headers by which bot protections mark that they answer in place of the endpoint, whatever the status. */
const marks: readonly (readonly [header: string, value: RegExp])[] = [
  ['cf-mitigated', /^challenge/],
  ['x-vercel-mitigated', /^(challenge|deny)/],
  ['x-amzn-waf-action', /^(challenge|captcha)/],
  ['x-sucuri-block', /./],
];

/** Titles and scripts of their pages: Cloudflare, Vercel, Anubis, Sucuri, DataDome, PerimeterX, Imperva, Akamai and AWS. */
const pages: readonly RegExp[] = [
  /<title>\s*(Just a moment|Attention Required|Access denied|Vercel Security Checkpoint|Human Verification|Pardon Our Interruption|Making sure you.{1,6}re not a bot)/i,
  /\b(_cf_chl_opt|sucuri_cloudproxy_js|_Incapsula_Resource|_pxAppId|px-captcha|awsWafCookieDomainList|bm-verify)\b/,
  /\b(captcha-delivery\.com|errors\.edgesuite\.net|within\.website\/x\/cmd\/anubis)\b/,
];

/** How an answer blocks checks, as one sentence; undefined where it is the endpoint's own. */
function botWall({ status, headers, body }: ProbeAnswer): string | undefined {
  if (blockedStatuses.includes(status)) return `It answers ${String(status)}, which keeps checks away.`;

  const isMarked = marks.some(([name, value]) => value.test(headers[name] ?? ''));
  return isMarked || pages.some((page) => page.test(body))
    ? `It answers ${String(status)} with a page that tells people from programs.`
    : undefined;
}
