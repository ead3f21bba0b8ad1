import { once } from 'node:events';
import { chmod, mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { reviewCommand } from '../../../scripts/review.ts';
import { categoriesPath, printCategories } from '../../../src/domain/category.ts';
import { hiddenCharacter } from '../../../src/domain/plain-text.ts';
import type { DeclaredService } from '../../../src/domain/service.ts';
import { printServiceFile, serviceFilePath } from '../../../src/domain/service-file.ts';
import { otherWallet } from '../../fixtures/registrations.ts';
import { categories } from '../../fixtures/services.ts';
import { callCommand } from '../../support/call-command.ts';
import { serviceNamed } from '../../support/catalog-on-disk.ts';
import { GitFolder } from '../../support/git-folder.ts';
import { folderForAll, temporaryFolder } from '../../support/temporary-folder.ts';

const alpha = serviceNamed('alpha');
const beta = serviceNamed('beta');

/** A branch `main` with one service, and an empty change on top of it. */
let begun: GitFolder;
let around: GitFolder;

beforeAll(async () => {
  begun = around = await GitFolder.start(await folderForAll());
  await around.write(join('catalog', categoriesPath), printCategories(categories));
  await write(alpha);
  await around.commitAll('Catalog');
  await around.git('switch', '--quiet', '-c', 'change');
});

beforeEach(async () => {
  around = await begun.copy();
});

async function write(service: DeclaredService, text = printServiceFile(service)): Promise<void> {
  await around.write(join('catalog', serviceFilePath(service.id)), text);
}

function inCatalog(path: string): string {
  return join(around.path, 'catalog', path);
}

/** Commits the written files and reviews the commit: gives the exit code, the comment, and the printed faults. */
async function review(
  ...options: readonly string[]
): Promise<{ code: number | null; comment: string; stderr: string }> {
  await around.commitAll('Change');
  const report = join(await temporaryFolder(), 'review.md');
  const { code, stderr } = await callCommand(
    reviewCommand,
    ['main', 'change', '--report', report, ...options],
    { cwd: around.path, env: { ...process.env, ALLOW_INSECURE_ENDPOINTS: '1', PROBE_ALLOW_PRIVATE: '1' } },
  );

  return { code, stderr, comment: await readFile(report, 'utf8').catch(() => '') };
}

describe('the review of a change', () => {
  it('accepts a valid service, and lists it as added', async () => {
    await write(beta);

    const { code, comment } = await review();
    expect(code).toBe(0);
    expect(comment).toContain('No problems: 1 service checked');
    expect(comment).toContain(`+ ${beta.id}`);
  });

  it('names file, place, rule and cure of each fault', async () => {
    await write(beta, printServiceFile({ ...beta, pricing: { ...beta.pricing, pricePerRequest: '1e-3' } }));

    const { code, comment, stderr } = await review();
    const fault = `${serviceFilePath(beta.id)} /pricing/pricePerRequest: pricePerRequest "1e-3" is not a plain decimal; write`;
    expect(code).toBe(1);
    expect(comment).toContain(fault);
    expect(stderr).toContain(fault);
  });

  it('fails a change only for its own faults, and lists older ones separately', async () => {
    await around.git('switch', '--quiet', 'main');
    await around.write('catalog/services/ab/broken-abcdefgh.json', '{');
    await around.commitAll('Break');
    await around.git('switch', '--quiet', 'change');
    await write(beta);

    const { code, comment } = await review();
    expect(code).toBe(0);
    expect(comment).toContain('not caused by this change');
    expect(comment).toContain('services/ab/broken-abcdefgh.json');
  });

  it('refuses an endpoint that was listed after the change began', async () => {
    await write(serviceNamed('another', { endpoint: beta.endpoint, createdAt: '2026-05-05T00:00:00.000Z' }));
    await around.commitAll('Change');
    await around.git('switch', '--quiet', 'main');
    await write(beta);
    await around.commitAll('List it');
    await around.git('switch', '--quiet', 'change');

    const { code, comment } = await review();
    expect(code).toBe(1);
    expect(comment).toContain(beta.id);
  });

  it('refuses to replace the listing of somebody else by claiming to be older', async () => {
    const thief = serviceNamed('thief', {
      endpoint: alpha.endpoint,
      createdAt: '2001-01-01T00:00:00.000Z',
      updatedAt: '2001-01-01T00:00:00.000Z',
    });
    await write(thief);

    const { code, comment } = await review();
    expect(code).toBe(1);
    expect(comment).toContain(serviceFilePath(alpha.id));
  });

  it('asks a maintainer to confirm a new wallet and a removed service', async () => {
    await around.git('switch', '--quiet', 'main');
    await write(beta);
    await around.commitAll('Two services');
    await around.git('switch', '--quiet', '-C', 'change');
    await write({ ...alpha, x402Config: { ...alpha.x402Config, paymentAddress: otherWallet } });
    await around.remove(join('catalog', serviceFilePath(beta.id)));

    const { code, comment } = await review();
    expect(code).toBe(0);
    expect(comment).toContain(`~ ${alpha.id}: paymentAddress`);
    expect(comment).toContain(`buyers would pay ${otherWallet}`);
    expect(comment).toContain(`${serviceFilePath(beta.id)}: the service would be removed`);
  });

  it('reports the response of an endpoint, which never blocks the merge', async () => {
    const seller = createServer((_request, response) => response.writeHead(404).end());
    seller.listen(0, '127.0.0.1');
    await once(seller, 'listening');
    onTestFinished(() => void seller.close());
    const { port } = seller.address() as AddressInfo;
    const gamma = serviceNamed('gamma', { endpoint: `http://127.0.0.1:${String(port)}/gamma` });
    await write(gamma);

    const { code, comment } = await review('--probe');
    expect(code).toBe(0);
    expect(comment).toContain(`${gamma.id}: not_402`);
    expect(comment).toContain('Answer unpaid requests with 402');
  });

  it('shows untrusted text as plain text', async () => {
    await write(
      beta,
      '{"name": "\\u0060\\u0060\\u0060\\u0060 <img src=x onerror=alert(1)> @everyone [click](https://evil.example)"}',
    );
    await around.write('catalog/services/````\n# Heading.json', '{}');

    const { comment } = await review();
    const outside = comment.split(/^````$/m).filter((_, i) => i % 2 === 0);
    for (const text of outside) expect(text).not.toMatch(/img|@everyone|evil|Heading/);
  });

  it.each<[string, string, () => Promise<unknown>]>([
    ['a link', 'services/ab/link.json', () => symlink('/etc/hostname', inCatalog('services/ab/link.json'))],
    ['a link of another name', 'services/notes', () => symlink('/etc', inCatalog('services/notes'))],
    ['a folder that is a link', 'services/zz', () => symlink('/etc', inCatalog('services/zz'))],
    ['a link outside the services', 'schema', () => symlink('/etc', inCatalog('schema'))],
    [
      'the categories as a link',
      categoriesPath,
      async () => {
        await rm(inCatalog(categoriesPath));
        await symlink('/etc/hostname', inCatalog(categoriesPath));
      },
    ],
    [
      'the services as a link',
      'services',
      async () => {
        await rm(inCatalog('services'), { recursive: true });
        await symlink('/etc', inCatalog('services'));
      },
    ],
    [
      'a folder named like a service',
      'services/ab/folder.json/note',
      () => around.write('catalog/services/ab/folder.json/note', ''),
    ],
  ])('refuses %s', async (_what, path, put) => {
    await around.write('catalog/services/ab/README', '');
    await put();

    const { code, comment, stderr } = await review();
    expect(code).toBe(1);
    const fault = `${path}: this is a symbolic link, a submodule or another entry that is not a regular file`;
    expect(comment).toContain(fault);
    expect(stderr).toContain(fault);
  });

  it('refuses a submodule', async () => {
    await around.git(
      'update-index',
      '--add',
      '--cacheinfo',
      `160000,${await around.head()},catalog/services/zz`,
    );
    await around.git('commit', '--quiet', '--message=Submodule');
    await mkdir(inCatalog('services/zz'));

    const { code, comment } = await review();
    expect(code).toBe(1);
    expect(comment).toContain('services/zz: this is a symbolic link, a submodule');
  });

  it('refuses an executable file, and says how to make it a plain one', async () => {
    await write(beta);
    await chmod(inCatalog(serviceFilePath(beta.id)), 0o755);

    const { code, comment } = await review();
    expect(code).toBe(1);
    expect(comment).toContain(`${serviceFilePath(beta.id)}: the file is executable; run "git update-index`);
  });

  it('refuses unreadable categories, and accepts the change that repairs them', async () => {
    await around.write(join('catalog', categoriesPath), '[');
    const broken = await review();
    expect(broken.code).toBe(1);
    expect(broken.comment).toContain('categories.json: the file is not valid JSON');

    await around.git('switch', '--quiet', '-C', 'main');
    await around.git('switch', '--quiet', '-C', 'change');
    await around.write(join('catalog', categoriesPath), printCategories(categories));
    expect(await review()).toMatchObject({ code: 0 });
  });

  it('lists the files it did not check', async () => {
    await around.write('catalog/services/ab/README', '');
    await around.write('catalog/services/ab/deep/er/file.json', '');

    const { code, comment } = await review();
    expect(code).toBe(0);
    expect(comment).toContain('services/ab/README: not a service file, not checked');
    expect(comment).toContain('services/ab/deep/er/file.json: not a service file, not checked');
  });

  it('prints nothing that a terminal, a log or GitHub would interpret', async () => {
    const names = ['\u001b[31mred', '\n::error::owned', '##[group]a', '@everyone <b>', '\u009b1m', '`x`|y'];
    for (const name of names) {
      await around.write(`catalog/${name}`, '');
      await around.write(`catalog/services/ab/${name}.json`, JSON.stringify({ [name]: name, name }));
      await around.write(`catalog/services/ac/${name}.json`, `{"a": ${name}`);
    }
    await around.write('catalog/::set-output name=a::b', '');

    const { code, comment, stderr } = await review();
    expect(code).toBe(1);
    const outside = comment.split(/^````$/m).filter((_, i) => i % 2 === 0);
    for (const text of [comment, stderr]) {
      expect(text.split('\n').filter((line) => hiddenCharacter(line) !== undefined)).toEqual([]);
      expect(text).not.toMatch(/^\s*::/m);
      expect(text).not.toContain('##[');
    }
    for (const text of outside) expect(text).not.toMatch(/everyone|<b>|owned|\|y/);
  });

  it('fits into a GitHub comment, however many faults there are', async () => {
    for (let i = 0; i < 300; i += 1) {
      const name = `${String(i)}${'🌧'.repeat(50)}`;
      await around.write(`catalog/services/ab/${name}.json`, JSON.stringify({ [name.repeat(20)]: name }));
      await around.write(`catalog/${name}`, '');
    }

    const { comment } = await review();
    expect(comment.length).toBeLessThan(65_536);
    expect(comment).toMatch(/^… and \d+ more$/m);
  });

  it('reports that an empty change contains no services', async () => {
    await around.write('README', 'Something else.');

    const { code, comment } = await review();
    expect(code).toBe(0);
    expect(comment).toContain('0 services checked');
  });
});
