import { describe, expect, it } from 'vitest';
import { saidOfRegistration } from '../../../src/browser/registration-refusal.ts';

describe('what a form says of a refusal', () => {
  it('is when to try again, and that nothing is lost', () => {
    const refused = { status: 429, code: 'too_many_requests', detail: 'Fetch /api/export.' };

    expect(saidOfRegistration({ ...refused, retryAfterSeconds: 40 })).toEqual([
      { text: 'Too many requests came from you or your address. Try again in 40 seconds.', english: '' },
      { text: 'What you typed stays here.', english: '' },
    ]);
  });

  it('is what the API says, where the site has no words', () => {
    expect(saidOfRegistration({ status: 403, code: 'owner_blocked', detail: 'It is blocked.' })).toEqual([
      { text: '', english: 'It is blocked.' },
      { text: 'What you typed stays here.', english: '' },
    ]);
  });
});
