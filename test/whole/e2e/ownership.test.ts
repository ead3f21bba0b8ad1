import { offeringPath, ownedPath, replacementPath } from './pages.ts';
import { ServedPage } from './served-page.ts';
import { registration, replacement } from './services.ts';
import { expect, test } from './site.ts';

test('a service says whose it is, how that is proven, and first that it is deprecated', async ({ page }) => {
  await page.goto(ownedPath);
  const section = page.getByRole('region', { name: 'Who owns this listing' });

  await expect(section).toContainText('Wallet 0x5aAe…eAed');
  await expect(section).toContainText(
    'Proven on 5 January 2026 by a file of its host: https://api.example.com/.well-known/tollbook.txt',
  );
  await expect(section).toContainText('GitHub account 9919');
  await expect(section).toContainText('Contract wallet 0x5aAe…eAed on Base');
  await expect(section).toContainText('acme');
  await expect(section.getByRole('button', { name: /Copy the id/ })).toHaveCount(2);

  const notice = page.getByRole('complementary', { name: 'Deprecated' });
  await expect(notice).toContainText('The museum closes.');
  await notice.getByRole('link', { name: replacement.name }).click();
  await expect(page).toHaveURL(replacementPath);

  await page.goto('/search?query=Athens+Museums');
  await expect(page.locator('.rows li').first()).toContainText('Deprecated');
});

test('a listing without an owner can be claimed, and every page says where to report a problem', async ({
  request,
}) => {
  const read = async (path: string) => new ServedPage(await (await request.get(path)).text());
  const id = offeringPath.split('/')[2] ?? '';

  expect((await read(offeringPath)).target('Claim it')).toBe(`/listings/?claim=${id}`);
  const contact = 'mailto:reports@tollbook.example';
  expect((await read('/docs/')).target('Report a problem with this catalog')).toBe(contact);
  expect((await read(ownedPath)).target('Report this listing')).toBe(
    `${contact}?subject=Listing%20${ownedPath.split('/')[2] ?? ''}`,
  );
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the history of a service shows every change, with the words before and after', async ({ page }) => {
    await page.goto(ownedPath);
    await page.getByRole('link', { name: 'How this listing changed' }).click();
    const changes = page.locator('.history > li');

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('History of Athens Museums');
    await expect(changes).toHaveCount(2);
    await expect(changes.first().getByRole('heading')).toContainText('Changed on');
    await expect(changes.first()).toContainText('pricing.pricePerRequest');
    await expect(changes.first().locator('del')).toHaveText('0.012');
    await expect(changes.first().locator('ins').getByText('0.5', { exact: true })).toBeVisible();
    await expect(changes.last().getByRole('heading')).toContainText('Listed on');
  });

  test('a service that is gone has its history, too', async ({ page, site }) => {
    const id = await site.register(registration('Short Lived', 'short-lived'));
    const headers = { Authorization: `Bearer ${site.key}` };
    expect((await fetch(`${site.url}/api/services/${id}`, { method: 'DELETE', headers })).status).toBe(204);

    await page.goto(`/services/${id}/`);
    await page.getByRole('link', { name: 'How it changed' }).click();
    await expect(page.locator('.history h2')).toContainText(['Removed on', 'Listed on']);
  });
});
