import { createLocalJWKSet, errors, type CryptoKey, type JWSHeaderParameters } from 'jose';
import { z } from 'zod';
import { dayMs, minuteMs } from '../../domain/duration.ts';
import { quoted } from '../../domain/plain-text.ts';
import { IssuerUnavailable } from '../../registration/workflow-identity.ts';
import { getDocument } from './get-document.ts';

type KeySet = ReturnType<typeof createLocalJWKSet>;

/** OpenID Connect Discovery 1.0, section 3. */
const Discovery = z.object({ issuer: z.string(), jwks_uri: z.string().max(2_048) });

/** RFC 7517, section 5, without the members that make a key private. */
const PublishedKeys = z.object({
  keys: z
    .array(
      z.object({
        kty: z.string(),
        kid: z.string().exactOptional(),
        alg: z.string().exactOptional(),
        use: z.string().exactOptional(),
        key_ops: z.array(z.string()).exactOptional(),
        n: z.string().exactOptional(),
        e: z.string().exactOptional(),
        crv: z.string().exactOptional(),
        x: z.string().exactOptional(),
        y: z.string().exactOptional(),
      }),
    )
    .max(100),
});

/** How soon a key that the issuer withdrew is refused. */
const freshMs = 10 * minuteMs;
/** How long cached keys are used while the issuer fails. */
const staleMs = dayMs;
/** How often a minute the issuer is asked. */
const maxAttempts = 5;

interface Options {
  readonly issuer: string;
  /** For both documents of the issuer together; 5 s by default. */
  readonly timeoutMs?: number;
  /** Milliseconds that never go back. */
  readonly monotonic?: () => number;
}

/**
 * The keys that an issuer signs with. They are cached, and loaded again after ten minutes, or when a token names a key that is not among
 * them, since issuers change keys without notice. Anybody can send such tokens, so the issuer is asked at most five times a minute.
 */
export class IssuerKeys {
  readonly #issuer: string;
  readonly #timeoutMs: number;
  readonly #monotonic: () => number;
  #cached: { readonly keys: KeySet; readonly at: number } | undefined;
  #attempt: Promise<KeySet> | undefined;
  #isLoading = false;
  /** When the last attempts began. */
  readonly #attempts: number[] = [];

  constructor({ issuer, timeoutMs = 5_000, monotonic = () => performance.now() }: Options) {
    this.#issuer = issuer;
    this.#timeoutMs = timeoutMs;
    this.#monotonic = monotonic;
  }

  /**
   * The public key that a token with this header is signed with.
   * @throws {errors.JWKSNoMatchingKey | IssuerUnavailable}
   */
  async find(header: JWSHeaderParameters): Promise<CryptoKey> {
    // Without a key id, jose would take any key of the right type.
    if (header.kid === undefined) throw new errors.JWKSNoMatchingKey();

    const keys = await this.#current();
    try {
      return await keys(header);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
    }
    const newest = await this.#reload();
    return newest(header);
  }

  async #current(): Promise<KeySet> {
    if (this.#cached === undefined) return this.#reload();

    const { keys, at } = this.#cached;
    const age = this.#monotonic() - at;
    if (age < freshMs) return keys;
    try {
      return await this.#reload();
    } catch (error) {
      if (age < staleMs) return keys;
      throw error;
    }
  }

  /** Asks the issuer. While that is being done, or was done too often, the outcome is that of the last attempt. */
  #reload(): Promise<KeySet> {
    if (this.#attempt && (this.#isLoading || !this.#mayAsk())) return this.#attempt;

    this.#isLoading = true;
    this.#attempts.push(this.#monotonic());
    if (this.#attempts.length > maxAttempts) this.#attempts.shift();
    this.#attempt = this.#load().finally(() => {
      this.#isLoading = false;
    });
    return this.#attempt;
  }

  #mayAsk(): boolean {
    const first = this.#attempts.at(-maxAttempts);

    return first === undefined || this.#monotonic() - first >= minuteMs;
  }

  async #load(): Promise<KeySet> {
    const signal = AbortSignal.timeout(this.#timeoutMs);
    const discovery = await getDocument(discoveryUrl(this.#issuer), Discovery, signal);
    const published = await getDocument(this.#keysUrl(discovery), PublishedKeys, signal);

    const keys = createLocalJWKSet(published);
    this.#cached = { keys, at: this.#monotonic() };
    return keys;
  }

  /** Keys count only when they come over TLS, or from where the issuer itself is. */
  #keysUrl({ issuer, jwks_uri }: z.infer<typeof Discovery>): URL {
    if (issuer !== this.#issuer) {
      throw new IssuerUnavailable(
        `the discovery document of ${this.#issuer} is that of ${quoted(issuer)}; set OIDC_ISSUER as the issuer calls itself`,
      );
    }

    const url = URL.parse(jwks_uri);
    if (url && (url.protocol === 'https:' || url.origin === new URL(this.#issuer).origin)) return url;
    throw new IssuerUnavailable(`${this.#issuer} gives its keys at ${quoted(jwks_uri)}, which is not https`);
  }
}

/** OpenID Connect Discovery 1.0, section 4. */
function discoveryUrl(issuer: string): URL {
  return new URL(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
}
