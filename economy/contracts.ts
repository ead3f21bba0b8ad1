import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Hex } from 'viem';
import { z } from 'zod';

const sources = ['token.sol', 'compile.ts', 'package-lock.json'];
const cacheFolder = join(import.meta.dirname, 'node_modules/.cache/contracts');

const Contract = z
  .object({ evm: z.object({ deployedBytecode: z.object({ object: z.string().regex(/^[0-9a-f]+$/) }) }) })
  .transform(({ evm }): Hex => `0x${evm.deployedBytecode.object}`);
const Output = z.object({
  errors: z.array(z.object({ formattedMessage: z.string() })).optional(),
  contracts: z
    .object({ 'token.sol': z.object({ Usdc: Contract, Eurc: Contract, Batch: Contract }) })
    .optional(),
});

/** The code of each contract of token.sol, as it lies on a chain. */
export interface Contracts {
  readonly Usdc: Hex;
  readonly Eurc: Hex;
  readonly Batch: Hex;
}

/** Compiles the contracts (two seconds), or reads what an earlier call compiled from the same sources. */
export async function readContracts(): Promise<Contracts> {
  const file = join(cacheFolder, `${await digestOfSources()}.json`);

  return contractsIn((await cached(file)) ?? (await compileTo(file)));
}

async function digestOfSources(): Promise<string> {
  const hash = createHash('sha256');
  for (const name of sources) hash.update(await readFile(join(import.meta.dirname, name)));

  return hash.digest('hex');
}

async function cached(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Others may compile at the same time, so the file appears whole. */
async function compileTo(file: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'compile.ts')], {
    maxBuffer: 2 ** 24,
  });
  contractsIn(stdout);

  const draft = `${file}.${process.pid}`;
  await mkdir(cacheFolder, { recursive: true });
  await writeFile(draft, stdout);
  await rename(draft, file);
  return stdout;
}

function contractsIn(output: string): Contracts {
  const { contracts, errors = [] } = Output.parse(JSON.parse(output));
  if (contracts === undefined) {
    throw new Error(
      `token.sol does not compile: ${errors.map((error) => error.formattedMessage).join('\n')}`,
    );
  }

  return contracts['token.sol'];
}
