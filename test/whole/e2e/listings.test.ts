import type { Page } from '@playwright/test';
import { colourRules, excessOf, faultsOf } from './faults.ts';
import { registration } from './services.ts';
import { expect, siteUrl, test } from './site.ts';
import { installWallet } from './wallet.ts';

/** Signs in with the wallet of the test. */
async function signIn(page: Page, path = '/listings/'): Promise<void> {
  await page.goto(path);
  await page.getByRole('button', { name: 'Sign in with Test Wallet' }).click();
  await expect(page.locator('#owner')).toContainText('wallet:0x');
}

async function signInWithKey(page: Page, key: string, path = '/listings/'): Promise<void> {
  await page.goto(path);
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in with the key' }).click();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
}

/** Registers a service for whoever is signed in on this page, and gives its id. */
async function listOwn(page: Page, name: string): Promise<string> {
  const path = name.toLowerCase().replaceAll(' ', '-');
  const answer = await page.evaluate(
    async (body) => {
      const { key } = JSON.parse(sessionStorage.getItem('tollbook-session') ?? '{}') as { key: string };
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
      const response = await fetch('/api/services', { method: 'POST', headers, body: JSON.stringify(body) });
      return (await response.json()) as { id: string };
    },
    registration(name, path),
  );
  return answer.id;
}

test.describe('signing in', () => {
  test('with a wallet gives a key that this tab keeps, until its owner signs out', async ({ page }) => {
    const { owner } = await installWallet(page);
    await signIn(page);

    await expect(page.locator('#owner')).toContainText(owner);
    await expect(page.getByText('You have no services yet.')).toBeVisible();
    await expect(page.getByText('which you are using now')).toBeVisible();
    await page.reload();
    await expect(page.locator('#owner')).toContainText(owner);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign out and revoke the key' }).click();
    await expect(page.getByRole('button', { name: 'Sign in with Test Wallet' })).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.getItem('tollbook-session'))).toBeNull();
  });

  test('says what to do when the wallet is not answered with yes', async ({ page }) => {
    await installWallet(page, 'declines');
    await page.goto('/listings/');
    await page.getByRole('button', { name: 'Sign in with Test Wallet' }).click();

    await expect(page.getByText('You declined in your wallet, so nothing happened.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign in with Test Wallet' })).toBeEnabled();
  });

  test.describe('with another account than the wallet told', () => {
    test.use({ refusals: [422] });

    test('is refused with the cure', async ({ page }) => {
      await installWallet(page, 'signs as another');
      await page.goto('/listings/');
      await page.getByRole('button', { name: 'Sign in with Test Wallet' }).click();

      await expect(page.getByText('To try again, choose your wallet above.')).toBeVisible();
    });
  });

  test.describe('with a key that does not work', () => {
    test.use({ refusals: [401] });

    test('says so, and offers to paste another where there is no wallet', async ({ page, site }) => {
      await page.goto('/listings/');
      await expect(page.getByText('No Ethereum wallet was found in this browser.')).toBeVisible();
      for (const [key, answer] of [
        ['nonsense', 'This is not a key.'],
        ['tbk_3m8v1r5e6tkqa_x', 'This key does not work'],
      ] as const) {
        await page.getByLabel('API key').fill(key);
        await page.getByRole('button', { name: 'Sign in with the key' }).click();
        await expect(page.getByText(answer)).toBeVisible();
      }
      await signInWithKey(page, site.key);
      await expect(page.locator('#owner')).toContainText('tests');
    });

    test('keeps what was typed when the key ends meanwhile, and goes on with another', async ({ page }) => {
      await installWallet(page);
      await signIn(page);
      const id = await listOwn(page, 'Dead Key');
      await page.goto(`/listings/?edit=${id}`);
      await expect(page.getByText('Nothing yet.')).toBeVisible();
      await page.evaluate(() => {
        const session = JSON.parse(sessionStorage.getItem('tollbook-session') ?? '{}') as object;
        sessionStorage.setItem('tollbook-session', JSON.stringify({ ...session, key: 'tbk_gone_gone' }));
      });
      await page.getByLabel('Price per request').fill('0.5');
      await expect(page.getByText('Your key has expired or was revoked.')).toBeVisible();

      await page.getByRole('button', { name: 'Sign in with Test Wallet' }).click();
      await expect(page.getByLabel('Price per request')).toHaveValue('0.5');
      await page.getByRole('button', { name: 'Save the change' }).click();
      await expect(page.getByText('Saved, and committed.')).toBeVisible();
    });
  });

  test('gives a newcomer a key on the page of the registration', async ({ page }) => {
    await installWallet(page);
    await page.goto('/register/');
    await page.getByRole('button', { name: 'Sign in with a wallet' }).click();
    await page.getByRole('button', { name: 'Sign in with Test Wallet' }).click();

    await expect(page.getByLabel('API key')).toHaveValue(/^tbk_/);
    await expect(page.locator('#sign-in-report')).toContainText('Signed in as wallet:0x');
  });
});

test('each row of a list begins with the name of the service on a wide screen', async ({ page }) => {
  await installWallet(page);
  await signIn(page);
  await listOwn(page, 'Left First');
  await page.goto('/listings/');
  const row = page.getByRole('listitem').filter({ hasText: 'Left First' });
  const [name, price] = await Promise.all([
    row.locator('.what').boundingBox(),
    row.locator('.price').boundingBox(),
  ]);

  expect(name).toMatchObject({ x: (await row.boundingBox())?.x });
  expect(price?.y).toBe(name?.y);
});

test.describe('editing', () => {
  test('shows what would be committed, and commits it', async ({ page }) => {
    await installWallet(page);
    await signIn(page);
    const id = await listOwn(page, 'Edit Me');
    await page.goto('/listings/');
    await page.getByRole('link', { name: 'Edit Edit Me' }).click();
    await expect(page.getByText('Nothing yet.')).toBeVisible();

    await page.getByLabel('Price per request').fill('0.25');
    await page.getByLabel('Endpoint').fill('https://API.example.com/edited/');
    await page.getByLabel('Deprecation').fill('Ends in March.');
    await page.getByLabel('Example request').fill('{"query": {"city": "Bergen"}}');
    const difference = page.locator('#difference');
    await expect(difference).toContainText(
      'endpointBeforehttps://api.example.com/edit-meAfterhttps://api.example.com/edited',
    );
    await expect(difference).toContainText('pricing.pricePerRequestBefore0.002After0.25');
    await expect(difference).toContainText('deprecated.messageAddedEnds in March.');
    await expect(difference).toContainText('request.query.cityAddedBergen');
    await expect(page.locator('#preview')).toContainText('per request: 25 US cents');
    await expect(page.locator('#preview')).toContainText('Deprecated: Ends in March.');

    await page.getByRole('button', { name: 'Save the change' }).click();
    await expect(page.getByText('Saved, and committed.')).toBeVisible();
    await expect(page.getByText('Nothing yet.')).toBeVisible();
    const declaration: unknown = await (await page.request.get(`/api/services/${id}/declaration`)).json();
    expect(declaration).toMatchObject({
      endpoint: 'https://api.example.com/edited',
      pricing: { currency: 'USDC', pricePerRequest: '0.25' },
      deprecated: { message: 'Ends in March.' },
      request: { query: { city: 'Bergen' } },
    });
    await page.getByRole('link', { name: 'See its page' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Me');
  });

  test.describe('what breaks the rules', () => {
    test.use({ refusals: [422] });

    test('shows every problem beside its field, as it is typed', async ({ page }) => {
      await installWallet(page);
      await signIn(page);
      await page.goto(`/listings/?edit=${await listOwn(page, 'Break Me')}`);
      await page.getByLabel('Price per request').fill('');
      await page.getByLabel('Currency').fill('');
      await expect(page.locator('#fault-pricing-pricePerRequest')).toHaveText(
        'Enter the price, such as 0.005.',
      );
      await expect(page.locator('#fault-pricing-currency')).toHaveText('Enter the currency, such as USDC.');

      await page.getByLabel('Currency').fill('USDC');
      await page.getByLabel('Price per request').fill('1e-3');
      await page.getByLabel('Maintainers').fill('github:9919\nNobody!');

      await expect(page.locator('#fault-pricing-pricePerRequest')).toHaveText(
        'Enter the price as a number, such as 0.005.',
      );
      await expect(page.locator('#fault-maintainers')).toContainText('“Nobody!” is not an owner.');
      await expect(page.getByText('Fix 2 problems before you save')).toBeVisible();
      await page.getByLabel('Further offers').fill('[{');
      await expect(page.locator('#fault-offers')).toContainText('The further offers are not JSON: ');
      await page.getByRole('button', { name: 'Save the change' }).click();
      await expect(page.getByRole('group', { name: 'Fix 1 problem' })).toBeFocused();
      await page.getByRole('link', { name: 'The further offers are not JSON' }).press('Enter');
      await expect(page.getByLabel('Further offers')).toBeFocused();
    });
  });

  test.describe('what somebody else changed meanwhile', () => {
    test.use({ refusals: [412] });

    test('shows how, and takes the change along', async ({ page, context, site }) => {
      const id = await site.register(registration('Shared Work', 'shared-work'));
      await signInWithKey(page, site.key, `/listings/?edit=${id}`);
      await expect(page.getByText('Nothing yet.')).toBeVisible();
      const patch = { pricing: { pricePerRequest: '0.9' }, category: 'market-data' };
      await context.request.patch(`/api/services/${id}`, {
        headers: { Authorization: `Bearer ${site.key}` },
        data: patch,
      });

      await page.getByLabel('Price per request').fill('0.7');
      await page.getByLabel('Name', { exact: true }).fill('Shared Work 2');
      const conflict = page.locator('#conflict');
      await page.getByLabel('Free quota').fill('7');
      await expect(conflict).toContainText('categoryBeforeotherAftermarket-data');
      await expect(conflict).toContainText(
        'You changed the same, and your value would win: pricing.pricePerRequest',
      );
      await page.getByRole('button', { name: 'Apply my change on top' }).click();
      await expect(page.getByLabel('Category')).toHaveValue('market-data');
      await expect(page.locator('#difference')).toContainText('Before0.9After0.7');
      await page.getByRole('button', { name: 'Save the change' }).click();
      await expect(page.getByText('Saved, and committed.')).toBeVisible();

      const service: unknown = await (await page.request.get(`/api/services/${id}`)).json();
      expect(service).toMatchObject({
        name: 'Shared Work 2',
        category: 'market-data',
        pricing: { pricePerRequest: '0.7', freeQuota: 7 },
      });
    });
  });
});

test.describe('the life of a listing', () => {
  test.use({ refusals: [410] });

  test('ends by a withdrawal, and goes on when it is restored', async ({ page }) => {
    await installWallet(page);
    await signIn(page);
    const id = await listOwn(page, 'Come Back');
    await page.reload();
    await page.getByRole('button', { name: 'Withdraw Come Back' }).click();
    await expect(page.getByRole('dialog')).toContainText('You can restore it for 30 days');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Withdraw Come Back' }).click();
    await page.getByRole('button', { name: 'Withdraw it' }).click();

    await expect(page.getByText('Come Back is withdrawn.')).toBeVisible();
    await expect(page.getByText('You have no services yet.')).toBeVisible();
    expect((await page.request.get(`/api/services/${id}`)).status()).toBe(410);
    const asMarkdown = await page.request.get(`/services/${id}/`, { headers: { Accept: 'text/markdown' } });
    expect([asMarkdown.status(), await asMarkdown.text()]).toEqual([
      410,
      expect.stringMatching(/^# Come Back\n/),
    ]);

    await page.getByRole('button', { name: 'Restore Come Back' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore it' }).click();
    await expect(page.getByText('Come Back is listed again.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Edit Come Back' })).toBeVisible();
    expect((await page.request.get(`/api/services/${id}`)).status()).toBe(200);
  });

  test('can be restored by its id, in another tab', async ({ page, context, site }) => {
    const id = await site.register(registration('Other Tab', 'other-tab'));
    await context.request.delete(`/api/services/${id}`, {
      headers: { Authorization: `Bearer ${site.key}` },
    });
    await signInWithKey(page, site.key);
    await page
      .getByRole('region', { name: 'Restore a service' })
      .getByRole('textbox')
      .fill(`${siteUrl}/services/${id}/`);
    await page.getByRole('button', { name: 'Restore it' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore it' }).click();

    await expect(page.getByText('Other Tab is listed again.')).toBeVisible();
  });

  test('keeps its owner when an offer is taken back, and goes on with another who accepts it', async ({
    page,
    browser,
    site,
  }) => {
    const id = await site.register(registration('Hand Me Over', 'hand-me-over'));
    const other = await browser.newPage({ baseURL: site.url });
    const { owner } = await installWallet(other);
    await signIn(other, `/listings/?accept=${id}`);
    await other.getByRole('button', { name: 'Look at the offer' }).click();
    await expect(other.getByText('is not offered to you')).toBeVisible();

    await signInWithKey(page, site.key);
    await page.getByRole('button', { name: 'Hand over Hand Me Over' }).click();
    await page.getByLabel('New owner').fill('wheather');
    await page.getByRole('button', { name: 'Offer it' }).click();
    await expect(page.getByText('Offered. Nobody with this name holds a key')).toBeVisible();
    await page.getByRole('button', { name: 'Take back Hand Me Over' }).click();
    await page.getByRole('button', { name: 'Take it back' }).click();
    await expect(page.getByText('The offer is taken back.')).toBeVisible();
    await expect(page.getByText('Offered to wheather')).toHaveCount(0);

    await page.getByRole('button', { name: 'Hand over Hand Me Over' }).click();
    await page.getByLabel('New owner').fill(owner);
    await page.getByRole('button', { name: 'Offer it' }).click();
    await expect(page.getByText(`Offered to ${owner} until`)).toBeVisible();

    await other.getByRole('button', { name: 'Look at the offer' }).click();
    await other.getByRole('button', { name: 'Take it over' }).click();
    await expect(other.getByText('Hand Me Over is yours now.')).toBeVisible();
    await expect(other.getByRole('link', { name: 'Edit Hand Me Over' })).toBeVisible();
    await other.close();
  });
});

test.describe('claiming', () => {
  test.use({ refusals: [410, 422] });

  test('says what to do for each proof, and what was looked for and found', async ({ page, site }) => {
    const id = await site.register(registration('Claim Me', 'claim-me'));
    const { owner } = await installWallet(page);
    await page.goto(`/services/${id}/`);
    await page.getByRole('link', { name: 'Claim it' }).click();
    await page.getByRole('button', { name: 'Sign in with Test Wallet' }).click();

    await expect(page.getByText('It belongs to tests, without a proof.')).toBeVisible();
    const line = `owner=${owner} catalog=tollbook.example`;
    await expect(page.getByText(line)).toHaveCount(2);
    await expect(page.getByText('https://api.example.com/.well-known/tollbook.txt')).toBeVisible();
    await expect(page.getByText('_tollbook.api.example.com')).toBeVisible();
    await page.getByRole('button', { name: 'Check the file' }).click();
    await expect(page.getByText('Looked for')).toBeVisible();
    await expect(page.getByText('Found', { exact: true })).toBeVisible();
  });

  test('knows the host of a service that was withdrawn', async ({ page, context, site }) => {
    const id = await site.register(registration('Claim Remains', 'claim-remains'));
    await context.request.delete(`/api/services/${id}`, {
      headers: { Authorization: `Bearer ${site.key}` },
    });
    await signInWithKey(page, site.key, `/listings/?claim=${id}`);

    await expect(page.getByText('This service was withdrawn.')).toBeVisible();
    await expect(page.getByText('_tollbook.api.example.com')).toBeVisible();
    await page.getByRole('button', { name: 'Restore it' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore it' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Claim Remains');
  });
});

test('each listing says what needs attention, by which command it is cleared, and what would raise trust', async ({
  page,
  site,
}) => {
  const id = await site.register(registration('Needs A Proof', 'needs-a-proof'));
  await signInWithKey(page, site.key);
  const row = page.locator('.owned > li').filter({ hasText: 'Needs A Proof' });
  const concern = row.getByRole('listitem').filter({ hasText: 'Its ownership is not proven' });

  // What needs attention is asked once a row is seen.
  await row.scrollIntoViewIfNeeded();
  await concern.getByText('By a command').click();
  await expect(concern.locator('code')).toHaveText(
    `curl '${new URL(page.url()).origin}/api/services/${id}/claim' --header "Authorization: Bearer $KEY" --json '{"method":"wallet"}'`,
  );
  await expect(row.getByText('Trust score 0.')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await excessOf(page)).toBe(0);
});

test.describe('every view', () => {
  test.use({ refusals: [401, 410] });

  test('can be used with the keyboard alone', async ({ page }) => {
    await installWallet(page);
    await page.goto('/listings/');
    await page.getByRole('button', { name: 'Sign in with Test Wallet' }).press('Enter');
    await expect(page.locator('#owner')).toContainText('wallet:0x');
    await listOwn(page, 'Type Me');
    await page.reload();

    await page.getByRole('link', { name: 'Edit Type Me' }).press('Enter');
    const price = page.getByLabel('Price per request');
    await expect(price).not.toHaveValue('');
    await price.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('0.3');
    await expect(page.getByText('Ready: 1 value would change.')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Saved, and committed.')).toBeVisible();

    await page.getByRole('link', { name: 'All my listings' }).press('Enter');
    await page.getByRole('button', { name: 'Withdraw Type Me' }).press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Withdraw Type Me' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Withdraw it' }).press('Enter');
    await expect(page.getByText('Type Me is withdrawn.')).toBeVisible();
  });

  test('fits a phone and has no fault that axe finds, in both themes', async ({ page, site }) => {
    const id = await site.register(registration('Fits A Phone', 'fits-a-phone'));
    await signInWithKey(page, site.key);
    await page.setViewportSize({ width: 360, height: 740 });

    for (const path of ['/listings/', `/listings/?edit=${id}`, `/listings/?claim=${id}`]) {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(path);
      const filled = page.locator('.concerns li, #preview p, .method').filter({ visible: true });
      await expect(filled.first()).toBeVisible();
      expect.soft(await excessOf(page), path).toBe(0);
      expect.soft(await faultsOf(page), path).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect.soft(await faultsOf(page, colourRules), `${path} in the dark`).toEqual([]);
    }
  });
});
