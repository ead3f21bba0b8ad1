import { registration } from './services.ts';
import { expect, siteUrl, test } from './site.ts';

test('shows a service at once after it was registered, and a build keeps its page as it was', async ({
  page,
  site,
}) => {
  const id = await site.register(registration('Northern Lights', 'northern-lights'));
  const path = `/services/${id}/`;

  await page.goto('/search?query=northern+lights');
  await page.getByRole('link', { name: 'Northern Lights' }).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Northern Lights');
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', siteUrl + path);
  const rendered = await (await page.request.get(path)).text();

  await expect(site.builtPage(path)).rejects.toThrow();
  await site.rebuild();
  expect(await site.builtPage(path)).toBe(rendered);
});

test('shows what an owner wrote as text, never as markup', async ({ page, site }) => {
  const name = '<img src=x onerror=alert(1)> & </title>';
  const id = await site.register(registration(name, "it's/[1-9]"));

  await page.goto(`/services/${id}/`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page).toHaveTitle(`${name} · Tollbook`);
  await expect(page.locator('main img')).toHaveCount(0);
  await expect(page.locator('pre')).toContainText(String.raw`'https://api.example.com/it'\''s/[1-9]'`);
});

test('teaches a registration that the catalog accepts', async ({ page, site }) => {
  await page.goto('/register/');
  const example: unknown = JSON.parse((await page.locator('pre').first().textContent()) ?? '');

  expect(await site.tryOut(Object(example) as object)).toBe(200);
  await expect(page.getByText(`curl ${siteUrl}/api/services `)).toBeVisible();
});
