import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readText } from '../../../scripts/read-text.ts';
import { connectionFault, faultOf, fileFault } from '../../../src/domain/system-fault.ts';
import { UsageFault } from '../../../scripts/usage-fault.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const caught = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);

it('says in words why a file cannot be opened, with its path', async () => {
  const missing = join(await temporaryFolder(), 'missing.json');

  expect(faultOf(await caught(readFile(missing)))).toBe(`"${missing}": there is no such file or folder`);
  expect(faultOf(new Error('anything else'))).toBe('anything else');
});

it('refuses as a wrong call a file that is missing, a folder, or too large', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'patch.json');
  await mkdir(file);

  for (const path of [file, join(folder, 'missing.json')]) {
    const fault = await caught(readText(path, 10, 'a patch'));
    expect(fault).toBeInstanceOf(UsageFault);
    expect(faultOf(fault)).toMatch(/cannot be read: (it is a folder|there is no such file or folder); name/);
  }
});

it('never repeats a path that may be a secret', async () => {
  const secret = 'k'.repeat(5000);

  expect(fileFault(await caught(readFile(secret)))).toBe('its path is too long');
  expect(fileFault(Object.assign(new Error(secret), { code: 'EWEIRD' }))).toBe('the system says EWEIRD');
  expect(fileFault(new Error(secret))).toBe('no reason is given');
});

describe('a connection that failed', () => {
  it('is told in words, never in those of its message', () => {
    const cause = Object.assign(new Error('https://secret'), { code: 'ECONNRESET' });

    expect(connectionFault(new TypeError('fetch failed', { cause }))).toBe('the connection broke off');
    expect(connectionFault(cause)).toBe('the connection broke off');
    expect(connectionFault(new TypeError('https://secret'))).toBe('the connection failed');
    expect(connectionFault('https://secret')).toBe('the connection failed');
  });
});
