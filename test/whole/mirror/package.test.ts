import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { runProcess } from '../../support/run-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { FakeCatalog, served } from '../../support/mirror/fake-catalog.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const program = `import { type AppliedBatch, follow, mirror, MirrorFault, type MirrorReport } from 'tollbook/mirror';

const [from = '', to = ''] = process.argv.slice(2);
const report: MirrorReport = await mirror({ from, to });
console.log(report.services);
const controller = new AbortController();
for await (const { changes } of follow({ from, to, signal: controller.signal }) as AsyncIterable<AppliedBatch>) {
  for (const { effect, service } of changes) console.log(effect, service?.name);
  controller.abort();
}
await mirror({ from, to: '/tmp' }).catch((error) => console.log(error instanceof MirrorFault));
`;

it('is imported by programs as tollbook/mirror, from a linked clone', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'node_modules'));
  await symlink(root, join(folder, 'node_modules', 'tollbook'));
  await writeFile(join(folder, 'program.ts'), program);
  const catalog = await FakeCatalog.start();
  catalog.put(served('Rain'));
  catalog.intercept = (_, __, { searchParams }) => {
    // The first request that waits for a change gets one.
    if (searchParams.has('wait') && catalog.services.size === 1) {
      setImmediate(() => catalog.put(served('Snow')));
    }
    return false;
  };

  const ended = await runProcess(process.execPath, ['program.ts', catalog.url, join(folder, 'mirror')], {
    cwd: folder,
  });
  expect(ended).toMatchObject({ code: 0, stdout: '1\ncreated Snow\ntrue\n' });
});
