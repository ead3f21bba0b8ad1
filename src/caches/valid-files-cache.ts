import { createHash, hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { JudgeService } from '../catalog-files/read-catalog.ts';
import type { FoundFile } from '../domain/catalog-file.ts';
import type { Category } from '../domain/category.ts';
import type { EndpointPolicy } from '../domain/endpoint-url.ts';
import type { DeclaredService } from '../domain/service.ts';
import type { Checked } from '../domain/service-rules.ts';
import type { Log } from '../live/ports.ts';
import { newDraft } from './draft-file.ts';

/** The rooms that decide whether a file is valid, and what it says. */
const rules = ['domain', 'catalog-files'];

const Saved = z.strictObject({ key: z.string(), digests: z.array(z.string()) });

interface Dependencies {
  readonly dataDir: string;
  readonly policy: EndpointPolicy;
  readonly categories: readonly Category[];
  readonly log: Log;
}

/**
 * Digests of the service files that were found valid, in one file below DATA_DIR: to apply the rules to a file costs five times as much as to read
 * it. The file may be deleted at any time: the rules are applied to all files then.
 */
export class ValidFilesCache {
  readonly #path: string;
  readonly #key: string;
  readonly #log: Log;
  readonly #known: ReadonlySet<string>;
  readonly #valid = new Set<string>();

  private constructor({ log }: Dependencies, path: string, key: string, known: ReadonlySet<string>) {
    this.#log = log;
    this.#path = path;
    this.#key = key;
    this.#known = known;
  }

  /** Loads the digests that an earlier reading by the same rules wrote. */
  static async open(dependencies: Dependencies): Promise<ValidFilesCache> {
    const { dataDir, policy, categories } = dependencies;
    const path = join(dataDir, 'cache', 'valid-files');
    const key = digestOf([policy, categories, rules.flatMap(sourcesIn)]);

    return new ValidFilesCache(dependencies, path, key, await digestsIn(path, key));
  }

  /** Judges a service file, unless it was found valid before as it is now. */
  judge(file: FoundFile, judge: JudgeService): Checked<DeclaredService> {
    if ('fault' in file) return judge(file);

    const digest = hash('sha256', `${file.path}\n${file.text}`, 'base64url');
    if (this.#known.has(digest)) {
      this.#valid.add(digest);
      return { value: JSON.parse(file.text) as DeclaredService };
    }

    const judged = judge(file);
    if ('value' in judged && isAsWritten(judged.value, file.text)) this.#valid.add(digest);
    return judged;
  }

  /** Writes the digests of the valid files for the next reading. Logs a failure, which only makes that one slower. */
  async save(): Promise<void> {
    const isSame = [...this.#valid].every((digest) => this.#known.has(digest));
    if (isSame && this.#valid.size === this.#known.size) return;

    try {
      await writeInPlace(this.#path, JSON.stringify({ key: this.#key, digests: [...this.#valid] }));
    } catch (error) {
      this.#log.warn({ error }, 'the next start judges all files again: their digests could not be written');
    }
  }
}

/** None where there is no such file, or it is damaged or made by other rules. */
async function digestsIn(path: string, key: string): Promise<ReadonlySet<string>> {
  try {
    const saved = Saved.parse(JSON.parse(await readFile(path, 'utf8')));
    return new Set(saved.key === key ? saved.digests : []);
  } catch {
    return new Set();
  }
}

/** Whether the rules read exactly what JSON reads. They may order or complete what somebody wrote by hand. */
function isAsWritten(service: DeclaredService, text: string): boolean {
  return JSON.stringify(service) === JSON.stringify(JSON.parse(text));
}

async function writeInPlace(path: string, text: string): Promise<void> {
  const draft = newDraft(path);
  try {
    await writeFile(draft, text);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

function sourcesIn(room: string): string[] {
  const folder = new URL(`../${room}/`, import.meta.url);

  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') || name.endsWith('.js'))
    .sort()
    .map((name) => readFileSync(new URL(name, folder), 'utf8'));
}
