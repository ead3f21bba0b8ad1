import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SigningKey } from '../../../src/adapters/signing/ssh-key.ts';
import { sshSigner } from '../../../src/adapters/signing/ssh-signature.ts';
import { AMirror } from '../../support/mirror/a-mirror.ts';
import { served } from '../../support/mirror/fake-catalog.ts';

function signer() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key: SigningKey = {
    privateKey,
    publicKey: Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'),
  };
  return sshSigner(key);
}

const operator = signer();
const stranger = signer();
const signers = operator.describe(['catalog.example.com']);
const [first, second, third] = [
  '2026-01-31T12:00:00.000Z',
  '2026-01-31T13:00:00.000Z',
  '2026-01-31T14:00:00.000Z',
] as const;

let catalog: AMirror['catalog'];
let time: AMirror['time'];
let notices: string[];
let visit: AMirror['visit'];
let faultOf: AMirror['faultOf'];
let held: AMirror['held'];
let state: AMirror['state'];

beforeEach(async () => {
  ({ catalog, time, notices, visit, faultOf, held, state } = await AMirror.start());
});

const changeFile = (path: string, change: (text: string) => string): void => {
  catalog.files.set(path, change(catalog.files.get(path) ?? ''));
};

describe.each(['a server', 'a static site'])('the signature of %s', (kind) => {
  beforeEach(() => {
    catalog.isStatic = kind === 'a static site';
    catalog.build(first, operator);
  });

  it('holds, and is reported with its signer', async () => {
    expect(await visit({ signers })).toMatchObject({
      services: 3,
      signature: { signedBy: 'catalog.example.com', builtAt: first, same: 3 },
    });
    expect(await state()).toMatchObject({
      licence: 'CC0-1.0',
      manifest: { signedBy: 'catalog.example.com', builtAt: first },
    });
    expect(await held()).toBe(catalog.exported);
  });

  it('is checked again by the next visit, since a key may not be trusted any more', async () => {
    await visit({ signers });

    expect(await visit({ signers })).toMatchObject({ signature: { same: 3 } });
    expect(await faultOf({ signers: stranger.describe(['new.example.com']) })).toMatch(
      /^signature: .* its signer is not in the file/,
    );
  });

  it.each([
    [
      'is missing',
      () => catalog.files.delete('api/manifest.json.sig'),
      'it is not signed; mirror without --signers',
    ],
    [
      'is by somebody else',
      () => catalog.build(first, stranger),
      'its signer is not in the file of --signers',
    ],
    [
      'is cut off',
      () => changeFile('api/manifest.json.sig', (text) => text.slice(0, -40)),
      'its signature is damaged',
    ],
    [
      'is of another manifest',
      () => changeFile('api/manifest.json', (text) => text.replace('CC0', 'CC1')),
      'it was changed after it was signed',
    ],
  ])('does not hold when it %s', async (_, bend, fault) => {
    bend();

    expect(await faultOf({ signers })).toMatch(new RegExp(`^signature: .*${fault}`));
  });

  it('does not hold when its key has had its time', async () => {
    expect(
      await faultOf({ signers: signers.replace('namespaces', 'valid-before="20260131Z",namespaces') }),
    ).toContain('but not for this time');
  });

  it('is looked at again when a new build takes the place of an old one in between', async () => {
    const manifest = catalog.files.get('api/manifest.json');
    catalog.put(served('Hail'));
    catalog.build(second, operator);
    catalog.instead(
      '/api/manifest.json',
      (response) => response.writeHead(200, { ETag: '"old"' }).end(manifest),
      1,
    );

    expect(await visit({ signers })).toMatchObject({ signature: { builtAt: second, same: 4 } });
    expect(time.pauses).toEqual([1000]);
  });

  it('is not asked for without signers', async () => {
    catalog.files.delete('api/manifest.json.sig');

    const report = await visit();
    expect(report.services).toBe(3);
    expect(report.signature).toBeUndefined();
  });
});

it('refuses a file of signers that cannot be read', async () => {
  expect(await faultOf({ signers: 'nonsense' })).toMatch(
    /^usage: the allowed signers cannot be used: line 1: /,
  );
});

describe('the signed manifest of a server', () => {
  it('is compared with what did not change since then', async () => {
    catalog.build(first, operator);
    catalog.put(served('Rain', '0.002'));
    catalog.put(served('Hail'));
    catalog.remove(served('Snow').id);

    expect(await visit({ signers })).toMatchObject({ services: 3, signature: { same: 1 } });
    expect(notices).toEqual([]);
  });

  it.each([
    ['differs from the manifest', () => void catalog.services.set(served('Rain').id, served('Rain', '9'))],
    ['is not in the manifest', () => void catalog.services.set(served('Hail').id, served('Hail'))],
    ['is missing', () => void catalog.services.delete(served('Rain').id)],
  ])('shows that a service %s, although the feed names no change', async (fault, bend) => {
    catalog.build(first, operator);
    bend();

    expect(await faultOf({ signers })).toMatch(
      new RegExp(`^manifest: the service \\S+ ${fault}, although the catalog names no change of it`),
    );
    expect(await state()).toMatchObject({ manifest: null });
  });

  it('notices a change that the feed left out', async () => {
    catalog.build(first, operator);
    await visit({ signers });
    catalog.services.set(served('Rain').id, served('Rain', '0.002'));
    catalog.build(second, operator);

    expect(await faultOf({ signers })).toMatch(/^manifest: the service rain-\w+ differs from the manifest/);
  });

  it('may differ in what checks found, which the build reads a moment earlier or later', async () => {
    catalog.build(first, operator);
    catalog.services.set(served('Rain').id, { ...served('Rain'), trustScore: 7, status: 'verified' });

    expect(await visit({ signers })).toMatchObject({ signature: { same: 3 } });
  });

  it('is looked at again when a new build takes its place meanwhile', async () => {
    catalog.build(first, operator);
    catalog.services.set(served('Rain').id, { ...served('Rain'), trustScore: 7 });
    catalog.intercept = (_, __, { pathname }) => {
      if (pathname.startsWith('/api/services/')) catalog.build(second, operator);
      return false;
    };

    expect(await visit({ signers })).toMatchObject({ signature: { same: 3, builtAt: second } });
  });

  it('does not hold when the files of services are never those that it lists', async () => {
    catalog.build(first, operator);
    catalog.services.set(served('Rain').id, { ...served('Rain'), trustScore: 7 });
    changeFile(`api/services/${served('Rain').id}.json`, () => JSON.stringify(served('Rain', '0.7')));

    expect(await faultOf({ signers })).toMatch(
      /^manifest: the files of services differ from their digests in the manifest/,
    );
  });

  it('must be there', async () => {
    expect(await faultOf({ signers })).toMatch(
      /^signature: .*api\/manifest\.json does not exist, so nothing is signed/,
    );
  });

  it('is not compared when no feed says what changed since then', async () => {
    catalog.build(first, operator);
    catalog.put(served('Rain', '0.002'));
    catalog.forgotten = 4;

    expect(await visit({ signers })).toMatchObject({ signature: { same: null } });
    expect(notices).toEqual([expect.stringContaining('the copy could not be compared with it')]);
  });
});

describe('a mirror of a static site', () => {
  beforeEach(() => {
    catalog.isStatic = true;
    catalog.build(first);
  });

  it('equals the export, and fetches it again only for a new build', async () => {
    expect(await visit()).toMatchObject({ services: 3, created: 3, cursor: null });
    catalog.requests.length = 0;
    expect(await visit()).toMatchObject({ services: 3, created: 0 });
    expect(catalog.requests).toEqual(['/api/changes?limit=1', '/api/manifest.json', '/api/outcomes.ndjson']);

    catalog.put(served('Rain', '0.002'));
    catalog.remove(served('Snow').id);
    catalog.build(second);
    expect(await visit()).toMatchObject({ services: 2, created: 0, updated: 1, removed: 1 });
    expect(await held()).toBe(catalog.exported);
  });

  it.each([
    [
      'another digest',
      () => changeFile('api/export.ndjson', (text) => text.replace('"0.001"', '"0.002"')),
      'differs from its digest in the manifest',
    ],
    [
      'fewer services',
      () => changeFile('api/export.ndjson', (text) => text.replace(/^.*\n/, '')),
      'differs from its digest in the manifest',
    ],
    [
      'another count',
      () => changeFile('api/manifest.json', (text) => text.replace('"services":4', '"services":5')),
      'holds 4 services, but the manifest counts 5',
    ],
    [
      'no place in the manifest',
      () => changeFile('api/manifest.json', (text) => text.replace('export.ndjson', 'export.txt')),
      'is not in the manifest',
    ],
  ])('refuses an export with %s, and keeps its copy', async (_, bend, fault) => {
    await visit();
    const before = [await held(), await state()];
    catalog.put(served('Hail'));
    catalog.build(second);
    bend();

    expect(await faultOf()).toMatch(new RegExp(`^manifest: .*${fault}`));
    expect([await held(), await state()]).toEqual(before);
  });

  it('waits for a site that is being replaced', async () => {
    const old = catalog.files.get('api/export.ndjson');
    catalog.put(served('Hail'));
    catalog.build(second);
    catalog.instead('/api/export.ndjson', (response) => response.end(old), 1);

    expect(await visit()).toMatchObject({ services: 4 });
    expect(await held()).toBe(catalog.exported);
  });

  it('does not go back to an older build', async () => {
    catalog.build(third);
    await visit();
    catalog.build(second);

    expect(await faultOf()).toMatch(
      /^manifest: .* was built at .*13:00.*, before the one that this mirror has, of .*14:00.*; a cache may be behind/,
    );
  });

  it('becomes one of a server, and one of a site again', async () => {
    await visit();
    catalog.isStatic = false;
    catalog.put(served('Hail'));
    expect(await visit()).toMatchObject({ services: 4, cursor: 'c4' });

    catalog.isStatic = true;
    catalog.remove(served('Rain').id);
    catalog.build(second);
    expect(await visit()).toMatchObject({ services: 3, cursor: null, removed: 1 });
    expect(await held()).toBe(catalog.exported);
  });
});
