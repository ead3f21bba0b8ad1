import { describe, expect, it } from 'vitest';
import { byteRange } from '../../../src/http/byte-range.ts';

describe('the part of a body that a Range header asks for', () => {
  it.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=0-99', { start: 0, end: 99 }],
    ['bytes=10-', { start: 10, end: 99 }],
    ['bytes=10-1000', { start: 10, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    [' bytes= 1-2 ', { start: 1, end: 2 }],
  ])('%j is a part', (header, part) => {
    expect(byteRange(header, 100)).toEqual(part);
  });

  it.each(['bytes=100-', 'bytes=100-200', 'bytes=-0', 'bytes=999999999999999-'])('%j is none', (header) => {
    expect(byteRange(header, 100)).toBe('none');
  });

  it('is none of an empty body', () => {
    expect(byteRange('bytes=-1', 0)).toBe('none');
    expect(byteRange('bytes=0-', 0)).toBe('none');
  });

  it.each([
    undefined,
    '',
    'bytes=',
    'bytes=-',
    'bytes=5-4',
    'bytes=0-1,5-6',
    'bytes=a-b',
    'bytes=-1-2',
    'lines=0-1',
    'bytes=0x1-2',
    'bytes=1.5-2',
    `bytes=${'9'.repeat(400)}-`,
  ])('%j asks for the whole body', (header) => {
    expect(byteRange(header, 100)).toBeUndefined();
  });
});
