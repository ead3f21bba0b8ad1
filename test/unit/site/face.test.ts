import fc from 'fast-check';
import { expect, it } from 'vitest';
import { faceColours, faceOf } from '../../../src/site/face.ts';

it.each([
  ['Rain Radar', 'RR'],
  ['rain radar europe', 'RR'],
  ['Ørsted', 'Ø'],
  ['«7» Days', '7D'],
  ['😀 !', 'AE'],
  ['', 'AE'],
])('takes the initials of %j', (name, initials) => {
  expect(faceOf(name, 'api.example.com/rain').initials).toBe(initials);
});

it('gives services of one host one colour', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.domain(), (one, other, host) => {
      const { colour } = faceOf(one, `${host}/one`);

      expect(colour).toBe(faceOf(other, `${host}/other`).colour);
      expect(colour).toBeGreaterThanOrEqual(0);
      expect(colour).toBeLessThan(faceColours);
    }),
  );
});
