import { z } from 'zod';
import { faultsOf } from './faults.ts';
import { describedPath, seenPath, unseenPath } from './pages.ts';
import { describedRequest, registration } from './services.ts';
import { expect, test } from './site.ts';

const Observed = z.object({ request: z.unknown() });

for (const width of [360, 768, 1440]) {
  test(`the code stands beside the price, at ${String(width)} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });

    for (const path of [seenPath, unseenPath, describedPath]) {
      await page.goto(path);
      const [call, card] = [
        await page.getByRole('heading', { name: 'Call it' }).boundingBox(),
        await page.getByRole('complementary', { name: 'Price and payment' }).boundingBox(),
      ];
      const isBeside = width === 1440;

      expect(call?.y).toBeLessThan(isBeside ? 450 : (card?.y ?? 0) + (card?.height ?? 0) + 100);
      if (isBeside) expect(card?.x).toBeGreaterThan((call?.x ?? 0) + (call?.width ?? 0));
    }
  });
}

test('a long description leaves the code above the fold, and can be read whole', async ({ page, site }) => {
  const description = `${'A sentence that goes on. '.repeat(60)}The end.`;
  const id = await site.register({ ...registration('Long Winded', 'long-winded'), description });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/services/${id}/`);

  expect((await page.getByRole('heading', { name: 'Call it' }).boundingBox())?.y).toBeLessThan(900);
  await page.getByText('Whole description').click();
  await expect(page.getByText('The end.')).toBeVisible();
});

test('shows what to send, as the live 402 describes it', async ({ page, request }) => {
  await page.goto(describedPath);
  const call = page.getByRole('region', { name: 'Call it' });

  await expect(call).toContainText('As its live 402 response describes it.');
  await expect(call.getByRole('listitem').filter({ hasText: 'dish' })).toContainText(
    'What to cook, as <b>people</b> call it.',
  );
  await expect(call.getByRole('listitem').filter({ hasText: 'dish' })).toContainText('required');
  await expect(page.locator('.tab:visible')).toContainText(
    String.raw`--data '{"dish":"Shepherd'\''s pie","guests":4}'`,
  );
  await call.getByRole('radio', { name: 'Python' }).check();
  await expect(page.locator('.tab:visible')).toContainText('http.request("POST"');
  await call.getByText('View as JSON').click();
  await expect(call.getByText('"required": [')).toBeVisible();

  const id = describedPath.split('/')[2] ?? '';
  const answer: unknown = await (await request.get(`/api/services/${id}/observed`)).json();
  expect(Observed.parse(answer).request).toEqual(describedRequest);
});

test('says what the code pays where the live price differs from the listed one', async ({ page }) => {
  await page.goto('/search?query=athens+headlines');
  await page.getByRole('link', { name: 'Athens Headlines' }).click();

  await expect(
    page.getByText('This code pays up to 0.5 USDC, the live price; 0.014 is listed.'),
  ).toBeVisible();
});

test('calculates the cost of any number of calls', async ({ page }) => {
  await page.goto(seenPath);
  const calls = page.getByRole('textbox', { name: 'Calls' });
  const cost = page.getByRole('status').filter({ hasText: /./ });

  await expect(cost).toHaveText('10,000 calls cost 100 USDC, or 100 US dollars.');
  await calls.fill('1k');
  await expect(cost).toHaveText('1,000 calls cost 10 USDC, or 10 US dollars.');
  await calls.fill('many');
  await expect(cost).toContainText('Enter a whole number of calls');
  await expect(calls).toHaveAttribute('aria-invalid', 'true');
  await calls.fill('1');
  await calls.press('Enter');
  await expect(cost).toHaveText('1 call costs 0.01 USDC, or 1 US cent.');
  await expect(page).toHaveURL(seenPath);
  await expect(page.getByRole('table', { name: 'Cost of calls' })).toBeHidden();
});

test.describe('with a clipboard', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('says that the code is copied', async ({ page }) => {
    await page.goto(seenPath);
    await page.getByRole('button', { name: 'Copy curl example' }).click();

    await expect(page.getByRole('status').filter({ hasText: /^Copied$/ })).toHaveCount(1);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
      "'https://api.example.com/athens/weather'",
    );
  });
});

test('the chosen tab is visible in forced colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(seenPath);
  const groundOf = (name: string): Promise<string> =>
    page
      .locator('.tabs label')
      .filter({ hasText: name })
      .evaluate((label) => getComputedStyle(label).backgroundColor);

  await page.getByRole('radio', { name: 'TypeScript' }).check();
  expect(await groundOf('TypeScript')).not.toBe(await groundOf('curl'));
});

test('has no fault that axe finds with everything open', async ({ page }) => {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(describedPath);
    await page.getByRole('radio', { name: 'TypeScript' }).check();
    for (const summary of await page.locator('.call summary').all()) await summary.click();

    expect(await faultsOf(page)).toEqual([]);
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the code, the fields and the cost of some calls are there', async ({ page }) => {
    await page.goto(describedPath);

    await page.getByRole('radio', { name: 'TypeScript' }).check();
    await expect(page.locator('.tab:visible')).toContainText('await pay(');
    await expect(page.getByRole('row', { name: /^1,000 / })).toContainText('16 USDC, or 16 US dollars');
    await expect(page.locator('.calculator')).toBeHidden();
    await page.getByText('View as JSON').click();
    await expect(page.getByText('"required": [')).toBeVisible();
  });
});
