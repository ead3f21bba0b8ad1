import { describe, expect, it } from 'vitest';
import { CannotAsk, type ProbeTarget } from '../../../src/domain/probe.ts';
import { validateEndpoint } from '../../../src/live/validate-endpoint.ts';
import { a402, aDocument, anEntry, aResult } from '../../fixtures/answers.ts';

const endpoint = 'https://api.example.com/rain';
const good = aResult(a402(aDocument(anEntry())));

describe('a validation', () => {
  it('says nothing about other paths if it could not probe one', async () => {
    const probe = (target: ProbeTarget) =>
      target.endpoint === endpoint
        ? Promise.resolve(good)
        : Promise.reject(new CannotAsk('api.example.com', 'too many others ask it at the moment'));

    const report = await validateEndpoint({ endpoint }, { probe });
    expect(report).toMatchObject({ valid: true, verdict: 'verified' });
    expect(report.checks.map(({ check }) => check)).not.toContain('other_paths_free');
  });

  it('fails if the endpoint itself cannot be probed', async () => {
    const probe = () =>
      Promise.reject(new CannotAsk('api.example.com', 'too many persons ask at the moment'));

    await expect(validateEndpoint({ endpoint }, { probe })).rejects.toThrow(CannotAsk);
  });

  it('does not probe an endpoint that opted out, and says until when', async () => {
    const probe = () => Promise.resolve({ deferredUntil: new Date('2026-02-03T04:05:06.000Z') });

    expect(await validateEndpoint({ endpoint }, { probe })).toMatchObject({
      verdict: 'blocked',
      checks: [
        { detail: 'The endpoint asked to be left alone until 2026-02-03T04:05:06.000Z; try again then.' },
      ],
    });
  });
});
