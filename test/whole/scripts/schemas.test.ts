import { expect } from 'vitest';
import { inWorkplace as it } from '../../support/workplace.ts';

it('finds the JSON Schemas in catalog/schema up to date with the code', async ({ workplace }) => {
  expect(await workplace.attempt('schemas.ts', ['--check'])).toMatchObject({
    code: 0,
    stdout: 'every JSON Schema is current\n',
  });
});
