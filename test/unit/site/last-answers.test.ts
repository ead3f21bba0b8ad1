import { describe, expect, it } from 'vitest';
import { LastAnswers } from '../../../src/site/last-answers.ts';

describe('the last answers', () => {
  it('are made once', () => {
    const answers = new LastAnswers<string, object>(2);
    const first = answers.get('a', () => ({}));

    expect(answers.get('a', () => ({}))).toBe(first);
  });

  it('are forgotten when more have followed than are cached', () => {
    const answers = new LastAnswers<string, object>(2);
    const first = answers.get('a', () => ({}));
    answers.get('b', () => ({}));
    answers.get('c', () => ({}));

    expect(answers.get('a', () => ({}))).not.toBe(first);
  });
});
