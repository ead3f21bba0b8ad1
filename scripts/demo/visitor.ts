import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Market } from '../../economy/market.ts';
import { buyersGuide } from '../../src/site/buyers-guide.ts';

const packages = fileURLToPath(new URL('../../economy/node_modules', import.meta.url));

/** What somebody who looks at the demo can buy with. */
export interface Visitor {
  /** Of a wallet with 1,000 USDC and EURC of the market. */
  readonly privateKey: string;
  readonly rpcUrl: string;
  /** The program of the quick start for buyers. */
  readonly program: string;
}

/** Opens a wallet, and puts the program into a folder, with the packages of the market beside it. */
export async function openVisitor(market: Market, folder: string): Promise<Visitor> {
  const { privateKey } = await market.openBuyer();
  const { name, code } = buyersGuide('').buy;
  const program = join(folder, name);
  await writeFile(program, `${code}\n`);
  await symlink(packages, join(folder, 'node_modules'));

  return { privateKey, rpcUrl: market.chain.rpcUrl, program };
}
