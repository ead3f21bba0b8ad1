import { divertedPath, seenPath, unseenPath } from './pages.ts';
import { diverted, otherWallet, services } from './services.ts';
import { expect, siteUrl, test } from './site.ts';

test('leads from the front page through the list to a service', async ({ page }) => {
  await page.goto('/');
  expect(Number(await page.locator('.counts dd').first().textContent())).toBeGreaterThanOrEqual(
    services.length,
  );
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Services' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All services');

  await page.getByRole('link', { name: 'Athens Exchange' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Athens Exchange');
});

test('shows what a buyer needs to know about a service', async ({ page }) => {
  await page.goto(seenPath);
  const card = page.getByRole('complementary', { name: 'Price and payment' });
  const evidence = page.locator('.evidence');

  await expect(card).toContainText('0.010 USDC');
  await expect(card).toContainText('1 US cent each; 10 USDC for 1,000 requests, 100 for 1 USDC.');
  await expect(card).toContainText('0x00000000000000000000000000000000000000a1');
  await expect(card).toContainText('eip155:8453');
  await expect(card.getByRole('link', { name: 'explorer' })).toHaveAttribute(
    'href',
    /^https:\/\/basescan\.org\//,
  );
  await expect(page.getByText('Verified').first()).toBeVisible();
  await expect(
    evidence.getByRole('img', { name: 'Price, wallet, state and payments over time' }),
  ).toBeVisible();
  await expect(evidence.getByRole('row', { name: /^Wallet/ })).toContainText('same');
  await expect(evidence).toContainText('Terms as declared');
});

test('shows the payments of a service, with the last ones on the explorer', async ({ page }) => {
  await page.goto(seenPath);
  const payments = page.getByRole('region', { name: 'Payments' });

  await expect(payments.getByRole('term').filter({ hasText: 'Revenue' })).toBeVisible();
  await expect(payments.locator('.sums')).toContainText('1.99 USDC');
  await expect(payments.getByRole('link', { name: '0x7777…' }).first()).toHaveAttribute(
    'href',
    /^https:\/\/basescan\.org\/tx\/0x7+/,
  );
});

test('shows the history of a service as one chart, and as tables', async ({ page }) => {
  await page.goto(seenPath);
  const history = page.getByRole('region', { name: 'History' });

  await expect(history.getByRole('img')).toHaveAccessibleDescription(
    /^From .* Price, 0 to 0.010 USDC: 0.010 USDC\. Wallet paid: 0x0000…00a1\. State: Verified\. Uptime: 100 %\./,
  );
  await history.getByText('View as table').click();
  await expect(history.getByRole('columnheader', { name: 'Revenue, USDC' })).toBeVisible();
  await expect(history.getByRole('row', { name: /Live price first seen 0.010 USDC/ })).toBeVisible();
  await expect(history.getByRole('rowheader', { name: /^\d{4}-\d\d-\d\d$/ })).toHaveCount(40);
});

test('says what will stand where the history of a service is', async ({ page }) => {
  await page.goto(unseenPath);
  const history = page.getByRole('region', { name: 'History' });

  await expect(history).toContainText('After its first check, its live price');
  await expect(history.getByRole('img')).toHaveCount(0);
});

test('leads from a service to all services of its host, and of its wallet', async ({ page }) => {
  await page.goto(seenPath);
  await page.getByRole('link', { name: 'All services of its host' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('api.example.com');
  await expect(page.locator('.rows > li')).toHaveCount(20);
  await expect(page.getByRole('link', { name: 'Next →' })).toBeVisible();

  await page.getByRole('link', { name: /^0x0000/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paid to this wallet');
  await expect(page.locator('dl.facts')).toContainText('484 payments by');
  await page.getByRole('link', { name: 'api.example.com', exact: true }).click();
  await expect(page).toHaveURL('/hosts/api.example.com/');
});

test('shows one host or wallet for all its spellings, and names an unknown one', async ({
  page,
  request,
}) => {
  const canonical = async (path: string): Promise<string | null> => {
    await page.goto(path);
    return page.locator('link[rel=canonical]').getAttribute('href');
  };
  const address = '0x00000000000000000000000000000000000000A1';
  const wallet = `${siteUrl}/wallets/eip155/${address.toLowerCase()}/`;
  expect(await canonical('/hosts/API.Example.COM/')).toBe(`${siteUrl}/hosts/api.example.com/`);
  expect(await canonical(`/wallets/eip155/${address}/`)).toBe(wallet);
  expect(await canonical(`/wallets/${address}/`)).toBe(wallet);

  const unknown = await page.goto('/hosts/nobody.example.com/');
  expect(unknown?.status()).toBe(404);
  await expect(page.getByRole('main')).toContainText('No service is listed at the host nobody.example.com.');
  await expect(page.getByRole('main').getByRole('search')).toBeVisible();

  for (const path of [
    '/hosts/%00/',
    '/hosts/a%2Fb/',
    '/hosts/[::1]/',
    '/hosts/api.example.com:8443/',
    '/wallets/other/%3Cb%3E%E2%80%AE/',
    '/wallets/__proto__/x/',
    `/hosts/${'a'.repeat(5000)}/`,
    '/hosts/api.example.com/page/99/',
    '/hosts/api.example.com/page/x/',
  ]) {
    const response = await request.get(path);
    expect.soft(response.status(), path).toBe(404);
    expect.soft(await response.text(), path).not.toMatch(/<b>|\0|\u202e/);
  }
});

test('says what makes payments doubtful, and what they are shared with', async ({ page }) => {
  await page.goto('/search?query=athens+trams&paid=true');
  await page.getByRole('link', { name: 'Athens Trams' }).click();
  await expect(page.getByRole('region', { name: 'Payments' })).toContainText('The wallet paid itself.');

  await page.goto('/search?query=athens+museums&paid=true');
  await page.getByRole('link', { name: 'Athens Museums' }).click();
  await expect(page.getByRole('region', { name: 'Payments' })).toContainText(
    'Counted for the wallet, which it shares with 1 service of the same price.',
  );
});

test('counts the payments of the catalog, each once', async ({ page }) => {
  await page.goto('/status/');

  await expect(page.getByRole('region', { name: 'Payments' })).toContainText('484 payments');
});

test('shows unknown values as unknown, not as zero', async ({ page }) => {
  await page.goto(unseenPath);

  await expect(page.getByText('Not checked yet').first()).toBeVisible();
  await expect(page.locator('.evidence')).toContainText('After its first check, its live price');
  await expect(page.locator('.evidence')).not.toContainText('%');
});

test('marks a price that differs from the declared one', async ({ page }) => {
  await page.goto('/search?query=athens+headlines');
  await page.getByRole('link', { name: 'Athens Headlines' }).click();

  await expect(page.getByRole('row', { name: /^Price/ })).toContainText('differs');
  await expect(page.locator('.standing-line')).toContainText('Price differs');
  const amount = page.getByRole('complementary', { name: 'Price and payment' }).locator('.amount');
  await expect(amount).toHaveText(/^\s*listed 0\.014\s*, live 0\.5 USDC\s*per request/);
  await expect(amount.locator('s')).toHaveText('0.014');
  await expect(page.locator('.evidence')).toContainText('Live price is 0.5 USDC; listed 0.014.');
});

test('warns of another wallet first, and offers neither to copy', async ({ page }) => {
  await page.goto(divertedPath);
  const alert = page.getByRole('region', { name: 'Do not pay: the wallet differs' });

  await expect(alert).toContainText('a different wallet than its owner declares');
  await expect(alert).toContainText(otherWallet);
  await expect(alert).toContainText(diverted.x402Config.paymentAddress);
  await expect(page.locator('.standing-line')).toContainText('Wallet differs');
  await expect(page.getByRole('button', { name: 'Copy wallet address' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Copy endpoint' })).toBeVisible();
});

test('counts each state as its list does', async ({ page }) => {
  await page.goto('/status/');
  const counts = await page.locator('.shares a').allTextContents();
  const links = await page
    .locator('.shares a')
    .evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''));
  expect(links.length).toBeGreaterThan(1);

  for (const [place, href] of links.entries()) {
    await page.goto(href);
    await expect(page.locator('#results')).toHaveText(counts[place] ?? '');
  }
});

test('shows how to call a service in three languages', async ({ page }) => {
  await page.goto(seenPath);

  await expect(page.locator('.tab:visible')).toContainText("'https://api.example.com/athens/weather'");
  await page.getByRole('radio', { name: 'TypeScript' }).check();
  await expect(page.locator('.tab:visible')).toContainText(
    'await pay("https://api.example.com/athens/weather")',
  );
  await page.getByRole('radio', { name: 'Python' }).check();
  await expect(page.locator('.tab:visible')).toContainText('x402HttpxClient');
});

test('has a badge with the current status', async ({ request }) => {
  const answer = await request.get(`${seenPath.replace('/services/', '/badge/').slice(0, -1)}.svg`);

  expect(answer.headers()['content-type']).toBe('image/svg+xml');
  expect(await answer.text()).toContain('Tollbook: Verified · 0.010 USDC');
});

test('has a picture for link previews as soon as it is listed', async ({ page, request, site }) => {
  const id = await site.register({
    ...services[0],
    name: 'Shared Soon',
    description: 'What others show beside a link.',
    category: 'other',
    endpoint: 'https://api.example.com/shared-soon',
  });

  for (const path of [seenPath, `/services/${id}/`]) {
    await page.goto(path);
    const picture = await page.locator('meta[property="og:image"]').getAttribute('content');
    const answer = await request.get(new URL(picture ?? '').pathname);

    expect(picture).toContain(siteUrl);
    expect(answer.headers()['content-type']).toBe('image/png');
    expect((await answer.body()).subarray(1, 4).toString()).toBe('PNG');
  }
});

test('has pictures for link previews of its lists', async ({ page, request }) => {
  for (const path of ['/', '/services/', '/services/page/2/', '/categories/market-data/']) {
    await page.goto(path);
    const picture = await page.locator('meta[property="og:image"]').getAttribute('content');
    const answer = await request.get(new URL(picture ?? '').pathname);

    expect(answer.headers()['content-type'], path).toBe('image/png');
    expect((await answer.body()).readUInt32BE(16), path).toBe(1200);
    await expect(page.locator('meta[property="og:image:alt"]')).toHaveAttribute(
      'content',
      /\d+ services · \d+ % verified/,
    );
  }
  expect((await request.get('/og/categories/no-such-category.png')).status()).toBe(404);
});

test('shows the status of the whole catalog', async ({ page, request }) => {
  await request.get('/api/services');
  await page.goto('/status/');

  await expect(page.getByText(/^median [\d.,]+ ms, 95th percentile/)).toBeVisible();
  const shares = page.locator('.shares li');
  await expect(shares).toHaveCount(6);
  await expect(shares.filter({ hasText: 'Price differs' })).toContainText('6 services');
});

test('pages through a long list, with each service on one page', async ({ page }) => {
  const names: string[] = [];
  await page.goto('/services/');
  names.push(...(await page.locator('.rows .what a').allTextContents()));
  for (const number of [2, 3]) {
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(page.getByText(new RegExp(`Page ${String(number)} of \\d`, 'u'))).toBeVisible();
    names.push(...(await page.locator('.rows .what a').allTextContents()));
  }

  await expect(page).toHaveURL(/\/services\/page\/3\/$/);
  await expect(page.getByRole('link', { name: 'Next' })).toHaveCount(0);
  expect(new Set(names).size).toBe(names.length);
  expect(names.map((name) => name.trim())).toEqual(expect.arrayContaining(services.map(({ name }) => name)));
});

test('lists a category on a page of its own', async ({ page }) => {
  await page.goto('/categories/');
  await page.getByRole('link', { name: 'Food & Lifestyle' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Food & Lifestyle');
  await expect(page.locator('.rows li')).toHaveCount(8);
  await expect(page.locator('.rows li').first()).toContainText('Athens Recipes');
});

test('answers an unknown address with 404 and a search', async ({ page }) => {
  const answer = await page.goto('/services/no-such-service-00000000/');
  expect(answer?.status()).toBe(404);

  await page.getByRole('combobox', { name: 'Search services' }).fill('ghent');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('heading', { name: '7 services' })).toBeVisible();
});
