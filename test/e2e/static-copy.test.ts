import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sirv from 'sirv';
import { expect, test } from './site.ts';

/** Any static host: it knows files and folders, and nothing else. */
async function serveFiles(folder: string): Promise<{ server: Server; url: string }> {
  const files = sirv(folder, { dev: true });
  const server = createServer((request, response) => {
    files(request, response, () => {
      response.writeHead(404).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return { server, url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}` };
}

test('a copy on a static host still searches, by words and by filters', async ({ browser, site }) => {
  const { server, url } = await serveFiles(site.files);
  const page = await browser.newPage({ baseURL: url });

  await page.goto('/');
  await page.getByRole('searchbox', { name: 'Search services' }).fill('dresden weather');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('heading', { name: '1 service' })).toBeVisible();
  await expect(page.locator('.rows li a')).toContainText(['Dresden Weather']);

  const box = page.getByRole('searchbox', { name: 'Search services' });
  await box.fill('trams');
  await expect(page.locator('.rows li')).toHaveCount(8);
  await page.getByRole('navigation', { name: 'Filters' }).getByRole('link', { name: 'at most 0.1' }).click();
  await expect(page).toHaveURL(/maxPricePerRequest=0\.1/);
  await page.getByRole('link', { name: 'Athens Trams' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Athens Trams');

  await page.close();
  server.close();
});
