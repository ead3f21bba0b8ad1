import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printCheckpoint, readCheckpoint } from '../../../src/transparency/checkpoint.ts';
import { printEntry, readEntry, serviceDigest, termsDigest } from '../../../src/transparency/entry.ts';
import { LogCopy, LogFault, openCheckpoint } from '../../../src/transparency/log-copy.ts';
import { leafHash } from '../../../src/transparency/merkle-tree.ts';
import {
  isSignedBy,
  type NoteSigner,
  printVerifier,
  readNote,
  readVerifier,
  signNote,
} from '../../../src/transparency/signed-note.ts';
import {
  indexPath,
  printEntries,
  readEntries,
  readTilePath,
  tilePath,
  tilesOf,
  TileTree,
} from '../../../src/transparency/tiles.ts';
import { aService } from '../../fixtures/services.ts';

const name = 'tollbook.example/log';

/** A signer from a seed of 32 bytes. */
function signerOf(seed: Buffer): NoteSigner {
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
  const privateKey = createPrivateKey({ key: Buffer.concat([prefix, seed]), format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return { name, privateKey, publicKey: Buffer.from(x, 'base64url') };
}

const signer = signerOf(Buffer.alloc(32, 1));

/** A checkpoint that another implementation signed, of a log with the leaves a, b and c. */
const vkey = 'tollbook.example/log+a8428a1a+AYqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c';
const vector =
  'tollbook.example/log\n3\nNmQuc8JUCrEh46a/lUWwokmCzYMOsT080Z3jzmwCHsE=\n\n— tollbook.example/log qEKKGqET+54Ra7YAodRrP3Adr5idO3lg9GPGggYCjZQtrTBriFH4H+rq3qEoQkP/NV6MyVaqVma2ZHOlS9p1JnHaNAI=\n';

function treeOf(...entries: readonly string[]): TileTree {
  const tree = new TileTree();
  for (const entry of entries) tree.append(leafHash(entry));
  return tree;
}

const textOf = (tree: TileTree): string =>
  printCheckpoint({ origin: name, size: tree.size, root: tree.root() });

describe('a signed checkpoint', () => {
  it('is byte for byte what another implementation makes', () => {
    expect(printVerifier(signer)).toBe(vkey);
    expect(signNote(textOf(treeOf('a', 'b', 'c')), signer)).toBe(vector);
  });

  it('is read back with its key', () => {
    const verifier = readVerifier(vkey);
    if (!verifier) throw new Error('the key is not read');

    expect(openCheckpoint(vector, verifier)).toEqual({
      origin: name,
      size: 3,
      root: treeOf('a', 'b', 'c').root(),
    });
  });

  it('may have signatures of others beside it', () => {
    const other = { ...signerOf(Buffer.alloc(32, 2)), name: 'witness.example' };
    const line = signNote(textOf(treeOf('a', 'b', 'c')), other).split('\n\n')[1] ?? '';
    const note = readNote(vector + line);

    expect(note && isSignedBy(note, signer)).toBe(true);
    expect(note && isSignedBy(note, other)).toBe(true);
    expect(note && isSignedBy(note, { ...other, name })).toBe(false);
  });

  it('does not hold with any byte changed', () => {
    const verifier = readVerifier(vkey) ?? signer;
    const bytes = Buffer.from(vector);

    for (let i = 0; i < bytes.length; i += 1) {
      const changed = Buffer.from(bytes);
      changed[i] = (changed[i] ?? 0) ^ 1;
      // Base64 can end in bits that mean nothing.
      if (changed.toString().replace(/.=\n$/, '') === vector.replace(/.=\n$/, '')) continue;
      expect(() => openCheckpoint(changed.toString(), verifier)).toThrow(LogFault);
    }
  });

  it.each([
    '',
    '\n\n',
    'a\n\n— a b\n',
    `${vector}x`,
    vector.replaceAll('\n', '\r\n'),
    'x'.repeat(100_000),
    `\u0000${vector}`,
  ])('is not %j', (note) => {
    expect(() => openCheckpoint(note, signer)).toThrow(LogFault);
  });

  it.each([
    `${name}\n03\n${vector.split('\n')[2] ?? ''}\n`,
    `${name}\n-1\n${vector.split('\n')[2] ?? ''}\n`,
    `${name}\n99999999999999999\n${vector.split('\n')[2] ?? ''}\n`,
    `${name}\n3\nAAAA\n`,
    `${name}\n3\n`,
    '\n3\n\n',
  ])('has no text like %j', (text) => {
    expect(readCheckpoint(text)).toBeUndefined();
  });
});

describe('a key', () => {
  it('is refused in another form, of another kind, or with a wrong id', () => {
    const other = vkey.replace('a8428a1a', 'a8428a1b');
    const kind = `${name}+a8428a1a+${Buffer.concat([Buffer.from([2]), signer.publicKey]).toString('base64')}`;

    expect(['', 'x', vkey.slice(1), other, kind, `${vkey}AA`].map((text) => readVerifier(text))).toEqual(
      Array.from({ length: 6 }, () => undefined),
    );
    expect(readVerifier(`${vkey}\n`)).toEqual({ name, publicKey: signer.publicKey });
  });
});

describe('tiles', () => {
  it('are named as C2SP names them', () => {
    expect(indexPath(1234067)).toBe('x001/x234/067');
    expect(tilePath({ level: 0, index: 5, width: 256 })).toBe('tile/0/005');
    expect(tilePath({ level: 'entries', index: 1000, width: 17 })).toBe('tile/entries/x001/000.p/17');
  });

  it('are found by their names, and by no other spelling', () => {
    const tiles = fc.record({
      level: fc.constantFrom('entries' as const, 0, 1, 2, 3, 4, 5),
      index: fc.nat({ max: 10 ** 12 }),
      width: fc.integer({ min: 1, max: 256 }),
    });
    fc.assert(
      fc.property(tiles, (tile) => {
        expect(readTilePath(tilePath(tile))).toEqual(tile);
      }),
    );
    for (const path of [
      'tile/6/000',
      'tile/0/0',
      'tile/0/x000/000',
      'tile/0/000.p/0',
      'tile/0/000.p/256',
      'tile/0/../000',
      'tile/entries/',
      '',
    ]) {
      expect(readTilePath(path), path).toBeUndefined();
    }
  });

  it('hold the hashes of their level, and nothing that the tree does not have', () => {
    const tree = new TileTree();
    const entries = Array.from({ length: 700 }, (_, i) => leafHash(String(i)));
    for (const entry of entries) tree.append(entry);

    expect(tree.tile({ level: 0, index: 1, width: 256 })).toEqual(Buffer.concat(entries.slice(256, 512)));
    expect(tree.tile({ level: 1, index: 0, width: 2 })).toEqual(
      Buffer.concat([tree.rootOf(0, 256), tree.rootOf(256, 512)]),
    );
    expect(tree.tile({ level: 0, index: 2, width: 189 })).toBeUndefined();
    expect(tree.tile({ level: 1, index: 0, width: 3 })).toBeUndefined();
    expect(tree.tile({ level: 2, index: 0, width: 1 })).toBeUndefined();
  });

  it('are all that a tree of a size has', () => {
    expect(tilesOf(0)).toEqual([]);
    expect(tilesOf(700).map(tilePath)).toEqual([
      'tile/entries/000',
      'tile/entries/001',
      'tile/entries/002.p/188',
      'tile/0/000',
      'tile/0/001',
      'tile/0/002.p/188',
      'tile/1/000.p/2',
    ]);
    expect(tilesOf(700, 600).map(tilePath)).toEqual(['tile/entries/002.p/188', 'tile/0/002.p/188']);
  });

  it('hold entries with their lengths', () => {
    const bundle = printEntries(['a', '', 'grün']);

    expect(readEntries(bundle, 3)).toEqual(['a', '', 'grün']);
    expect(readEntries(bundle, 2)).toBeUndefined();
    expect(readEntries(bundle, 4)).toBeUndefined();
    expect(readEntries(bundle.subarray(0, -1), 3)).toBeUndefined();
    expect(readEntries(Buffer.from([255, 255, 1]), 1)).toBeUndefined();
  });
});

const service = aService({ name: 'Rain', endpoint: 'https://rain.example.com' });
const at = '2026-02-03T04:05:06.789Z';

describe('an entry', () => {
  it('is a line of digests that everybody can make from the fields of a service', () => {
    const { id, endpoint, pricing, x402Config } = service;
    const line = printEntry({ at, service: serviceDigest(id), terms: termsDigest(service) });

    expect(line).toMatch(/^tollbook\/1 2026-02-03T04:05:06\.789Z [\da-f]{64} [\da-f]{64}$/);
    expect(line).not.toContain(x402Config.paymentAddress);
    expect(readEntry(line)).toEqual({ at, service: serviceDigest(id), terms: termsDigest(service) });
    expect(readEntry(printEntry({ at, service: serviceDigest(id), terms: null }))).toMatchObject({
      terms: null,
    });
    expect(termsDigest({ id, endpoint, pricing, x402Config })).toBe(termsDigest(service));
  });

  it('differs with the wallet, the network, the price, the currency and the endpoint, and with nothing else', () => {
    const { pricing, x402Config } = service;
    const others = [
      { ...service, endpoint: 'https://other.example.com/' },
      { ...service, pricing: { ...pricing, pricePerRequest: '9' } },
      { ...service, pricing: { ...pricing, currency: 'EURC' } },
      { ...service, x402Config: { ...x402Config, network: 'eip155:1' } },
      { ...service, x402Config: { ...x402Config, paymentAddress: `0x${'1'.repeat(40)}` } },
    ];

    expect(new Set([service, ...others].map(termsDigest)).size).toBe(6);
    expect(termsDigest(aService({ ...service, description: 'Else.' }))).toBe(termsDigest(service));
  });

  it.each([
    '',
    'tollbook/2 x',
    `tollbook/1 ${at} ab cd`,
    `tollbook/1 2026-99-03T04:05:06.789Z ${'a'.repeat(64)} -`,
  ])('is not %j', (line) => {
    expect(readEntry(line)).toBeUndefined();
  });
});

describe('a copy of a log', () => {
  const lines = Array.from({ length: 300 }, (_, i) =>
    printEntry({
      at,
      service: serviceDigest(String(i % 7)),
      terms: i % 50 === 49 ? null : serviceDigest(`terms ${String(i)}`),
    }),
  );
  const checkpointOf = (entries: readonly string[]) => {
    const tree = treeOf(...entries);
    return { origin: name, size: tree.size, root: tree.root() };
  };

  it('follows it, and knows what it said last of each service, and all its earlier roots', () => {
    const copy = new LogCopy();
    for (const end of [0, 1, 100, 100, 300]) {
      copy.append(lines.slice(copy.size, end));
      copy.compare(checkpointOf(lines.slice(0, end)));
    }

    expect(copy.news.size).toBe(7);
    const line = lines.findLast((each) => each.includes(serviceDigest('6'))) ?? '';
    expect(readEntry(line)).toMatchObject({ terms: copy.news.get(serviceDigest('6')) });
    expect(copy.root(77)).toEqual(checkpointOf(lines.slice(0, 77)).root);
  });

  it('notices a changed past, a shorter log, and entries that were not signed', () => {
    const copy = new LogCopy();
    copy.append(lines.slice(0, 200));
    const fork = [...lines.slice(0, 10), ...lines.slice(11), lines[10] ?? ''];

    expect(() => {
      copy.compare(checkpointOf(fork.slice(0, 200)));
    }).toThrow('the past of the log was changed');
    expect(() => {
      copy.compare(checkpointOf(lines.slice(0, 199)));
    }).toThrow('the log shrank');
    expect(() => {
      copy.compare(checkpointOf(lines));
    }).toThrow('the log says 300 entries');
    expect(() => {
      copy.append(['<script>']);
    }).toThrow('entry 200 of the log cannot be read');
  });

  it('knows another log, and a log signed by somebody else', () => {
    const text = textOf(treeOf('a'));
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const x = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
    const forged = signNote(text, { name, privateKey, publicKey: x });
    const elsewhere = signNote(text.replace(name, 'else.example/log'), signer);

    expect(() => openCheckpoint(forged, signer)).toThrow('not signed with the key of the log');
    expect(() => openCheckpoint(elsewhere, signer)).toThrow('of another log');
  });
});
