import { describe, expect, it } from 'vitest';
import { nearestNetwork } from '../../../src/domain/nearest-network.ts';
import { fieldProblem } from '../../../src/domain/field-problem.ts';
import { networks } from '../../../src/domain/network.ts';

describe('the network nearest to a name', () => {
  it.each([
    ['Base Sepolia', 'eip155:84532'],
    ['base_sepolia', 'eip155:84532'],
    ['BaseSepolia', 'eip155:84532'],
    ['Base Seplia', 'eip155:84532'],
    ['Base Testnet', 'eip155:84532'],
    ['Base', 'eip155:8453'],
    ['base mainnet', 'eip155:8453'],
    ['Polygon Mumbai', 'eip155:80002'],
    ['Ethereum Sepolia', 'eip155:11155111'],
    ['Solana Testnet', 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'],
    ['Avalanche C-Chain', 'eip155:43114'],
    ['X Layer', 'eip155:196'],
  ])('%j is %s', (given, caip2) => {
    expect(nearestNetwork(given)?.caip2).toBe(caip2);
  });

  it.each(networks)('$title is itself', ({ title, caip2 }) => {
    expect(nearestNetwork(title)?.caip2).toBe(caip2);
  });

  it.each(['', 'zzz', 'My Testnet', '8453', '\u202e', 'x'.repeat(10_000)])('%j is none', (given) => {
    expect(nearestNetwork(given)).toBeUndefined();
  });
});

describe('the cure for an unknown network', () => {
  const cure = (value: unknown): string => fieldProblem('network_unknown', ['network'], { value }).detail;

  it.each([
    ['Base Sepolia', 'write "base-sepolia" or "eip155:84532"'],
    ['Some Testnet', 'write "base-sepolia" or "eip155:84532"'],
    ['Stellar Testnet', 'write "stellar:testnet"'],
    ['Base', 'write "base" or "eip155:8453"'],
    ['nonsense', 'write "base" or "eip155:8453"'],
  ])('%j: %s', (value, end) => {
    expect(cure(value)).toContain(end);
  });
});
