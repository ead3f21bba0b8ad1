import { type JsonObject, membersOf } from '../domain/json-object.ts';
import type { ProbeMethod } from '../domain/described-request.ts';
import { readJson } from '../domain/strict-json.ts';
import { inOpenApi } from '../verification/discovery/openapi-document.ts';
import type { SourceClient } from './source-client.ts';

/** Origins whose document one run asks for. */
const maxOrigins = 300;
/** OpenAPI documents nest schemas in schemas. */
const maxLevels = 64;

/** What the OpenAPI documents of sellers say of their endpoints. Each origin is asked once. */
export class SellerDocuments {
  readonly #client: Pick<SourceClient, 'ask'>;
  readonly #byOrigin = new Map<string, Promise<JsonObject>>();

  constructor(client: Pick<SourceClient, 'ask'>) {
    this.#client = client;
  }

  /** Name and description of the operation at a URL, as far as its seller describes one. */
  async textsAt(
    address: string,
    method: ProbeMethod | undefined,
  ): Promise<{ readonly name?: string; readonly description?: string }> {
    const url = new URL(address);
    const document = await this.#documentOf(url.origin);
    // What the document says of the whole would be said of each endpoint.
    const { name, description } = inOpenApi({ ...document, info: {} }, { url, method }) ?? {};

    return {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
    };
  }

  #documentOf(origin: string): Promise<JsonObject> {
    const known = this.#byOrigin.get(origin);
    if (known) return known;
    if (this.#byOrigin.size >= maxOrigins) return Promise.resolve({});

    const asked = this.#ask(`${origin}/openapi.json`);
    this.#byOrigin.set(origin, asked);
    return asked;
  }

  async #ask(endpoint: string): Promise<JsonObject> {
    const outcome = await this.#client.ask({ endpoint, method: 'GET' });
    if ('failure' in outcome || outcome.status !== 200 || outcome.isCut) return {};

    const read = readJson(outcome.body, maxLevels);
    return 'value' in read ? membersOf(read.value) : {};
  }
}
