import { Hash, Hex } from 'ox';
import { describe, expect, it } from 'vitest';
import {
  authorizationEvent,
  logQuery,
  topicOf,
  transferEvent,
  transferOf,
} from '../../../../src/adapters/chain/evm-log.ts';
import { settledEvents } from '../../../../src/adapters/chain/pair-transfers.ts';

const address = '0x036cbd53842c5426634e7929541ec2318f3dcf7e';

describe('the hex of a chain of the EVM', () => {
  it('names events as ox does', () => {
    expect([transferEvent, authorizationEvent, ...settledEvents]).toEqual(
      [
        'Transfer(address,address,uint256)',
        'AuthorizationUsed(address,bytes32)',
        'Settled()',
        'SettledWithPermit()',
      ].map((signature) => Hash.keccak256(Hex.fromString(signature))),
    );
  });

  it('writes an address as a topic as ox does', () => {
    expect(topicOf(address)).toBe(Hex.padLeft(address, 32));
  });

  it.each([0, 1, 16, 39_000_000, Number.MAX_SAFE_INTEGER])('writes block %i as ox does', (block) => {
    const query = logQuery({ addresses: [address], events: [transferEvent] }, block, block);

    expect(query).toMatchObject({ fromBlock: Hex.fromNumber(block), toBlock: Hex.fromNumber(block) });
  });

  it.each([0n, 1n, 10_000n, 2n ** 256n - 1n])('reads a transfer of %i units', (units) => {
    const log = {
      address,
      topics: [transferEvent, topicOf(address), topicOf(address)],
      data: Hex.fromNumber(units, { size: 32 }),
      ...{
        block: 1,
        blockHash: Hex.padLeft('0x1', 32),
        tx: Hex.padLeft('0x2', 32),
        index: 0,
        seconds: undefined,
      },
    };

    expect(transferOf(log)).toMatchObject({ payer: address, wallet: address, units });
  });
});
