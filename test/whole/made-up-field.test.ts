import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod/mini';
import type * as Schemas from '../../src/domain/field-schemas.ts';
import type * as Table from '../../src/domain/fields.ts';
import { anApi, register, request } from '../fixtures/api.ts';
import { serviceOf } from '../fixtures/bodies.ts';
import { change } from '../fixtures/owners.ts';
import { aRegistration } from '../fixtures/registrations.ts';

/*
 * A field of a service stands in one table, with its schema beside. This adds one that does not exist to both, and finds it wherever the table
 * leads, without another line of code.
 */

vi.mock('../../src/domain/fields.ts', async (original) => {
  const { fields, ...others } = await original<typeof Table>();
  const colours = { setBy: 'registrant', isImported: true, filter: 'colour', isSearched: true };

  return { ...others, fields: { ...fields, colours } };
});

vi.mock('../../src/domain/field-schemas.ts', async (original) => {
  const { fieldSchemas, ...others } = await original<typeof Schemas>();
  const colours = z.optional(z.array(z.string().check(z.regex(/^[a-z]+$/, { error: 'tag_invalid' }))));

  return {
    ...others,
    fieldSchemas: (policy: { allowInsecure: boolean }) => ({ ...fieldSchemas(policy), colours }),
  };
});

const red = { ...aRegistration(), colours: ['red', 'blue'] };

describe('a field that is added to the table', () => {
  it('is registered, and stands in the file in the order of the table', async () => {
    const api = anApi();
    const { id } = await serviceOf(await register(api, red));
    const [file] = [...api.repository.files.values()].filter((text) => text.includes(id));

    expect(JSON.parse(file ?? '')).toMatchObject({ colours: ['red', 'blue'] });
    expect(Object.keys(JSON.parse(file ?? '') as object).at(-1)).toBe('colours');
    expect(await (await request(api, `/api/services/${id}/declaration`)).json()).toMatchObject({
      colours: ['red', 'blue'],
    });
  });

  it('is refused by its rule, at its place', async () => {
    const response = await register(anApi(), { ...red, colours: ['red', 'Red'] });

    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ errors: [{ pointer: '/colours/1' }] });
  });

  it('is changed by its owner', async () => {
    const api = anApi();
    const { id } = await serviceOf(await register(api, red));

    expect((await change(api, id, { colours: ['green'] })).status).toBe(200);
    expect(await (await request(api, `/api/services/${id}/declaration`)).json()).toMatchObject({
      colours: ['green'],
    });
  });

  it('is a filter, a facet and a word of the search', async () => {
    const api = anApi();
    const { id } = await serviceOf(await register(api, red));
    const found = async (query: string): Promise<unknown> =>
      (await request(api, `/api/services?${query}`)).json();

    expect(await found('colour=blue,green')).toMatchObject([{ id }]);
    expect(await found('colour=green')).toEqual([]);
    expect(await found('query=blue')).toMatchObject([{ id }]);
    expect(await (await request(api, '/api/facets')).json()).toMatchObject({
      colour: [
        { id: 'blue', count: 1 },
        { id: 'red', count: 1 },
      ],
    });
    expect((await request(api, '/api/services?colour=Blue')).status).toBe(400);
  });
});
