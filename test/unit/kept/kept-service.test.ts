import { appendFileSync, fstatSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listedService } from '../../../src/domain/listed-service.ts';
import { payeeKey } from '../../../src/domain/payee.ts';
import { type DeclaredService, unobserved } from '../../../src/domain/service.ts';
import { entryOf, outlineOf, type Snapshot } from '../../../src/domain/snapshot.ts';
import { checkedNumbers, KeptRows } from '../../../src/kept/kept-rows.ts';
import { KeptService, ReadServices, serviceRow } from '../../../src/kept/kept-service.ts';
import { OpenFile } from '../../../src/kept/open-file.ts';
import { RecordDamaged } from '../../../src/kept/record-damaged.ts';
import { catalogs, entryAt, services } from '../../fixtures/arbitraries.ts';
import { aService, aSnapshot } from '../../fixtures/services.ts';
import { folderForAll } from '../../support/temporary-folder.ts';

const path = join(await folderForAll(), 'texts');
await writeFile(path, 'what stands before');
const file = OpenFile.at(path);

/** The rows as a file gives them back, in which their texts stay. */
function reread(rows: KeptRows): KeptRows {
  const [numbers, briefs, texts] = rows.parts;
  if (!(texts instanceof Uint8Array)) throw new Error('these rows have been in a file before');
  const at = fstatSync(file.descriptor).size;
  appendFileSync(path, texts);
  return KeptRows.stored([numbers, briefs, { at, length: texts.length }], file);
}

function keptServices(declared: readonly DeclaredService[], room?: number): KeptService[] {
  const rows = reread(KeptRows.of(declared.map(serviceRow)));
  const read = new ReadServices(room);
  return declared.map((_, place) => new KeptService(rows, place, read));
}

/** What a snapshot answers about services, and about others that it may not hold. */
function answers(snapshot: Snapshot, asked: readonly DeclaredService[]): unknown {
  return {
    size: snapshot.size,
    ids: new Set(snapshot.ids()),
    entries: asked.map(({ id }) => {
      const entry = snapshot.find(id);
      return entry && { declared: entry.declared, observed: entry.observed };
    }),
    byEndpoint: asked.map(({ endpoint }) => snapshot.idAt(endpoint)),
    byHost: asked.map(({ endpoint }) => new Set(snapshot.idsAt(new URL(endpoint).hostname))),
    byOwner: asked.map(({ owner }) => new Set(snapshot.idsOf(owner ?? ''))),
    hosts: new Set(snapshot.sharedHosts()),
    payees: new Map(
      [...snapshot.sharedPayees()].map((payee) => [payeeKey(payee), new Set(snapshot.idsPaidTo(payee))]),
    ),
  };
}

describe('a kept service', () => {
  it('says what the service says that was kept', () => {
    fc.assert(
      fc.property(fc.array(services(), { maxLength: 5 }), (declared) => {
        for (const [at, kept] of keptServices(declared).entries()) {
          const { id, keys, digest, ...plain } = listedService(declared[at] ?? aService());
          expect({ id: kept.id, keys: kept.keys, digest: kept.digest }).toEqual({ id, keys, digest });
          expect(plain.declared).toMatchObject(kept.outline);
          expect(kept.declared).toEqual(plain.declared);
        }
      }),
    );
  });

  it.each([0, 1])('is the same object while somebody holds it, with room for %i', (room) => {
    const [kept] = keptServices([aService()], room);
    const held = kept?.declared;

    expect(held).toEqual(aService());
    expect(kept?.declared).toBe(held);
  });

  it('is told from others after some of them are gone and others came', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => aService({ name, endpoint: `https://${name}.example` }));
    if (!a || !b || !c) throw new Error('three services');
    const rows = reread(KeptRows.of([a, b].map(serviceRow))).with([0], reread(KeptRows.of([serviceRow(c)])));

    expect([0, 1].map((place) => rows.id(place))).toEqual([b.id, c.id]);
    expect([0, 1].map((place) => JSON.parse(rows.text(place)) as unknown)).toEqual([b, c]);
  });

  it('is not read from numbers that are not those of rows', () => {
    expect(() => checkedNumbers(new Uint8Array(12))).toThrow(RecordDamaged);
  });

  it('is not read where its file has ended', () => {
    const [numbers, briefs] = KeptRows.of([serviceRow(aService())]).parts;
    const rows = KeptRows.stored([numbers, briefs, { at: 1_000_000_000, length: 1 }], file);

    expect(() => rows.text(0)).toThrow(RecordDamaged);
  });
});

describe('a snapshot of kept services', () => {
  it('answers as one of services in memory, also after changes', () => {
    fc.assert(
      fc.property(catalogs(8), entryAt(), (entries, another) => {
        const declared = entries.map((entry) => entry.declared);
        const kept = keptServices(declared).map((service, at) => {
          return entryOf(service, entries[at]?.observed ?? another(0).observed);
        });
        const extra = another(999);
        const changes: ((snapshot: Snapshot) => Snapshot)[] = [
          (snapshot) => snapshot,
          (snapshot) => snapshot.declare([extra.declared]),
          (snapshot) => snapshot.remove(declared.slice(0, 2).map(({ id }) => id)),
          (snapshot) => snapshot.observe(new Map(declared.map(({ id }) => [id, extra.observed]))),
        ];
        let [lazy, plain] = [aSnapshot(kept), aSnapshot(entries)];
        for (const change of changes) {
          [lazy, plain] = [change(lazy), change(plain)];
          const asked = [...declared, extra.declared];
          expect(answers(lazy, asked)).toEqual(answers(plain, asked));
        }
      }),
    );
  });

  it('reads no declaration to find services by id, endpoint, host or owner', () => {
    const service = aService({ owner: 'acme' });
    const rows = KeptRows.of([{ ...serviceRow(service), text: Buffer.from('no JSON') }]);
    const entry = entryOf(new KeptService(rows, 0, new ReadServices()), unobserved);
    const snapshot = aSnapshot([entry]);

    expect(outlineOf(snapshot.find(service.id) ?? entry).endpoint).toBe(service.endpoint);
    expect(snapshot.idAt(service.endpoint)).toBe(service.id);
    expect(snapshot.idsAt(new URL(service.endpoint).hostname)).toEqual([service.id]);
    expect(snapshot.idsOf('acme')).toEqual([service.id]);
    expect([...snapshot.ids()]).toEqual([service.id]);
  });
});
