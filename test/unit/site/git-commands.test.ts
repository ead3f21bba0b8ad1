import { describe, expect, it } from 'vitest';
import { gitCommands } from '../../../src/site/git-commands.ts';

describe('the commands for a pull request', () => {
  it('send the file on a branch of its own', () => {
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
