import { expect, it } from 'vitest';
import { licenceLinks } from '../../../src/http/export-headers.ts';

const link = (id: string): string => `<https://spdx.org/licenses/${id}>; rel="license"`;

it.each([
  ['CC0-1.0', link('CC0-1.0')],
  ['GPL-2.0+', link('GPL-2.0')],
  ['MIT OR CC-BY-4.0', `${link('MIT')}, ${link('CC-BY-4.0')}`],
  ['(MIT AND (ODbL-1.0))', `${link('MIT')}, ${link('ODbL-1.0')}`],
  ['LicenseRef-own', undefined],
  ['LicenseRef-own OR MIT', link('MIT')],
])('the licence %s is linked', (expression, value) => {
  expect(licenceLinks(expression)).toBe(value);
});
