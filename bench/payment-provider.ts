import {
  address,
  approval,
  authorized,
  EvmChain,
  settled,
  transfer,
} from '../test/support/chain/evm-chain.ts';
import { RpcProvider } from '../test/support/chain/rpc-provider.ts';
import { generatePayments, month, secondsPerBlock, sellersIn, usdc } from './generate-payments.ts';

/**
 * A provider of Base Sepolia in a process of its own, with the payments of a month to the sellers of a file, and a new block every two
 * seconds. It sends its URL, and, to every message that it gets, what was called since the last one.
 *
 * Arguments: the exported catalog, the number of payments, and whether logs name the time of their block.
 */
const [, , file = '', count = '0', hasLogTimes = 'false'] = process.argv;

const delayMs = 10;
/** One in so many payments goes through Permit2, and as many transfers are no payments. */
const others = 10;
/** Blocks before the first payment: more than are counted. */
const before = 100_000;
/** Blocks after the last payment: more than wait for their confirmations. */
const after = 100;

const startedAt = Math.floor(Date.now() / 1000);
const start = before + month + after;
const chain = new EvmChain({
  limits: { blocks: 10_000, values: 1_000 },
  secondsOf: (block) => startedAt + secondsPerBlock * (block - start),
  hasLogTimes: hasLogTimes === 'true',
});

let made = 0;
for (const { seller, payer, block } of generatePayments(await sellersIn(file), Number(count))) {
  const payment = { token: usdc, payer: address(payer), wallet: seller.wallet, units: seller.units };
  made += 1;
  if (made % others === 0) chain.add(before + block, approval(payment), transfer(payment), settled());
  else chain.add(before + block, ...authorized(payment));
  if (made % others === 1) chain.add(before + block, transfer(payment));
}
const mine = (): void => {
  chain.head = start + Math.floor((Date.now() / 1000 - startedAt) / secondsPerBlock);
};
mine();
setInterval(mine, 100);

let called: string[] = [];
const provider = await RpcProvider.start(chain);
provider.delayMs = delayMs;
provider.faults = ({ method, params }) => {
  called.push(params[0] === 'latest' ? 'latest' : method);
  return undefined;
};

process.on('message', () => {
  process.send?.(called);
  called = [];
});
process.on('disconnect', () => process.exit());
process.send?.(provider.url);
