import { describe, expect, it } from 'vitest';
import { OfflineDetector, type Sign } from '../../../src/live/offline-detector.ts';

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
    expect(new OfflineDetector().suspectsOffline(hosts(10))).toBe(true);
    expect(new OfflineDetector().suspectsOffline(hosts(9))).toBe(false);
  });

  it('is raised by ten that fall silent one after the other, and stays until somebody answers', () => {
    const doubt = new OfflineDetector();

    expect(hosts(12).map((each) => doubt.suspectsOffline([each]))).toEqual([
      ...Array.from({ length: 9 }, () => false),
      true,
      true,
      true,
    ]);
    expect(doubt.suspectsOffline([answer])).toBe(false);
    expect(doubt.suspectsOffline([silent(1)])).toBe(false);
  });

  it('is not raised while anybody answers', () => {
    const doubt = new OfflineDetector();

    expect(doubt.suspectsOffline([...hosts(50), answer])).toBe(false);
    expect(hosts(50).some((each) => doubt.suspectsOffline([each]) || doubt.suspectsOffline([answer]))).toBe(
      false,
    );
  });

  it('is neither raised nor ended by failures that say nothing about the network', () => {
    const doubt = new OfflineDetector();

    expect(doubt.suspectsOffline(Array.from({ length: 20 }, () => neither))).toBe(false);
    expect(doubt.suspectsOffline([...hosts(10), neither])).toBe(true);
    expect(doubt.suspectsOffline([neither, silent(3)])).toBe(true);
  });

  it('is not raised by one host with many services', () => {
    expect(new OfflineDetector().suspectsOffline(Array.from({ length: 50 }, () => silent(1)))).toBe(false);
  });

  it('is not raised by services that were failing before', () => {
    expect(new OfflineDetector().suspectsOffline(hosts(50, true))).toBe(false);
  });
});
