import { expect } from 'vitest';
import { inWorkplace as it } from '../support/workplace.ts';

it('finds the JSON Schemas of the catalog to be those of the code', async ({ workplace }) => {
  expect(await workplace.attempt('schemas.ts', ['--check'])).toMatchObject({
    code: 0,
    stdout: 'catalog/schema is current\n',
  });
});
