import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { editableService } from '../../src/domain/declaration.ts';
import { listening } from '../support/listening.ts';
import { ownersWorkflow, runOwnersWorkflow } from '../support/owners-workflow.ts';
import type { Ended } from '../support/run-process.ts';

const example = readFileSync(new URL('../../docs/owners/tollbook.json', import.meta.url), 'utf8');
const described = z.record(z.string(), z.unknown()).parse(JSON.parse(example));
const { offers, request, ...registration } = described;

const id = 'rain-radar-qgwe8aaf';
const path = `/api/services/${id}`;
const declared = {
  id,
  ...described,
  owner: 'github:9919',
  repository: '74',
  createdAt: '2026-11-21T12:00:00.000Z',
  updatedAt: '2026-11-21T12:00:00.000Z',
};

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Sent {
  readonly route: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/** A catalog that gives keys, knows one listing, and answers each route as a test says. */
class StubCatalog {
  readonly sent: Sent[] = [];
  readonly #answers: Readonly<Record<string, Answer | readonly Answer[]>>;

  constructor(answers: Readonly<Record<string, Answer | readonly Answer[]>>) {
    this.#answers = {
      'POST /api/keys': { status: 201, body: { key: 'tbk_secret', owner: 'github:9919' } },
      [`GET ${path}/declaration`]: { status: 200, body: declared, headers: { etag: '"as declared"' } },
      [`PATCH ${path}`]: { status: 200, body: {} },
      ...answers,
    };
  }

  /** The only request to a route. */
  one(route: string): Sent {
    const found = this.sent.filter((sent) => sent.route === route);
    expect(found, route).toHaveLength(1);
    return found[0] ?? { route, headers: {}, body: undefined };
  }

  async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const route = `${request.method ?? ''} ${request.url ?? ''}`;
    const body = request.method === 'GET' ? undefined : await json(request);
    const earlier = this.sent.filter((sent) => sent.route === route).length;
    this.sent.push({ route, headers: request.headers, body });

    const answers = [this.#answers[route] ?? { status: 404 }].flat();
    const {
      status,
      body: content,
      headers,
    } = answers[Math.min(earlier, answers.length - 1)] ?? { status: 500 };
    response
      .writeHead(status, headers)
      .end(typeof content === 'string' ? content : JSON.stringify(content ?? {}));
  }
}

/** Runs the workflow with such a catalog. */
async function run(
  answers: Readonly<Record<string, Answer | readonly Answer[]>>,
  file: string | null = example,
  claim: 'no' | 'http' | 'dns' = 'no',
): Promise<{ readonly catalog: StubCatalog; readonly url: string; readonly ended: Ended }> {
  const catalog = new StubCatalog(answers);
  const url = await listening(
    createServer((request, response) => {
      void catalog.respond(request, response);
    }),
  );
  const tokenFor = (audience: string): string => `token for ${audience}`;

  return { catalog, url, ended: await runOwnersWorkflow({ catalog: url, file, tokenFor, claim }) };
}

const created: Answer = { status: 201, body: { id, ...registration } };
const listed: Answer = { status: 409, body: { detail: 'Listed.', existing: path } };

describe('the workflow that owners copy', () => {
  const { permissions, jobs } = ownersWorkflow;
  const [checkout, script] = jobs.list.steps;

  it('may read the repository and ask for a token, and nothing else', () => {
    expect(permissions).toEqual({});
    expect(jobs.list.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
    expect(jobs.list['timeout-minutes']).toBeLessThanOrEqual(10);
  });

  it('reads one file of the repository, and leaves no credentials with it', () => {
    expect(checkout.uses).toMatch(/^actions\/checkout@[0-9a-f]{40}$/);
    expect(checkout.with).toEqual({
      'sparse-checkout': 'tollbook.json',
      'sparse-checkout-cone-mode': false,
      'persist-credentials': false,
    });
  });

  it('runs on the events and the branch whose tokens give keys', () => {
    expect(Object.keys(ownersWorkflow.on)).toEqual(['push', 'workflow_dispatch']);
    expect(ownersWorkflow.on['push']).toMatchObject({ branches: ['main'] });
  });

  it('puts no text of the event into its script', () => {
    expect(script.run).not.toContain('${{');
    expect(script.env).toEqual({ CLAIM: "${{ inputs.claim || 'no' }}" });
  });

  it('has an example of tollbook.json that the catalog accepts', () => {
    expect(editableService({ allowInsecure: false }).safeParse(described).error).toBeUndefined();
  });
});

describe('the first push', () => {
  it('lists the service, and then declares what a registration cannot hold', async () => {
    const fresh = { ...declared, offers: undefined, request: undefined };
    const { catalog, url, ended } = await run({
      'POST /api/services': created,
      [`GET ${path}/declaration`]: { status: 200, body: fresh, headers: { etag: '"new"' } },
    });

    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toContain(`${url}${path} is as tollbook.json says.`);
    expect(catalog.one('POST /api/services').body).toEqual(registration);
    expect(catalog.one(`PATCH ${path}`)).toMatchObject({
      body: { offers, request },
      headers: { 'if-match': '"new"' },
    });
  });

  it('asks for a token for the catalog alone, and shows neither it nor the key', async () => {
    const { catalog, url, ended } = await run({ 'POST /api/services': created });

    expect(catalog.one('POST /api/keys').body).toEqual({ oidcToken: `token for ${url}` });
    expect(catalog.one('POST /api/keys').headers).not.toHaveProperty('authorization');
    expect(catalog.one('POST /api/services').headers).toMatchObject({
      authorization: 'Bearer tbk_secret',
      'content-type': 'application/json',
      'idempotency-key': '1234567-1',
    });
    const shown = ended.stdout.replaceAll(/^::add-mask::.*$/gm, '');
    expect(`${shown}${ended.stderr}`).not.toMatch(/tbk_secret|token for/);
  });
});

describe('a later push', () => {
  it('changes nothing when nothing differs', async () => {
    const { catalog, ended } = await run({ 'POST /api/services': listed });

    expect(ended.code).toBe(0);
    expect(catalog.one(`PATCH ${path}`)).toMatchObject({
      body: {},
      headers: { 'if-match': '"as declared"', 'content-type': 'application/merge-patch+json' },
    });
  });

  it('changes what differs, and removes what tollbook.json no longer says', async () => {
    const was = {
      ...declared,
      name: 'Rain',
      pricing: { currency: 'USDC', pricePerRequest: '0.002', freeQuota: 5 },
      request: { method: 'POST', body: { a: 1 } },
      deprecated: { message: 'Ends.', since: '2026-11-21T12:00:00.000Z' },
    };
    const is = {
      ...registration,
      pricing: { currency: 'USDC', pricePerRequest: '0.001' },
      request: { method: 'GET' },
      offers: [],
    };
    const { catalog } = await run(
      { 'POST /api/services': listed, [`GET ${path}/declaration`]: { status: 200, body: was } },
      JSON.stringify(is),
    );

    expect(catalog.one(`PATCH ${path}`).body).toEqual({
      name: 'Rain Radar',
      pricing: { pricePerRequest: '0.001', freeQuota: null },
      request: { method: 'GET', body: null },
      offers: [],
      deprecated: null,
    });
  });

  it('leaves maintainers alone, unless tollbook.json names them', async () => {
    const answers = {
      'POST /api/services': listed,
      [`GET ${path}/declaration`]: { status: 200, body: { ...declared, maintainers: ['github:9919'] } },
    };
    const silent = await run(answers);
    const named = await run(answers, JSON.stringify({ ...described, maintainers: [] }));

    expect(silent.catalog.one(`PATCH ${path}`).body).toEqual({});
    expect(named.catalog.one(`PATCH ${path}`).body).toEqual({ maintainers: [] });
  });

  it('leaves it to the server since when a service is deprecated', async () => {
    const deprecated = { message: 'Ends.', since: '2026-11-21T12:00:00.000Z' };
    const { catalog } = await run(
      {
        'POST /api/services': listed,
        [`GET ${path}/declaration`]: { status: 200, body: { ...declared, deprecated } },
      },
      JSON.stringify({ ...described, deprecated: { message: 'Ends.' } }),
    );

    expect(catalog.one(`PATCH ${path}`).body).toEqual({});
  });

  it('sends members that do not exist, so that the catalog can name them', async () => {
    const { catalog } = await run(
      { 'POST /api/services': listed },
      JSON.stringify({ ...described, ofers: [] }),
    );

    expect(catalog.one(`PATCH ${path}`).body).toEqual({ ofers: [] });
  });

  it('keeps the listing whose id tollbook.json gives, at another endpoint', async () => {
    const moved = { id, ...described, endpoint: 'https://api.example.com/v2/rain' };
    const { catalog, ended } = await run({}, JSON.stringify(moved));

    expect(ended.code).toBe(0);
    expect(catalog.sent.map(({ route }) => route)).not.toContain('POST /api/services');
    expect(catalog.one(`PATCH ${path}`).body).toEqual({ endpoint: 'https://api.example.com/v2/rain' });
  });
});

describe('run by hand, to claim the listing,', () => {
  it('claims it, and then changes it', async () => {
    const claimed = { status: 200, body: { id, owner: 'github:9919' } };
    const { catalog, ended } = await run(
      { 'POST /api/services': listed, [`POST ${path}/claim`]: claimed },
      example,
      'http',
    );

    expect(ended.code).toBe(0);
    expect(catalog.one(`POST ${path}/claim`).body).toEqual({ method: 'http' });
    expect(catalog.sent.map(({ route }) => route).slice(-3)).toEqual([
      `POST ${path}/claim`,
      `GET ${path}/declaration`,
      `PATCH ${path}`,
    ]);
  });

  it('changes nothing when the claim does not hold', async () => {
    const refused = { status: 422, body: { detail: 'There is no such file.' } };
    const { catalog, ended } = await run(
      { 'POST /api/services': listed, [`POST ${path}/claim`]: refused },
      example,
      'dns',
    );

    expect(ended.code).toBe(1);
    expect(ended.stdout).toContain(
      '- There is no such file.\n::error title=Tollbook::The claim does not hold.',
    );
    expect(catalog.sent.map(({ route }) => route)).not.toContain(`PATCH ${path}`);
  });
});

describe('the job fails, and says why,', () => {
  const error = (text: string): string => `::error title=Tollbook::${text}`;

  it('when the listing is somebody else’s', async () => {
    const { url, ended } = await run({
      'POST /api/services': listed,
      [`PATCH ${path}`]: { status: 403, body: { detail: 'Its owner is github:1.' } },
    });

    expect(ended.code).toBe(1);
    expect(ended.stdout).toContain('- Its owner is github:1.\n');
    expect(ended.stdout).toContain(`owner=github:9919 catalog=${new URL(url).host}\n`);
    expect(ended.stdout).toContain(error(`${url}${path} is not this repository's. (HTTP 403)`));
  });

  it('with one line for each problem, none of which the runner takes for a command', async () => {
    const errors = [
      { pointer: '/name', code: 'text_empty', detail: 'name is empty' },
      { pointer: '/pricing', code: 'x', detail: 'two\n::error::lines' },
    ];
    const { ended } = await run({
      'POST /api/services': { status: 422, body: { detail: 'Wrong.', errors } },
    });

    expect(ended.code).toBe(1);
    expect(ended.stdout).toContain('- /name: name is empty\n- /pricing: two ::error::lines\n');
    expect(ended.stdout).toContain(error('The catalog does not list the service. (HTTP 422)'));
  });

  it.each<[string, Record<string, Answer>, string]>([
    [
      'the token is refused',
      { 'POST /api/keys': { status: 422, body: { detail: 'A feature branch.' } } },
      '- A feature branch.\n::error title=Tollbook::The catalog gives no key to this workflow. (HTTP 422)',
    ],
    [
      'a removed listing has the endpoint',
      { 'POST /api/services': { status: 409, body: { detail: 'Kept.' } } },
      '- Kept.\n::error title=Tollbook::The catalog does not list the service. (HTTP 409)',
    ],
    [
      'the listing was removed',
      {
        'POST /api/services': listed,
        [`GET ${path}/declaration`]: { status: 410, body: { detail: 'Removed.' } },
      },
      '- Removed.\n',
    ],
    [
      'somebody else changed it meanwhile',
      { 'POST /api/services': listed, [`PATCH ${path}`]: { status: 412, body: { detail: 'Changed.' } } },
      '- Changed.\n::error title=Tollbook::The catalog does not take the change. (HTTP 412)',
    ],
    [
      'the answer is a page',
      { 'POST /api/keys': { status: 404, body: '<html>' } },
      '- This answer is not that of a catalog.\n',
    ],
    [
      'the answer is empty JSON',
      { 'POST /api/keys': { status: 404, body: {} } },
      '- This answer is not that of a catalog.\n',
    ],
  ])('when %s', async (_what, answers, said) => {
    const { ended } = await run(answers);

    expect(ended.code).toBe(1);
    expect(ended.stdout).toContain(said);
    expect(ended.stdout).toMatch(/\(HTTP \d{3}\)\n$/);
  });

  it.each([
    ['is missing', null],
    ['is empty', ''],
    ['is not JSON', '{"name": }'],
    ['is not an object', '[]'],
    ['is several objects', '{}{}'],
  ])('when tollbook.json %s', async (_what, file) => {
    const { catalog, ended } = await run({}, file);

    expect(ended.code).toBe(1);
    expect(ended.stdout).toContain(error('tollbook.json is missing, or is not one JSON object.'));
    expect(catalog.sent).toEqual([]);
  });

  it('when the job may not ask for a token', async () => {
    const ended = await runOwnersWorkflow({
      catalog: 'http://127.0.0.1:1',
      file: example,
      tokenFor: undefined,
    });

    expect(ended.code).toBe(1);
    expect(ended.stdout).toContain(error('The job has no permission "id-token: write".'));
  });

  it('when the catalog does not answer', async () => {
    const catalog = 'http://127.0.0.1:2';
    const ended = await runOwnersWorkflow({ catalog, file: example, tokenFor: () => 'token' });

    expect(ended.code).toBe(1);
    expect(ended.stdout).toContain(error(`${catalog} does not answer.`));
  });
});

it('tries again what fails for a moment', async () => {
  const busy = { status: 503, body: { detail: 'Busy.' }, headers: { 'retry-after': '1' } };
  const { catalog, ended } = await run({ 'POST /api/services': [busy, listed] });

  expect(ended.code).toBe(0);
  const keys = catalog.sent.filter(({ route }) => route === 'POST /api/services');
  expect(keys.map(({ headers }) => headers['idempotency-key'])).toEqual(['1234567-1', '1234567-1']);
});
