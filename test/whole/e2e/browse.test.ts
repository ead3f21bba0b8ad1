import { excessOf } from './faults.ts';
import { dearerPath, divertedPath, seenPath, unseenPath } from './pages.ts';
import { attribute, ServedPage } from './served-page.ts';
import { diverted, otherWallet, registration, services } from './services.ts';
import { expect, siteUrl, test } from './site.ts';

test('leads from the front page through the list, and through a category, to a service', async ({ page }) => {
  await page.goto('/');
  expect(Number(await page.locator('.counts dd').first().textContent())).toBeGreaterThanOrEqual(
    services.length,
  );
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Services' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All services');
  await page.getByRole('link', { name: 'Athens Exchange' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Athens Exchange');

  await page.goto('/categories/');
  await page.getByRole('link', { name: 'Food & Lifestyle' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Food & Lifestyle');
  await expect(page.locator('.rows li')).toHaveCount(8);
  await expect(page.locator('.rows li').first()).toContainText('Athens Recipes');
});

test('shows what a buyer needs to know about a service', async ({ page }) => {
  await page.goto(seenPath);
  const card = page.getByRole('complementary', { name: 'Price and payment' });
  const evidence = page.locator('.evidence');

  await test.step('its price and wallet', async () => {
    await expect(card).toContainText('0.010 USDC');
    await expect(card).toContainText('1 US cent each; 10 USDC for 1,000 requests, 100 for 1 USDC.');
    await expect(card).toContainText('0x00000000000000000000000000000000000000a1');
    await expect(card).toContainText('eip155:8453');
    await expect(card.getByRole('link', { name: 'explorer' })).toHaveAttribute(
      'href',
      /^https:\/\/basescan\.org\//,
    );
  });

  await test.step('what checks found', async () => {
    await expect(page.getByText('Verified').first()).toBeVisible();
    await expect(
      evidence.getByRole('img', { name: 'Price, wallet, state and payments over time' }),
    ).toBeVisible();
    await expect(evidence.getByRole('row', { name: /^Wallet/ })).toContainText('same');
    await expect(evidence).toContainText('Terms as declared');
    await expect(page.getByRole('heading', { name: 'Declared and observed' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Further offers' })).toHaveCount(0);
  });

  await test.step('its payments, with the last ones on the explorer', async () => {
    const payments = page.getByRole('region', { name: 'Payments' });
    await expect(payments.getByRole('term').filter({ hasText: 'Revenue' })).toBeVisible();
    await expect(payments.locator('.sums')).toContainText('1.99 USDC');
    await expect(payments.getByRole('link', { name: '0x7777…' }).first()).toHaveAttribute(
      'href',
      /^https:\/\/basescan\.org\/tx\/0x7+/,
    );
  });

  await test.step('its history as one chart, and as tables', async () => {
    const history = page.getByRole('region', { name: 'History' });
    await expect(history.getByRole('img')).toHaveAccessibleDescription(
      /^From .* Price, 0 to 0.010 USDC: 0.010 USDC\. Wallet paid: 0x0000…00a1\. State: Verified\. Uptime: 100 %\./,
    );
    await history.getByText('View as table').click();
    await expect(history.getByRole('columnheader', { name: 'Revenue, USDC' })).toBeVisible();
    await expect(history.getByRole('row', { name: /Live price first seen 0.010 USDC/ })).toBeVisible();
    await expect(history.getByRole('rowheader', { name: /^\d{4}-\d\d-\d\d$/ })).toHaveCount(40);
  });
});

test('shows unknown values as unknown, not as zero, and says what will stand there', async ({ page }) => {
  await page.goto(unseenPath);
  const history = page.getByRole('region', { name: 'History' });

  await expect(page.getByText('Not checked yet').first()).toBeVisible();
  await expect(page.locator('.evidence')).toContainText('After its first check, its live price');
  await expect(page.locator('.evidence')).not.toContainText('%');
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

test('shows one host or wallet for all its spellings, and names an unknown one', async ({ request }) => {
  const canonical = async (path: string): Promise<(string | undefined)[]> =>
    new ServedPage(await (await request.get(path)).text())
      .links('canonical')
      .map((link) => attribute(link, 'href'));
  const address = '0x00000000000000000000000000000000000000A1';
  const wallet = `${siteUrl}/wallets/eip155/${address.toLowerCase()}/`;
  expect(await canonical('/hosts/API.Example.COM/')).toEqual([`${siteUrl}/hosts/api.example.com/`]);
  expect(await canonical(`/wallets/eip155/${address}/`)).toEqual([wallet]);
  expect(await canonical(`/wallets/${address}/`)).toEqual([wallet]);

  const unknown = await request.get('/hosts/nobody.example.com/');
  expect(unknown.status()).toBe(404);
  const main = new ServedPage(await unknown.text()).text('main');
  expect(main).toContain('No service is listed at the host nobody.example.com.');

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
  for (const [name, says] of [
    ['Athens Trams', 'The wallet paid itself.'],
    ['Athens Museums', 'Counted for the wallet, which it shares with 1 service of the same price.'],
  ] as const) {
    await page.goto(`/search?query=${name}&paid=true`);
    await page.getByRole('link', { name }).click();
    await expect(page.getByRole('region', { name: 'Payments' })).toContainText(says);
  }
});

test('marks a price that differs from the declared one, and says what the code pays', async ({ page }) => {
  await page.goto(dearerPath);

  await expect(page.getByRole('row', { name: /^Price/ })).toContainText('differs');
  await expect(page.locator('.standing-line')).toContainText('Price differs');
  const amount = page.getByRole('complementary', { name: 'Price and payment' }).locator('.amount');
  await expect(amount).toHaveText(/^\s*listed 0\.014\s*, live 0\.5 USDC\s*per request/);
  await expect(amount.locator('s')).toHaveText('0.014');
  await expect(page.locator('.evidence')).toContainText('Live price is 0.5 USDC; listed 0.014.');
  await expect(
    page.getByText('This code pays up to 0.5 USDC, the live price; 0.014 is listed.'),
  ).toBeVisible();
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

test('has a badge with the current status', async ({ request }) => {
  const answer = await request.get(`${seenPath.replace('/services/', '/badge/').slice(0, -1)}.svg`);

  expect(answer.headers()['content-type']).toBe('image/svg+xml');
  expect(await answer.text()).toContain('Tollbook: Verified · 0.010 USDC');
});

test('has a badge in the language of its page, too', async ({ page, request }) => {
  await page.goto(`/de${seenPath}`);
  const address = (await page.locator('.badge img').getAttribute('src')) ?? '';

  await expect(page.locator('.badge code')).toContainText(`${address})]`);
  expect(await (await request.get(address)).text()).toContain('Tollbook: Bestätigt · 0,010 USDC');
});

test('has pictures for link previews: of lists, and of services as soon as they are listed', async ({
  request,
  site,
}) => {
  const id = await site.register({
    ...services[0],
    name: 'Shared Soon',
    description: 'What others show beside a link.',
    category: 'other',
    endpoint: 'https://api.example.com/shared-soon',
  });
  const ofList = /\d+ services · \d+ % verified/;

  for (const [path, alt] of [
    [seenPath, /USDC per request/],
    [`/de${seenPath}`, /USDC pro Aufruf/],
    [`/services/${id}/`, /./],
    ['/', ofList],
    ['/services/', ofList],
    ['/services/page/2/', ofList],
    ['/categories/market-data/', ofList],
  ] as const) {
    const page = new ServedPage(await (await request.get(path)).text());
    const picture = page.meta('og:image') ?? '';
    const answer = await request.get(new URL(picture).pathname);
    const body = await answer.body();

    expect(picture, path).toContain(siteUrl);
    expect(answer.headers()['content-type'], path).toBe('image/png');
    expect([body.subarray(1, 4).toString(), body.readUInt32BE(16)], path).toEqual(['PNG', 1200]);
    expect(page.meta('og:image:alt'), path).toMatch(alt);
  }
  expect((await request.get('/og/categories/no-such-category.png')).status()).toBe(404);
});

test('shows the status of the whole catalog, and counts each state as its list does', async ({
  page,
  request,
}) => {
  await request.get('/api/services');
  await page.goto('/status/');

  await expect(page.getByRole('region', { name: 'Payments' })).toContainText('484 payments');
  await expect(page.getByText(/^median [\d.,]+ ms, 95th percentile/)).toBeVisible();
  const shares = page.locator('.shares li');
  await expect(shares).toHaveCount(7);
  await expect(shares.filter({ hasText: 'Price differs' })).toContainText('6 services');

  const links = await page.locator('.shares a').all();
  expect(links.length).toBeGreaterThan(1);
  for (const link of links) {
    const list = await request.get((await link.getAttribute('href')) ?? '');
    expect(new ServedPage(await list.text()).textById('results')).toBe((await link.textContent())?.trim());
  }
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

test('tells the services of one host apart by their paths, on the narrowest screen too', async ({
  page,
  site,
}) => {
  const path = `narrow/${'long-path/'.repeat(20)}end`;
  await site.register(registration('Narrow Streets', path));
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto('/search?query=narrow+streets');

  await expect(page.locator('.rows .address').first()).toHaveText(/^api\.example\.com\/narrow\/long-path\//);
  expect(await excessOf(page)).toBe(0);
});

test('has room for the longest price on a phone', async ({ page, site }) => {
  const pricing = { currency: 'USDC', pricePerRequest: '999999999999.123456' };
  const id = await site.register({ ...registration('Dear Gold', 'dear-gold'), pricing });
  await page.setViewportSize({ width: 375, height: 700 });
  await page.goto(`/services/${id}/`);

  await expect(page.locator('.amount b')).toHaveText('999,999,999,999.123456');
  expect(await excessOf(page)).toBe(0);
});

test('draws no text of a history over another on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 });
  await page.goto(`/de${seenPath}`);
  const boxes = await page.locator('.timeline figure > svg > text:visible').evaluateAll((texts) =>
    texts.map((text) => {
      const { left, right, top } = text.getBoundingClientRect();
      return { text: text.textContent.trim(), left, right, top };
    }),
  );
  const overlaps = boxes.flatMap((box, place) =>
    boxes
      .slice(place + 1)
      .filter(({ left, right, top }) => top === box.top && left < box.right && box.left < right)
      .map(({ text }) => `${box.text} and ${text}`),
  );

  expect(boxes.length).toBeGreaterThan(6);
  expect(overlaps).toEqual([]);
});

test('answers an unknown address with 404 and a search', async ({ page }) => {
  const answer = await page.goto('/services/no-such-service-00000000/');
  expect(answer?.status()).toBe(404);

  await page.getByRole('combobox', { name: 'Search services' }).fill('ghent');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('heading', { name: '7 services' })).toBeVisible();
});
