import { describe, expect, it } from 'vitest';
import { isInRange, readAddress, readAddressRange } from '../../../src/domain/address-range.ts';

function isIn(address: string, range: string): boolean | undefined {
  const [read, within] = [readAddress(address), readAddressRange(range)];
  return read && within && isInRange(read, within);
}

describe('a range of addresses', () => {
  it.each([
    ['10.1.2.3', '10.0.0.0/8', true],
    ['11.1.2.3', '10.0.0.0/8', false],
    ['10.1.2.3', '10.9.9.9/8', true],
    ['10.1.2.3', '10.1.2.3', true],
    ['10.1.2.4', '10.1.2.3', false],
    ['10.1.2.4', '0.0.0.0/0', true],
    ['::ffff:10.1.2.3', '10.0.0.0/8', true],
    ['10.1.2.3', '::ffff:10.1.2.3', true],
    ['2001:db8::1', '2001:db8::/32', true],
    ['2001:DB8:0:0::1', '2001:db8::1', true],
    ['2001:db9::1', '2001:db8::/32', false],
    ['::1', '10.0.0.0/8', false],
    ['10.1.2.3', '::/0', false],
  ])('tells of %s in %s: %s', (address, range, expected) => {
    expect(isIn(address, range)).toBe(expected);
  });

  it.each([
    '',
    'localhost',
    '*',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0/8',
    '010.0.0.1',
    '0x0a000001',
    '::/129',
    'fe80::1%eth0',
    '10.0.0.0/8/8',
  ])('is not read from %j', (text) => {
    expect(readAddressRange(text)).toBeUndefined();
  });
});
