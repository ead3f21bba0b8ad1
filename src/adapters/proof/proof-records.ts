import { Resolver } from 'node:dns/promises';
import { errorCode } from '../../domain/error-code.ts';
import { CannotAsk, type Requester } from '../../domain/probe.ts';
import type { Look } from '../../domain/ownership/method.ts';
import { lookAmong } from '../../domain/proof.ts';
import type { PoliteProbe } from '../probe/polite-probe.ts';

interface Settings {
  /** Gives each name its turn. */
  readonly turns: Pick<PoliteProbe, 'inTurn'>;
  /** Name servers to ask, like `127.0.0.1:53`; by default those of the system. */
  readonly servers?: readonly string[] | undefined;
  readonly deadlineMs?: number | undefined;
}

const msPerTry = 2_000;
const tries = 2;
/** With several name servers, each of which is tried, the tries alone could take a minute. */
const defaultDeadlineMs = 10_000;

/** No name needs so many; the proofs of a few owners are read among those of other programs. */
const maxRecords = 100;
const maxCharacters = 16 * 1024;

/** Looks for the lines of owners in the TXT records of names. */
export class ProofRecords {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** @throws {CannotAsk} when this machine is at fault, or too many requests are waiting */
  look(name: string, line: string, requester: Requester): Promise<Look> {
    return this.#settings.turns.inTurn(name, requester, async () => {
      try {
        return lookIn(await this.#resolve(name), line);
      } catch (error) {
        return lookAfter(error, name);
      }
    });
  }

  /** The TXT records of a name, each of which consists of strings of at most 255 characters: RFC 1035, section 3.3.14. */
  async #resolve(name: string): Promise<string[][]> {
    const { servers, deadlineMs = defaultDeadlineMs } = this.#settings;
    const resolver = new Resolver({ timeout: msPerTry, tries });
    if (servers) resolver.setServers(servers);
    const timer = setTimeout(() => resolver.cancel(), deadlineMs);

    try {
      return await resolver.resolveTxt(name);
    } finally {
      clearTimeout(timer);
    }
  }
}

function lookIn(records: readonly (readonly string[])[], line: string): Look {
  const count = records.length;
  if (count > maxRecords) {
    return {
      result: 'missing',
      seen: `it has ${String(count)} TXT records; more than ${String(maxRecords)} are not read`,
    };
  }

  const texts = records.map((strings) => strings.join(''));
  const characters = texts.reduce((sum, { length }) => sum + length, 0);
  if (characters > maxCharacters) {
    return { result: 'missing', seen: 'its TXT records are longer than 16 KiB; so much is not read' };
  }
  return lookAmong(texts, line, 'TXT record');
}

/** Codes of `node:dns`, and what they say about a name. */
const faults: Readonly<Record<string, Look>> = {
  ENOTFOUND: { result: 'missing', seen: 'the name does not exist' },
  ENODATA: { result: 'missing', seen: 'it has no TXT record' },
  ESERVFAIL: { result: 'unclear', seen: 'its name servers fail (SERVFAIL)' },
  EREFUSED: { result: 'unclear', seen: 'its name servers refuse to answer (REFUSED)' },
  ETIMEOUT: { result: 'unclear', seen: 'no name server answered in time' },
  ECANCELLED: { result: 'unclear', seen: 'no name server answered in time' },
  EBADNAME: { result: 'missing', seen: 'it is longer than DNS allows, so no record can be there' },
};

/** @throws {CannotAsk} when our own name server is down */
function lookAfter(error: unknown, name: string): Look {
  const code = errorCode(error);
  if (code === undefined) throw error;
  if (code === 'ECONNREFUSED') throw new CannotAsk(name, 'the name server of this machine is down');

  return faults[code] ?? { result: 'unclear', seen: `its TXT records cannot be read (${code})` };
}
