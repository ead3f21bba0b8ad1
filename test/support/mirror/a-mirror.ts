import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '../../../src/mirror/mirror-folder.ts';
import {
  type AppliedBatch,
  type Format,
  mirror,
  MirrorFault,
  type MirrorOptions,
  type MirrorReport,
} from '../../../src/mirror/mirror.ts';
import { serviceLine } from '../../../src/mirror/mirrored-service.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { FakeCatalog, served } from './fake-catalog.ts';
import { QuickTime } from './surroundings.ts';

interface Visited extends MirrorReport {
  readonly batches: readonly AppliedBatch[];
}

/** A mirror of a fake catalog that lists Rain, Snow and Wind. Its folder is new, and its time passes only while it waits. */
export class AMirror {
  readonly time = new QuickTime();
  readonly catalog: FakeCatalog;
  readonly folder: string;
  /** The warnings of all visits. */
  readonly notices: string[] = [];
  readonly #usual: Partial<MirrorOptions>;

  private constructor(catalog: FakeCatalog, folder: string, usual: Partial<MirrorOptions>) {
    this.catalog = catalog;
    this.folder = folder;
    this.#usual = usual;
  }

  /** `usual`: options of each visit that it does not name itself. */
  static async start(usual: Partial<MirrorOptions> = {}): Promise<AMirror> {
    const catalog = await FakeCatalog.start();
    for (const name of ['Rain', 'Snow', 'Wind']) catalog.put(served(name));

    return new AMirror(catalog, join(await temporaryFolder(), 'mirror'), usual);
  }

  options(options: Partial<MirrorOptions> = {}): MirrorOptions {
    const log: MirrorOptions['log'] = ({ level, text }) => {
      if (level === 'warning') this.notices.push(text);
    };
    return { from: this.catalog.url, to: this.folder, log, ...this.#usual, ...options };
  }

  readonly visit = async (
    options: Partial<MirrorOptions> = {},
    onBatch?: (batch: AppliedBatch) => Promise<void>,
  ): Promise<Visited> => {
    const batches: AppliedBatch[] = [];
    const note = (batch: AppliedBatch): Promise<void> | undefined => {
      batches.push(batch);
      return onBatch?.(batch);
    };
    return { ...(await mirror(this.options(options), note, this.time)), batches };
  };

  /** Code and message of the fault that a visit must end with. */
  readonly faultOf = async (options: Partial<MirrorOptions> = {}): Promise<string> => {
    const error: unknown = await this.visit(options).catch((thrown: unknown) => thrown);
    if (!(error instanceof MirrorFault)) throw new Error('a fault was expected', { cause: error });

    return `${error.code}: ${error.message}`;
  };

  /** What the copy holds, as an export would say it. */
  readonly held = async (format: Format = 'files'): Promise<string> => {
    let text = '';
    for await (const services of (await openStore(this.folder, format)).services()) {
      for (const service of services) text += `${serviceLine(service)}\n`;
    }
    return text;
  };

  readonly file = (name: string): Promise<string> => readFile(join(this.folder, name), 'utf8');

  readonly state = async (): Promise<unknown> => JSON.parse(await this.file('mirror.json'));
}
