import { describe, expect, it } from 'vitest';
import { problemBody, type ProblemCode, problems } from '../../../src/views/problem.ts';

const siteUrl = 'https://catalog.example.com';

describe('every refusal', () => {
  it.each(Object.keys(problems) as ProblemCode[])('%s has a status, a title, a cure and a page', (code) => {
    const body = problemBody({ code }, siteUrl);

    expect(body).toEqual({
      type: `${siteUrl}/problems/${code}/`,
      title: problems[code].title,
      status: problems[code].status,
      detail: `${problems[code].title}. ${problems[code].cure}`,
      code,
    });
    expect(problems[code].status).toBeGreaterThanOrEqual(400);
  });

  it('has a unique title', () => {
    const titles = Object.values(problems).map(({ title }) => title);

    expect(new Set(titles).size).toBe(titles.length);
  });

  it('keeps its title and cure, which are part of the contract', async () => {
    const texts = Object.entries(problems).map(([code, { title, cure }]) => `${code}: ${title}. ${cure}\n`);

    await expect(texts.join('')).toMatchFileSnapshot('../../fixtures/texts/problems.txt');
  });
});
