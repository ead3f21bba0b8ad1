import { consistencyRefusal, openSubmission } from '../../src/transparency/add-checkpoint.ts';
import { cosign, printWitness } from '../../src/transparency/cosignature.ts';
import type { Tree } from '../../src/transparency/merkle-tree.ts';
import type { NoteVerifier } from '../../src/transparency/signed-note.ts';
import { noteSigner } from './mirror/fake-log.ts';

/** A witness in memory, which follows one log. It can be bent. */
export class FakeWitness {
  readonly signer = noteSigner('witness.example/w1');
  readonly key = printWitness(this.signer);
  /** The bodies of all requests. */
  readonly requests: string[] = [];
  head: Tree | undefined;
  now = new Date('2026-03-01T12:00:00Z');
  /** What it answers in place of what it should. */
  bent: (() => { status: number; text: string }) | undefined;
  readonly #log: NoteVerifier;

  constructor(log: NoteVerifier) {
    this.#log = log;
  }

  readonly post = async (_url: string, body: string): Promise<{ status: number; text: string }> => {
    this.requests.push(body);
    if (this.bent) return this.bent();

    const submission = openSubmission(body, this.#log);
    const refusal = 'status' in submission ? submission : consistencyRefusal(submission, this.head);
    if (refusal) {
      const text = 'known' in refusal ? `${String(refusal.known)}\n` : refusal.reason;
      return { status: refusal.status, text };
    }
    if (!('status' in submission)) {
      this.head = submission.checkpoint;
      return { status: 200, text: cosign(submission.text, this.signer, this.now).line };
    }
    return { status: 500, text: '' };
  };
}
