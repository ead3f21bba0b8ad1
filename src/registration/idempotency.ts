/** What a registration was answered: the id of the service, and the body of the 201. */
export interface RegistrationAnswer {
  readonly id: string;
  readonly body: string;
}

/** A registration that was sent with an `Idempotency-Key`. */
export interface IdempotencyRecord {
  /** SHA-256 of the body, in hex. */
  readonly bodyHash: string;
  readonly startedAt: Date;
  /** Undefined while the registration runs, or after a crash in the middle of it. */
  readonly answer: RegistrationAnswer | undefined;
}
