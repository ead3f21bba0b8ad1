import { generateKeyPairSync } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { printCheckpoint } from '../../../src/transparency/checkpoint.ts';
import { printEntry, serviceDigest, termsDigest } from '../../../src/transparency/entry.ts';
import { leafHash } from '../../../src/transparency/merkle-tree.ts';
import { type NoteSigner, printVerifier, signNote } from '../../../src/transparency/signed-note.ts';
import { printEntries, readTilePath, TileTree, tileWidth } from '../../../src/transparency/tiles.ts';
import type { Service } from '../../../src/views/service.ts';

export function noteSigner(name = 'catalog.example.com/log'): NoteSigner {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    name,
    privateKey,
    publicKey: Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'),
  };
}

/** The log of a fake catalog. Its entries can be bent. */
export class FakeLog {
  signer = noteSigner();
  readonly entries: string[] = [];
  /** How many entries the checkpoint tells of; all where undefined. */
  size: number | undefined;
  #seconds = 0;

  /** Adds an entry of a service; null when it is listed no more. */
  add(id: string, service: Service | null): void {
    this.#seconds += 1;
    const at = new Date(Date.UTC(2026, 0, 31, 12, 0, this.#seconds)).toISOString();
    this.entries.push(printEntry({ at, service: serviceDigest(id), terms: service && termsDigest(service) }));
  }

  get key(): string {
    return printVerifier(this.signer);
  }

  get tree(): TileTree {
    const tree = new TileTree();
    for (const entry of this.entries) tree.append(leafHash(entry));
    return tree;
  }

  get checkpoint(): string {
    const size = this.size ?? this.entries.length;
    const root = this.tree.root(size);
    return signNote(printCheckpoint({ origin: this.signer.name, size, root }), this.signer);
  }

  /** Answers a path below `/log/`. */
  answer(path: string, response: ServerResponse): void {
    if (path === 'vkey') response.end(`${this.key}\n`);
    else if (path === 'checkpoint') response.end(this.checkpoint);
    else {
      const tile = readTilePath(path);
      const from = (tile?.index ?? 0) * tileWidth;
      const entries = tile?.level === 'entries' ? this.entries.slice(from, from + tile.width) : [];
      if (entries.length === tile?.width) response.end(printEntries(entries));
      else response.writeHead(404).end();
    }
  }
}
