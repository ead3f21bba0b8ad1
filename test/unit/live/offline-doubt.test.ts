import { describe, expect, it } from 'vitest';
import { OfflineDoubt, type Sign } from '../../../src/live/offline-doubt.ts';

const silent = (host: number, wasFailing = false): Sign => ({
  host: `${String(host)}.example.com`,
  sign: 'silence',
  wasFailing,
});
const answer: Sign = { host: 'up.example.com', sign: 'answer', wasFailing: false };
const neither: Sign = { host: 'opted.example.com', sign: 'none', wasFailing: false };
const hosts = (count: number, wasFailing = false) =>
  Array.from({ length: count }, (_, host) => silent(host, wasFailing));

describe('the suspicion that this machine is offline', () => {
  it('is raised by ten hosts that fall silent together', () => {
    expect(new OfflineDoubt().isRaisedBy(hosts(10))).toBe(true);
    expect(new OfflineDoubt().isRaisedBy(hosts(9))).toBe(false);
  });

  it('is raised by ten that fall silent one after the other, and stays until somebody answers', () => {
    const doubt = new OfflineDoubt();

    expect(hosts(12).map((each) => doubt.isRaisedBy([each]))).toEqual([
      ...Array.from({ length: 9 }, () => false),
      true,
      true,
      true,
    ]);
    expect(doubt.isRaisedBy([answer])).toBe(false);
    expect(doubt.isRaisedBy([silent(1)])).toBe(false);
  });

  it('is not raised while anybody answers', () => {
    const doubt = new OfflineDoubt();

    expect(doubt.isRaisedBy([...hosts(50), answer])).toBe(false);
    expect(hosts(50).some((each) => doubt.isRaisedBy([each]) || doubt.isRaisedBy([answer]))).toBe(false);
  });

  it('is neither raised nor ended by failures that say nothing about the network', () => {
    const doubt = new OfflineDoubt();

    expect(doubt.isRaisedBy(Array.from({ length: 20 }, () => neither))).toBe(false);
    expect(doubt.isRaisedBy([...hosts(10), neither])).toBe(true);
    expect(doubt.isRaisedBy([neither, silent(3)])).toBe(true);
  });

  it('is not raised by one host with many services', () => {
    expect(new OfflineDoubt().isRaisedBy(Array.from({ length: 50 }, () => silent(1)))).toBe(false);
  });

  it('is not raised by services that were failing before', () => {
    expect(new OfflineDoubt().isRaisedBy(hosts(50, true))).toBe(false);
  });
});
