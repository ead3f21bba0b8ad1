import type { Locator } from '@playwright/test';
import { z } from 'zod';
import { faultsOf } from './faults.ts';
import { describedPath, seenPath, unseenPath } from './pages.ts';
import { describedRequest, registration } from './services.ts';
import { expect, test } from './site.ts';

const Observed = z.object({ request: z.unknown() });

test('the code stands beside the price at every width, also after a long description', async ({
  page,
  site,
}) => {
  const description = `${'A sentence that goes on. '.repeat(60)}The end.`;
  const id = await site.register({ ...registration('Long Winded', 'long-winded'), description });
  const call = page.getByRole('heading', { name: 'Call it' });

  for (const path of [seenPath, unseenPath, describedPath]) {
    await page.goto(path);
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const card = await page.getByRole('complementary', { name: 'Price and payment' }).boundingBox();
      const code = await call.boundingBox();
      const isBeside = width === 1440;

      expect(code?.y).toBeLessThan(isBeside ? 450 : (card?.y ?? 0) + (card?.height ?? 0) + 100);
      if (isBeside) expect(card?.x).toBeGreaterThan((code?.x ?? 0) + (code?.width ?? 0));
    }
  }
  await page.goto(`/services/${id}/`);
  expect((await call.boundingBox())?.y).toBeLessThan(900);
  await page.getByText('Whole description').click();
  await expect(page.getByText('The end.')).toBeVisible();
});

test('shows what to send, as the live 402 describes it, without a fault that axe finds', async ({
  page,
  request,
}) => {
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
  for (const summary of await page.locator('.call summary').all()) await summary.click();
  await expect(call.getByText('"required": [')).toBeVisible();
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await faultsOf(page)).toEqual([]);
  }

  const id = describedPath.split('/')[2] ?? '';
  const answer: unknown = await (await request.get(`/api/services/${id}/observed`)).json();
  expect(Observed.parse(answer).request).toEqual(describedRequest);
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

  test('shows the code in three languages, and copies it', async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto(seenPath);
    const code = page.locator('.tab:visible');
    const groundOf = (element: Locator): Promise<string> =>
      element.evaluate((each) => getComputedStyle(each).backgroundColor);

    await expect(code).toContainText("'https://api.example.com/athens/weather'");
    await page.getByRole('button', { name: 'Copy curl example' }).click();
    await expect(page.getByRole('status').filter({ hasText: /^Copied$/ })).toHaveCount(1);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
      "'https://api.example.com/athens/weather'",
    );

    await page.getByRole('radio', { name: 'TypeScript' }).check();
    await expect(code).toContainText('await pay("https://api.example.com/athens/weather")');
    // Also where the browser forces its colours, the chosen tab stands out.
    const chosen = page.locator('.tabs label').filter({ hasText: 'TypeScript' });
    expect(await groundOf(chosen)).not.toBe(await groundOf(page.locator('body')));
    await page.getByRole('radio', { name: 'Python' }).check();
    await expect(code).toContainText('x402HttpxClient');
  });
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
