import type { ClientOrigin } from '../domain/audit.ts';
import { dayMs, minuteMs } from '../domain/duration.ts';
import { type Signer, signerId } from '../domain/signer.ts';
import type { Block } from '../domain/block.ts';
import type { FieldProblem } from '../domain/field-problem.ts';
import type { SignedChallenge } from '../domain/key-request.ts';
import { LedgerFault } from '../domain/unavailable.ts';
import type { Actor } from '../domain/owner.ts';
import type { RemainingQuota } from '../domain/quota.ts';
import { type ApiKey, makeKey } from '../registration/api-key.ts';
import {
  makeChallenge,
  nonceOf,
  readMessage,
  type SignInChallenge,
  signInProblem,
} from '../registration/sign-in.ts';
import { contractHash, isSignedBy, readSignature } from '../registration/signature.ts';
import { IssuerUnavailable, type TokenVerifier } from '../registration/workflow-identity.ts';
import type { AuditTrail } from './audit-trail.ts';
import type { DayLimits } from './day-limits.ts';
import type { Blocks, ChallengeStore, Clock, ContractWallets, KeyStore, Log } from './ports.ts';

const walletKeyMs = 30 * dayMs;
const workflowKeyMs = 15 * minuteMs;

interface Parts {
  readonly challenges: ChallengeStore;
  readonly keys: Pick<KeyStore, 'issue'>;
  readonly blocks: Pick<Blocks, 'ownerBlock'>;
  readonly audit: Pick<AuditTrail, 'record'>;
  readonly dayLimits: Pick<DayLimits, 'room'>;
  readonly contracts: ContractWallets;
  /** Absent where no tokens of workflows are accepted. */
  readonly tokens?: TokenVerifier | undefined;
  /** Messages are bound to it. Without a trailing slash. */
  readonly siteUrl: string;
  readonly clock: Clock;
  readonly log: Log;
}

export type KeyOutcome =
  | {
      readonly kind: 'made';
      readonly id: string;
      readonly owner: string;
      /** The token that its owner sends. It is not stored. */
      readonly token: string;
      readonly expiresAt: Date;
    }
  | { readonly kind: 'refused'; readonly problems: readonly FieldProblem[] }
  | { readonly kind: 'blocked'; readonly block: Block }
  | NotAdded
  /** The chain of a contract wallet, or the issuer of tokens, cannot be asked now. */
  | { readonly kind: 'unavailable' };

/** Why a key was not added: its owner has as many as it may, or they made as many within a day where the request comes from. */
type NotAdded =
  { readonly kind: 'too_many' } | { readonly kind: 'too_many_today'; readonly room: RemainingQuota };

/** The audit details of a refused key: the code of the refusal. */
const refusals: Readonly<Record<NotAdded['kind'], string>> = {
  too_many: 'too_many_keys',
  too_many_today: 'too_many_requests',
};

/** Gives keys to owners who prove who they are. */
export class KeyIssuer {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Undefined while too many challenges are open. */
  async challenge(signer: Signer): Promise<SignInChallenge | undefined> {
    const { challenges, siteUrl, clock } = this.#parts;
    const now = clock();
    const challenge = makeChallenge(signer, siteUrl, now);

    return (await challenges.open(challenge, now)) ? challenge : undefined;
  }

  /** A key for the wallet that signed a challenge. Every attempt uses up its challenge. */
  async keyForWallet({ message, signature }: SignedChallenge, origin: ClientOrigin): Promise<KeyOutcome> {
    const { challenges, siteUrl, clock } = this.#parts;
    const nonce = nonceOf(message);
    const challenge = nonce === undefined ? undefined : await challenges.take(nonce);
    const read = readMessage(message, challenge, siteUrl, clock());
    if ('problem' in read) return refused(read.problem);

    const actor = await this.#actorOf(read.signer, message, signature).catch(this.#undefinedIfUnavailable);
    if (!actor) return { kind: 'unavailable' };
    return 'problem' in actor ? refused(actor.problem) : this.#issue(actor, walletKeyMs, origin);
  }

  /** A key for the repository whose workflow sent its token. */
  async keyForWorkflow(token: string, origin: ClientOrigin): Promise<KeyOutcome> {
    const { tokens, clock } = this.#parts;
    if (!tokens) return refused(signInProblem('token_not_accepted', ['oidcToken']));

    const verified = await tokens.verify(token, clock()).catch(this.#undefinedIfUnavailable);
    if (!verified) return { kind: 'unavailable' };
    if ('actor' in verified) return this.#issue(verified.actor, workflowKeyMs, origin);
    return refused(signInProblem('token_refused', ['oidcToken'], { expected: verified.fault }));
  }

  /** Who signed in. The chain is asked last, because anybody can send signatures that are wrong. */
  async #actorOf(
    signer: Signer,
    message: string,
    text: string,
  ): Promise<Actor | { readonly problem: FieldProblem }> {
    const { family, address } = signer;
    const signature = readSignature(family, text);
    if (!signature) return { problem: signInProblem('signature_malformed', ['signature'], { family }) };

    if (isSignedBy(signer, message, signature)) return { owner: `wallet:${address}` };
    if (await this.#isAcceptedOnChain(signer, message, signature)) {
      return { owner: `wallet:${signerId(signer)}` };
    }
    return {
      problem: signInProblem('signature_wrong', ['signature'], { family, expected: signerId(signer) }),
    };
  }

  async #isAcceptedOnChain(signer: Signer, message: string, signature: Uint8Array): Promise<boolean> {
    const hash = contractHash(signer.family, message);

    return hash !== undefined && this.#parts.contracts.accepts(signer, hash, signature);
  }

  /** An issuer or a chain does not answer now, which is not the fault of the client. */
  readonly #undefinedIfUnavailable = (error: unknown): undefined => {
    if (!(error instanceof LedgerFault || error instanceof IssuerUnavailable)) throw error;
    this.#parts.log.warn({ error }, 'an owner could not prove who it is');
  };

  /** Only owners who proved who they are get here, so nobody else fills the audit trail. */
  async #issue(actor: Actor, lifetimeMs: number, origin: ClientOrigin): Promise<KeyOutcome> {
    const { blocks, audit, clock, log } = this.#parts;
    const block = await blocks.ownerBlock(actor.owner);
    if (block) return { kind: 'blocked', block };

    const now = clock();
    const expiresAt = new Date(now.getTime() + lifetimeMs);
    const { key, token } = makeKey(actor, now, expiresAt);
    const { id, owner } = key;
    const notAdded = await audit.record(
      { act: 'make_key', owner, subject: id, ...origin },
      () => this.#add(key, now, origin),
      (why) => ({ outcome: why ? refusals[why.kind] : 'done' }),
    );
    if (notAdded) return notAdded;

    log.info({ owner, key: id }, 'an owner made a key');
    return { kind: 'made', id, owner, token, expiresAt };
  }

  /** Its line in the audit trail must be written. */
  async #add(key: ApiKey, now: Date, { client }: ClientOrigin): Promise<NotAdded | undefined> {
    const { keys, dayLimits } = this.#parts;
    const room = await dayLimits.room('keys', key.owner, client);
    if (room && room.left <= 0) return { kind: 'too_many_today', room };

    return (await keys.issue(key, now)) ? undefined : { kind: 'too_many' };
  }
}

function refused(problem: FieldProblem): KeyOutcome {
  return { kind: 'refused', problems: [problem] };
}
