import { attribute, plainTextOf, ServedPage } from './served-page.ts';
import { expect, test } from './site.ts';

const title = 'Search and list services';

test('leads from the docs to every operation, and links to each', async ({ page }) => {
  await page.goto('/docs/');
  await page.getByRole('main').getByRole('link', { name: 'API reference' }).click();
  const operations = page.getByRole('navigation', { name: 'Operations' });
  await operations.getByRole('link', { name: 'Register a service' }).click();

  await expect(page).toHaveURL(/\/docs\/api\/registration\/#registerService$/);
  await expect(page.getByRole('heading', { name: 'Register a service' })).toBeInViewport();
  await expect(operations.getByRole('link', { name: 'Registration' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await operations.getByRole('link', { name: 'Revoke one of your keys' }).click();
  await expect(page).toHaveURL(/\/docs\/api\/owners\/#revokeKey$/);
});

test('shows every operation of the OpenAPI document under its id', async ({ request }) => {
  const { paths, tags, components } = (await (await request.get('/openapi.json')).json()) as {
    paths: Record<string, Record<string, { operationId: string; summary: string; tags: [string] }>>;
    tags: readonly { readonly name: string }[];
    components: { schemas: object };
  };
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const headingsOf = async (page: string): Promise<Map<string | undefined, string>> => {
    const served = new ServedPage(await (await request.get(`/docs/api/${page}/`)).text());
    return new Map(served.all('h2').map((each) => [attribute(each, 'id'), plainTextOf(each)]));
  };

  for (const { name } of tags) {
    const headings = await headingsOf(name.toLowerCase());
    for (const { operationId, summary } of operations.filter((each) => each.tags[0] === name)) {
      expect.soft(headings.get(operationId)).toBe(summary);
    }
  }
  const schemas = [...(await headingsOf('schemas'))].flatMap(([id, text]) =>
    id?.startsWith('schema-') ? [text] : [],
  );
  expect(schemas.sort()).toEqual(Object.keys(components.schemas).sort());
});

test('leads on from addresses of the time when all operations were on one page', async ({ page }) => {
  await page.goto('/docs/api/#registerService');
  await expect(page).toHaveURL(/\/docs\/api\/registration\/#registerService$/);
  await page.goto('/docs/api/#schema-Problem');
  await expect(page).toHaveURL(/\/docs\/api\/schemas\/#schema-Problem$/);

  await page.goto('/docs/api/#authentication');
  await expect(page.getByRole('heading', { name: 'Authentication' })).toBeInViewport();
  await expect(page).toHaveURL(/\/docs\/api\/#authentication$/);
});

test('links each refusal to the page of its problem', async ({ page }) => {
  await page.goto('/docs/api/registration/');
  const operation = page.getByRole('article', { name: 'Register a service' });
  await operation.getByRole('link', { name: 'endpoint_listed' }).click();

  await expect(page).toHaveURL(/\/problems\/endpoint_listed\/$/);
});

test('copies an example, and shows it in another language', async ({ page, context, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/docs/api/services/');
  const operation = page.getByRole('article', { name: title });
  await operation.getByRole('button', { name: 'Copy curl example' }).click();

  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe("curl 'https://tollbook.example/api/services?query=weather'");
  expect((await fetch(`${site.url}/api/services?query=weather`)).status).toBe(200);

  await operation.getByText('JavaScript', { exact: true }).click();
  await expect(operation.getByText('await fetch(')).toBeVisible();
  await expect(operation.getByText('curl ', { exact: false }).last()).toBeHidden();
});

test('collapses the operations on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/docs/api/');
  const link = page.getByRole('navigation', { name: 'Operations' }).getByRole('link', { name: title });
  await expect(link).toBeHidden();

  await page.getByText('Operations', { exact: true }).click();
  await link.click();
  await expect(page.getByRole('heading', { name: title })).toBeInViewport();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('shows the same content', async ({ page }) => {
    await page.goto('/docs/api/#registerService');
    const old = page.locator('#registerService');
    await expect(old).toBeInViewport();
    await expect(old).toContainText('POST /api/services');
    await old.getByRole('link', { name: 'Register a service' }).click();

    const operation = page.getByRole('article', { name: 'Register a service' });
    await expect(operation.getByRole('heading')).toHaveText([
      'Register a service',
      'Query parameters',
      'Request headers',
      'Request body',
      'Answers',
    ]);
    await expect(operation.getByText('Idempotency-Key', { exact: true }).first()).toBeVisible();
    await expect(operation.getByText('Authorization: Bearer $API_KEY')).toBeVisible();
  });
});
