import { hiddenCharacter, printable, quoted } from './plain-text.ts';
import type { z } from 'zod/mini';
import { maxFileBytes } from './catalog-file.ts';
import { type Family, factsOf as familyFacts } from './families/families.ts';
import { maxEndpointLength } from './endpoint-url.ts';
import { probeMethods } from './described-request.ts';
import { findNetwork } from './network.ts';
import { nearestNetwork, soundsLikeTestnet } from './nearest-network.ts';

/** One thing that is wrong with one value. */
export interface FieldProblem {
  /** RFC 6901 pointer into the body or file; for a query parameter `/<name>`. */
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
}

/** The facts that a sentence may mention. */
export interface ProblemFacts {
  /** Last part of the pointer: the name of the value. */
  readonly name: string;
  readonly value: unknown;
  readonly expected?: string | undefined;
  /** What was probably meant. */
  readonly meant?: string | undefined;
  readonly max?: unknown;
  readonly family?: Family;
}

/** What services show besides what is declared of them. */
const measured: ReadonlySet<string> = new Set([
  'trustScore',
  'status',
  'uptimeScore',
  'lastChecked',
  'txCount',
  'totalRevenue',
]);

/** The sentence of each rule: the value, the rule and the cure. */
export const fieldSentences = {
  required: ({ name, expected }: ProblemFacts) => `${name} is missing; give ${article(expected)}`,
  wrong_type: ({ name, value, expected }: ProblemFacts) =>
    `${name} is ${article(typeName(value))}; give ${article(expected)}`,
  unknown_field: ({ name }: ProblemFacts) =>
    measured.has(name)
      ? `${quoted(name)} is measured by the catalog, so nobody can declare it; remove it`
      : `${quoted(name)} is not a field of this object; remove it or fix its spelling`,
  text_empty: ({ name }: ProblemFacts) =>
    `${name} is empty or invisible; write at least one visible character`,
  text_too_long: ({ name, max }: ProblemFacts) =>
    `${name} is longer than ${String(max)} characters; shorten it`,
  text_hidden_character: ({ name, value }: ProblemFacts) =>
    `${name} contains the hidden character ${hiddenCharacter(String(value)) ?? ''}; write it on one line, without control, bidirectional or zero-width characters`,
  endpoint_not_url: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is not an absolute URL; write it like "https://api.example.com/v1"`,
  endpoint_too_long: ({ name }: ProblemFacts) =>
    `${name} is longer than ${String(maxEndpointLength)} characters; list a shorter base URL`,
  endpoint_not_https: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is not https; serve it over TLS and list that URL`,
  endpoint_has_credentials: ({ name }: ProblemFacts) =>
    `${name} contains a user name or password; remove them, because the catalog is public`,
  endpoint_has_query: ({ name }: ProblemFacts) => `${name} contains a query; list the base URL without "?"`,
  endpoint_has_fragment: ({ name }: ProblemFacts) =>
    `${name} contains a fragment; list the base URL without "#"`,
  endpoint_not_public: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is not on a public host; list an endpoint that buyers can reach`,
  category_unknown: ({ name, value, meant }: ProblemFacts) =>
    meant === undefined
      ? `${name} ${quoted(value)} is not a category of this catalog; choose an id from /api/categories, or from categories.json among its files`
      : `${name} ${quoted(value)} is the label of a category; write its id, "${meant}"`,
  category_duplicate: () => 'two categories have the same id; give each an id of its own',
  currency_invalid: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is not a token symbol; write 2 to 12 capital letters or digits, like "USDC"`,
  price_not_decimal: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is not a plain decimal; write at most 12 digits, and at most 18 after the point, like "0.001"`,
  price_range_invalid: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is neither "varies" nor a range of plain decimals; write it like {"from": "0.001", "to": "0.126"}, or in a command like "0.001 - 0.126", the lower price first`,
  price_outside_range: ({ name, value, expected }: ProblemFacts) =>
    `${name} ${quoted(value)} is not within the declared range of ${expected ?? ''}; change it or the range`,
  free_quota_invalid: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is not a whole number of requests from 0 to 9007199254740991; write it like 100`,
  network_unknown: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is neither a known network name nor a CAIP-2 id; write ${networkLike(value)}`,
  address_malformed: ({ name, value, family }: ProblemFacts) =>
    `${name} ${quoted(value)} is not an address on that network; write ${familyFacts(family ?? 'other').addressForm}`,
  address_checksum: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} has a wrong EIP-55 checksum; copy it again from your wallet: one letter may be mistyped`,
  address_burn: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is an address that nobody holds, so that payments to it are lost; write the address of your own wallet`,
  id_invalid: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is not a service id; write one like "rain-radar-qgwe8aaf": a name, and 8 characters that follow from the endpoint`,
  id_not_of_endpoint: ({ name, value, expected }: ProblemFacts) =>
    `${name} ${quoted(value)} does not end with "${expected ?? ''}", which follows from its endpoint; correct the id and the file's name`,
  replacement_unknown: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is not the id of another listed service of the same owner; name one, or leave it out`,
  not_its_owner: ({ value, expected }: ProblemFacts) =>
    `this service belongs to ${expected ?? ''}, and the change comes from ${quoted(value)}; its owner can make it through the API, or claim the service`,
  ownership_by_hand: ({ name }: ProblemFacts) =>
    `${name} can be changed by its owner alone, through the API; leave it as it was`,
  updated_by_wrong: ({ name, expected }: ProblemFacts) =>
    expected === undefined
      ? `${name} names a maintainer, and this change comes from no maintainer; leave it out`
      : `${name} must name the maintainer who makes the change; write "${expected}"`,
  log_by_hand: () =>
    'the server alone writes the log of who is paid, and it only grows; take this file out of the change',
  tombstone_by_hand: () =>
    'the server alone writes tombstones, and removes them with a restoration; take this file out of the change',
  service_listed: () => 'the service of this tombstone is listed again; remove the tombstone',
  removed_by_operator: () =>
    'the operator removed this service, and only the operator can restore it; take this file out of the change',
  endpoint_reserved: ({ name, expected }: ProblemFacts) =>
    `${name} was that of ${expected ?? ''}, which was removed less than 30 days ago, and is reserved for its owner until then; name another one`,
  proof_ended: ({ name }: ProblemFacts) =>
    `${name} is about the former host, wallet or network; leave it out, and claim the service again`,
  created_at_changed: ({ name, expected }: ProblemFacts) =>
    `${name} never changes; write "${expected ?? ''}" again`,
  time_ahead: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} lies in the future; write the present time, in UTC`,
  probing_invalid: ({ name }: ProblemFacts) =>
    `${name} may only be false; leave it out to have the service checked`,
  method_invalid: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is not a method that Tollbook probes with; write ${probeMethods.join(', ')}, or leave it out`,
  path_invalid: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is not a path below the endpoint; write at most 255 characters, like "/cities/{city}"`,
  request_too_large: ({ name }: ProblemFacts) =>
    `${name} is longer than 4096 characters on lines of its own; give a shorter example`,
  request_body_needs_method: ({ name }: ProblemFacts) =>
    `${name} cannot carry the body; write POST, PUT, PATCH or DELETE`,
  batch_size_invalid: ({ name }: ProblemFacts) =>
    `${name} must hold 1 to 500 registrations; send several batches`,
  too_many_offers: ({ name, max }: ProblemFacts) =>
    `${name} has more than ${String(max)} entries; list the others as services of their own`,
  docs_url_invalid: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is not a public https address of at most ${String(maxEndpointLength)} characters; write it like "https://docs.example.com/api"`,
  tag_invalid: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is not a tag; write 1 to 32 lower-case letters, digits and hyphens, like "weather"`,
  too_many_tags: ({ name, max }: ProblemFacts) =>
    `${name} has more than ${String(max)} entries; leave out the least telling`,
  too_many_maintainers: ({ name }: ProblemFacts) => `${name} names more than 20 owners; name fewer`,
  repository_invalid: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is not the id of a repository; leave it to the server`,
  repository_name_invalid: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is not a repository on GitHub; write its owner and name, like "acme/rain-radar"`,
  owner_invalid: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is not an owner; write one like "acme", "github:9919" or "wallet:0x…"`,
  time_invalid: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is not a UTC time; write it like "2026-01-31T12:00:00.000Z"`,
  not_in_list: ({ name, value, expected }: ProblemFacts) =>
    `${name} ${quoted(value)} is not one of ${expected ?? ''}; choose one of them`,
  too_many_problems: ({ max }: ProblemFacts) =>
    `${String(max)} more problems are not listed; fix these first`,
  file_missing: () =>
    'the file is missing from the catalog folder; restore it from git, or start the server, which creates one',
  file_not_regular: () =>
    'this is a symbolic link, a submodule or another entry that is not a regular file; replace it with a regular file or remove it',
  file_name_reserved: () =>
    'a server writes the files of services under such names; take this file out of the change',
  file_executable: () => 'the file is executable; run "git update-index --chmod=-x" with its path',
  file_too_large: () => `the file is larger than ${String(maxFileBytes / 1024)} KiB; shorten it`,
  file_not_utf8: () => 'the file or its name is not UTF-8; save it in that encoding',
  file_unreadable: () => 'the file cannot be opened; let the user that runs the server read it',
  file_not_json: ({ expected }: ProblemFacts) => `the file is not valid JSON: ${expected ?? ''}`,
  file_misplaced: ({ expected }: ProblemFacts) =>
    `the file is in the wrong place; move it to ${expected ?? ''}`,
  file_not_canonical: () => 'the file is not in canonical form; run "npm run catalog -- check --fix"',
  endpoint_listed: ({ name, expected }: ProblemFacts) =>
    `${name} is already listed by ${expected ?? ''}; each endpoint is listed once`,
} as const satisfies Sentences<string>;

export type FieldCode = keyof typeof fieldSentences;

export const fieldCodes = Object.keys(fieldSentences) as readonly FieldCode[];

export type Sentences<Code extends string> = Readonly<Record<Code, (facts: ProblemFacts) => string>>;

/** Makes problems out of one set of sentences. */
export interface ProblemMaker<Code extends string> {
  /** One problem at one place of the input. */
  readonly problem: (code: Code, path: readonly PropertyKey[], facts?: Partial<ProblemFacts>) => FieldProblem;
  /** Every problem that a zod schema found, in the schema's order. Rules carry their code as message. */
  readonly problems: (error: z.core.$ZodError, input: unknown) => FieldProblem[];
}

type AnyCode = 'unknown_field' | 'required' | 'not_in_list' | 'wrong_type' | 'too_many_problems';

/** A file of 96 KiB can have 10,000 problems; nobody reads that many. */
const maxProblems = 100;

export function problemMaker<Code extends string>(
  sentences: Sentences<Code | AnyCode>,
): ProblemMaker<Code | AnyCode> {
  const isCode = (text: string): text is Code | AnyCode => Object.hasOwn(sentences, text);

  const problem = (
    code: Code | AnyCode,
    path: readonly PropertyKey[],
    facts: Partial<ProblemFacts> = {},
  ): FieldProblem => {
    const name = path.findLast((part) => typeof part === 'string') ?? 'the body';

    return { pointer: pointer(path), code, detail: sentences[code]({ name, value: undefined, ...facts }) };
  };
  const leftOut = (count: number): FieldProblem[] =>
    count > 0 ? [problem('too_many_problems', [], { max: count })] : [];
  const problemsOf = (issue: z.core.$ZodIssue, input: unknown): FieldProblem[] => {
    if (issue.code === 'unrecognized_keys') {
      const shown = issue.keys.slice(0, maxProblems);
      return [
        ...shown.map((key) => problem('unknown_field', [...issue.path, key])),
        ...leftOut(issue.keys.length - maxProblems),
      ];
    }

    const value = valueAt(input, issue.path);
    const code = isCode(issue.message) ? issue.message : codeOf(issue, value);
    return [problem(code, issue.path, { value, ...factsOf(issue) })];
  };

  return {
    problem,
    problems: ({ issues }, input) => [
      ...issues.slice(0, maxProblems).flatMap((issue) => problemsOf(issue, input)),
      ...leftOut(issues.length - maxProblems),
    ],
  };
}

export const { problem: fieldProblem, problems: fieldProblems } = problemMaker(fieldSentences);

function codeOf(issue: z.core.$ZodIssue, value: unknown): AnyCode {
  if (value === undefined) return 'required';

  return issue.code === 'invalid_value' ? 'not_in_list' : 'wrong_type';
}

function factsOf(issue: z.core.$ZodIssue): Partial<ProblemFacts> {
  switch (issue.code) {
    case 'invalid_type':
      return { expected: issue.expected };
    case 'invalid_value':
      return { expected: issue.values.join(', ') };
    case 'too_big':
      return { max: issue.maximum };
    case 'custom':
      return { max: issue.params?.['max'] };
    default:
      return {};
  }
}

/** RFC 6901. */
function pointer(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, part)
        ? Reflect.get(value, part)
        : undefined,
    input,
  );
}

/** How to write the network that an unknown id most likely means, or one of the same kind. */
function networkLike(value: unknown): string {
  const text = String(value);
  const network = nearestNetwork(text) ?? findNetwork(soundsLikeTestnet(text) ? 'base-sepolia' : 'base');
  const { name, caip2 } = network ?? { name: 'base', caip2: 'eip155:8453' };

  return name === undefined ? `"${caip2}"` : `"${name}" or "${caip2}"`;
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function article(type = 'value'): string {
  if (type === 'null') return 'null';
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}

/** Formats a problem of a file as one printable line: file, place, rule and cure. File names and keys are untrusted. */
export function problemLine(
  file: string,
  { pointer, detail }: Pick<FieldProblem, 'pointer' | 'detail'>,
): string {
  const place = pointer === '' ? '' : ` ${printable(pointer, 200)}`;

  return `${printable(file, 200)}${place}: ${printable(detail, 1000)}`;
}
