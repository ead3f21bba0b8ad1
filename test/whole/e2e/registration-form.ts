import type { Page } from '@playwright/test';

/** Fills in the form at `/register/` with valid values. */
export async function fillForm(page: Page, name: string): Promise<void> {
  await page.goto('/register/');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Description').fill('Something that can be asked for.');
  await page
    .getByLabel('Endpoint')
    .fill(`https://api.example.com/${name.toLowerCase().replaceAll(' ', '-')}`);
  await page.getByLabel('Category').selectOption('Other');
  await page.getByLabel('Currency').fill('USDC');
  await page.getByLabel('Price per request').fill('0.002');
  await page.getByLabel('Network').selectOption('Base');
  await page.getByLabel('Wallet').fill('0x00000000000000000000000000000000000000a1');
}
