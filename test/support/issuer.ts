import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { CompactSign, exportJWK, generateKeyPair, type JWK } from 'jose';
import { listening } from './listening.ts';

/** A key pair of an issuer, with the name that its tokens give. */
export interface SigningKey {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

export async function signingKey(kid: string, alg = 'RS256'): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg);

  return { kid, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** An issuer of OIDC tokens on this machine. */
export class Issuer {
  readonly url: string;
  /** What it publishes; tests change it. */
  published: { keys: readonly JWK[] };
  discovery: Record<string, unknown>;
  /** Answers in place of the documents, while set. */
  answer: Answer | undefined;
  /** Paths that were asked for. */
  readonly asked: string[] = [];

  private constructor(url: string, keys: readonly SigningKey[]) {
    this.url = url;
    this.published = { keys: keys.map(({ jwk }) => jwk) };
    this.discovery = { issuer: this.url, jwks_uri: `${this.url}/jwks` };
  }

  /** Starts an issuer that stops with the test. */
  static async start(...keys: readonly SigningKey[]): Promise<Issuer> {
    const server = createServer();
    const issuer = new Issuer(await listening(server), keys);
    server.on('request', (request, response) => {
      issuer.#respond(request, response);
    });
    return issuer;
  }

  /** How often its keys were asked for. */
  get keyRequests(): number {
    return this.asked.filter((path) => path === '/jwks').length;
  }

  #respond(request: IncomingMessage, response: ServerResponse): void {
    this.asked.push(request.url ?? '');
    if (this.answer) {
      this.answer(request, response);
      return;
    }

    const documents: Readonly<Record<string, unknown>> = {
      '/.well-known/openid-configuration': this.discovery,
      '/jwks': this.published,
    };
    const document = documents[request.url ?? ''];
    response.statusCode = document === undefined ? 404 : 200;
    response.end(JSON.stringify(document ?? {}));
  }
}

/** Signs claims as an issuer does; `header` adds to the header, or replaces parts of it. */
export function sign(
  { alg, kid, privateKey }: SigningKey,
  claims: Readonly<Record<string, unknown>>,
  header: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const payload = new TextEncoder().encode(JSON.stringify(claims));

  return new CompactSign(payload).setProtectedHeader({ alg, kid, typ: 'JWT', ...header }).sign(privateKey);
}
