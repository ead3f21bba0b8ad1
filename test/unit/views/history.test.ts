import { describe, expect, it } from 'vitest';
import { printServiceFile } from '../../../src/domain/service-file.ts';
import type { ServiceVersion, VersionKind } from '../../../src/domain/service-version.ts';
import type { DeclaredService } from '../../../src/domain/service.ts';
import { HistoryView, historyView } from '../../../src/views/history.ts';
import { aService } from '../../fixtures/services.ts';

const { id } = aService();

/** A version whose object id is the text itself. */
function version(number: number, kind: VersionKind, text: string | null): ServiceVersion {
  const at = new Date(Date.UTC(2026, 0, number + 1));
  return { id, number, kind, commit: String(number), at, path: null, blob: text };
}

const file = (overrides: Partial<DeclaredService> = {}): string =>
  printServiceFile({ ...aService(), ...overrides });

/** `versions`: oldest first. */
function view(versions: readonly ServiceVersion[], isComplete = true): HistoryView {
  const texts = new Map(versions.flatMap(({ blob }) => (blob === null ? [] : [[blob, blob] as const])));
  const [before, ...shown] = versions;
  const page = { isComplete, versions: shown.reverse(), before };

  return HistoryView.parse(historyView(id, page, texts));
}

describe('the history of a service', () => {
  it('tells who owned it after each change, and before its deletion', () => {
    const { changes } = view([
      version(1, 'created', file()),
      version(2, 'updated', file({ owner: 'acme' })),
      version(3, 'updated', file({ owner: 'github:9919' })),
      version(4, 'deleted', null),
      version(5, 'restored', file({ owner: 'acme' })),
      version(6, 'updated', file()),
    ]);

    expect(changes.map(({ kind, owner }) => [kind, owner])).toEqual([
      ['updated', null],
      ['restored', 'acme'],
      ['deleted', 'github:9919'],
      ['updated', 'github:9919'],
      ['updated', 'acme'],
    ]);
  });

  it('names the maintainer who made a change', () => {
    const { changes } = view([
      version(1, 'created', file()),
      version(2, 'updated', file({ name: 'Rain', updatedBy: 'github:9919' })),
      version(3, 'updated', file({ name: 'Radar', updatedBy: 'github:9919' })),
      version(4, 'updated', file({ name: 'Radar 2' })),
      version(5, 'deleted', null),
    ]);

    expect(changes.map(({ by }) => by)).toEqual([null, null, 'github:9919', 'github:9919']);
    expect(changes[2]?.fields).toMatchObject([{ pointer: '/name' }]);
    expect(changes[1]?.fields).toMatchObject([{ pointer: '/name' }]);
  });

  it('lists what changed', () => {
    const cheap = { currency: 'USDC', pricePerRequest: '0.001' };
    const { changes } = view([
      version(1, 'created', file({ pricing: { ...cheap, pricePerRequest: '0.002' } })),
      version(2, 'updated', file({ pricing: cheap, updatedAt: '2026-02-02T00:00:00.000Z' })),
    ]);

    expect(changes).toEqual([
      {
        at: '2026-01-03T00:00:00.000Z',
        kind: 'updated',
        commit: '2',
        owner: null,
        by: null,
        fields: [{ pointer: '/pricing/pricePerRequest', before: '0.002', after: '0.001' }],
      },
    ]);
  });

  it('gives a new service all its values, and takes them from a deleted one', () => {
    const [deleted] = view([version(1, 'created', file()), version(2, 'deleted', null)]).changes;
    const [restored] = view([version(2, 'deleted', null), version(3, 'restored', file())]).changes;

    expect(deleted?.fields).toContainEqual({ pointer: '/name', before: 'Rain Radar', after: null });
    expect(restored?.fields).toContainEqual({ pointer: '/name', before: null, after: 'Rain Radar' });
    expect(deleted?.fields.length).toBe(restored?.fields.length);
  });

  it('has nothing of a file that cannot be read, and keeps its owner', () => {
    const { changes } = view([
      version(1, 'created', file({ owner: 'acme' })),
      version(2, 'updated', '<<<<<<< HEAD'),
      version(3, 'updated', file({ owner: 'acme' })),
    ]);

    expect(changes.map(({ owner }) => owner)).toEqual(['acme', 'acme']);
    expect(changes[1]?.fields.every(({ after }) => after === null)).toBe(true);
    expect(changes[0]?.fields.every(({ before }) => before === null)).toBe(true);
  });

  it('has no fields of a file that only looks different', () => {
    const { changes } = view([
      version(1, 'created', file()),
      version(2, 'updated', JSON.stringify(aService())),
    ]);

    expect(changes.map(({ fields }) => fields)).toEqual([[]]);
  });

  it('names nobody who cannot be an owner', () => {
    const [change] = view([version(1, 'deleted', null), version(2, 'restored', '{"owner": 7}')]).changes;

    expect(change?.owner).toBeNull();
  });

  it('says when its beginning is missing', () => {
    const known = version(0, 'known', file());

    expect(view([known, version(1, 'updated', file({ name: 'New' }))], false)).toMatchObject({
      complete: false,
      changes: [{ kind: 'updated', fields: [{ pointer: '/name', before: 'Rain Radar', after: 'New' }] }],
    });
    expect('complete' in view([known])).toBe(false);
  });
});
