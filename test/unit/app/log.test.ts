import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { runProcess } from '../../support/run-process.ts';

const log = fileURLToPath(new URL('../../../src/app/log.ts', import.meta.url));

/** What a process that logs one line prints. */
async function printed(options: object): Promise<string> {
  const code = `const { openLog } = await import(${JSON.stringify(log)});
(await openLog({ logLevel: 'info' }, ${JSON.stringify(options)})).info({ name: 'a\\u001b[31mb', host: 'c\\u001b[31md' }, 'checked\\u001b[2J');`;

  return (await runProcess(process.execPath, ['--input-type=module', '--eval', code])).stdout;
}

it('logs one JSON object a line where nobody watches', async () => {
  expect(JSON.parse(await printed({}))).toMatchObject({
    level: 30,
    name: 'a\u001b[31mb',
    host: 'c\u001b[31md',
  });
});

it('logs a line to read on a terminal, with nothing in it that moves the cursor', async () => {
  const text = await printed({ isWatched: true });

  expect(text).toMatch(/^\[\d\d:\d\d:\d\d\] .*INFO.*checked.*\n$/s);
  expect(text).not.toContain('\u001b[31m');
  expect(text).not.toContain('\u001b[2J');
});
