import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OwnerId } from '../../../src/domain/owner.ts';
import { type Claims, gitHubIssuer, workflowIdentity } from '../../../src/registration/workflow-identity.ts';
import { caseCount } from '../../support/cases.ts';

const other = 'https://tokens.example.com:8443/actions';

/** The claims of a push, as GitHub makes them. */
const push: Claims = {
  sub: 'repo:acme/radar:ref:refs/heads/main',
  ref: 'refs/heads/main',
  ref_type: 'branch',
  ref_protected: 'true',
  event_name: 'push',
  repository: 'acme/radar',
  repository_id: '74',
  repository_owner: 'acme',
  repository_owner_id: '9919',
  job_workflow_ref: 'acme/radar/.github/workflows/tollbook.yml@refs/heads/main',
};
const actor = { owner: 'github:9919', repository: '74' };

function faultOf(claims: Claims, issuer = gitHubIssuer): string {
  const identity = workflowIdentity(claims, issuer);

  return 'fault' in identity ? identity.fault : 'no fault';
}

describe('the identity of a workflow', () => {
  it('is the account that owns its repository, and the repository', () => {
    expect(workflowIdentity(push, gitHubIssuer)).toEqual({ actor });
  });

  it('is that of the issuer’s host, for issuers other than GitHub', () => {
    const identity = workflowIdentity({ ...push, repository_owner_id: 'Acme-1_x.y' }, other);

    expect(identity).toEqual({
      actor: { owner: 'oidc:tokens.example.com:8443:Acme-1_x.y', repository: '74' },
    });
    expect(OwnerId.safeParse('oidc:tokens.example.com:8443:Acme-1_x.y').success).toBe(true);
  });

  it('is GitHub’s only for the tokens of exactly its issuer', () => {
    for (const issuer of [
      `${gitHubIssuer}/acme`,
      gitHubIssuer.replace('https', 'http'),
      `${gitHubIssuer}/`,
    ]) {
      const identity = workflowIdentity(push, issuer);

      expect(identity).toHaveProperty('actor.owner', 'oidc:token.actions.githubusercontent.com:9919');
    }
  });

  it('does not depend on names', () => {
    const renamed = { ...push, sub: 'repo:acme@9919/x@74:ref:x', repository: 'x/y', repository_owner: 'x' };

    expect(workflowIdentity(renamed, gitHubIssuer)).toEqual({ actor });
    expect(workflowIdentity({ ...renamed, sub: undefined }, gitHubIssuer)).toEqual({ actor });
  });

  it.each([
    ['push', 'refs/heads/main'],
    ['push', 'refs/heads/master'],
    ['workflow_dispatch', 'refs/heads/main'],
    ['release', 'refs/tags/v1.2.0'],
    ['release', 'refs/heads/main'],
    ['schedule', 'refs/heads/main'],
    ['schedule', 'refs/heads/trunk'],
  ])('is taken from a %s of %s', (event_name, ref) => {
    expect(workflowIdentity({ ...push, event_name, ref }, gitHubIssuer)).toEqual({ actor });
  });

  it.each([
    ['push', 'refs/heads/feature-x'],
    ['push', 'refs/heads/main2'],
    ['push', 'refs/heads/feature/main'],
    ['push', 'refs/heads/Main'],
    ['push', 'refs/tags/main'],
    ['push', 'refs/tags/v1.2.0'],
    ['push', 'main'],
    ['push', ' refs/heads/main'],
    ['push', ''],
    ['push', undefined],
    ['push', ['refs/heads/main']],
    ['workflow_dispatch', 'refs/heads/feature-x'],
    ['workflow_dispatch', 'refs/tags/v1.2.0'],
    ['release', 'refs/heads/feature-x'],
    ['schedule', 'refs/tags/v1.2.0'],
    ['schedule', 'refs/pull/1/merge'],
  ])('is not taken from a %s of %s', (event_name, ref) => {
    expect(faultOf({ ...push, event_name, ref })).toMatch(
      /^the token was issued for ".*", which may not be the default branch; run the workflow on main or master, or on a schedule or a release$/,
    );
  });

  it.each([
    ['pull_request', 'anybody can open'],
    ['pull_request_target', 'anybody can bring about by a pull request'],
    ['workflow_run', 'a pull request started'],
    ['issue_comment', 'anybody can bring about by a comment'],
    ['repository_dispatch', 'which gives no key'],
    ['merge_group', 'which gives no key'],
    ['Push', 'which gives no key'],
    ['constructor', 'which gives no key'],
    [undefined, 'which gives no key'],
    [['push'], 'which gives no key'],
  ])('is not taken from the event %s', (event_name, reason) => {
    const fault = faultOf({ ...push, event_name });

    expect(fault).toContain(reason);
    expect(fault).toContain('run the workflow on push, release, schedule or workflow_dispatch');
  });

  it.each(['repository_owner_id', 'repository_id'])('needs %s to be the text of an id', (claim) => {
    for (const value of [
      undefined,
      null,
      '',
      9919,
      '99 19',
      '9919\n',
      '-1',
      '1e3',
      'acme',
      '9'.repeat(21),
      ['1'],
    ]) {
      expect(faultOf({ ...push, [claim]: value }), String(value)).toMatch(
        new RegExp(`^the claim ${claim} of the token is ".*", which is no id; `),
      );
    }
    for (const value of ['', 'a b', 'a:b', 'é', 'x'.repeat(65), 1]) {
      expect(faultOf({ ...push, [claim]: value }, other), String(value)).toContain(claim);
    }
  });

  it('is an owner of the known form, or a fault on one line, whatever the claims are', () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom('push', 'release', 'refs/heads/main', 'refs/tags/x', '1'),
    );
    const claims = fc.record({
      event_name: value,
      ref: value,
      repository_id: value,
      repository_owner_id: value,
    });

    fc.assert(
      fc.property(claims, fc.constantFrom(gitHubIssuer, other), (given, issuer) => {
        const identity = workflowIdentity(given, issuer);

        if ('actor' in identity) expect(OwnerId.safeParse(identity.actor.owner).success).toBe(true);
        else expect(identity.fault).toMatch(/^[^\p{Cc}\p{Cs}\u202e]{20,400}$/u);
      }),
      { numRuns: caseCount(300) },
    );
  });
});
