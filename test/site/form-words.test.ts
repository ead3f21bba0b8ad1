import { describe, expect, it } from 'vitest';
import { gitCommands, problemsHeading, refusalSentences } from '../../src/site/form-words.ts';

describe('what a form says', () => {
  it('counts its problems', () => {
    expect(problemsHeading(1)).toBe('Fix 1 problem');
    expect(problemsHeading(9)).toBe('Fix 9 problems');
  });

  it('says after a refusal when to try again, and that nothing is lost', () => {
    const refused = { code: 'too_many_requests', detail: 'Fetch /api/export.' };

    expect(refusalSentences(refused, '40 seconds')).toBe(
      'You sent many requests in a short time. Try again in 40 seconds. What you typed stays here.',
    );
    expect(refusalSentences({ code: 'owner_blocked', detail: 'It is blocked.' }, undefined)).toBe(
      'It is blocked. What you typed stays here.',
    );
  });

  it('says how to send a file with git', () => {
    expect(gitCommands('rain-7x3k9m2p', 'catalog/services/7x/rain-7x3k9m2p.json')).toBe(
      [
        'git switch -c add-rain-7x3k9m2p',
        'mkdir -p catalog/services/7x',
        'mv ~/Downloads/rain-7x3k9m2p.json catalog/services/7x/rain-7x3k9m2p.json',
        'git add catalog/services/7x/rain-7x3k9m2p.json',
        "git commit -m 'Add rain-7x3k9m2p'",
        'git push -u origin add-rain-7x3k9m2p',
      ].join('\n'),
    );
  });
});
