import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeStaticHost } from './suite.ts';

const documented = fileURLToPath(new URL('../../../docs/hosting/Caddyfile', import.meta.url));

describeStaticHost({
  program: 'caddy',
  // Older distributions do not package Caddy; .ci/run then sets SKIP_CADDY.
  isRequired: process.env['CI'] !== undefined && process.env['SKIP_CADDY'] === undefined,
  async configure({ root, port, folder }) {
    const config = join(folder, 'Caddyfile');
    await writeFile(config, `{\n\tadmin off\n}\nimport ${documented}\n`);

    return {
      args: ['run', '--config', config, '--adapter', 'caddyfile'],
      env: {
        ...process.env,
        HOME: folder,
        XDG_DATA_HOME: folder,
        XDG_CONFIG_HOME: folder,
        TOLLBOOK_ADDRESS: `http://127.0.0.1:${String(port)}`,
        TOLLBOOK_ROOT: root,
      },
    };
  },
});
