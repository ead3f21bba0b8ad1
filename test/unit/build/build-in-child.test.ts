import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildInChild } from '../../../src/build/build-in-child.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

it('rejects when the build fails, with the output of the build', async () => {
  const folder = await temporaryFolder();
  const environment = {
    ...process.env,
    CATALOG_DIR: join(folder, 'catalog'),
    DIST_DIR: join(folder, 'dist'),
    BUILD_INTERVAL: 'soon',
  };

  await expect(buildInChild(environment, false, new AbortController().signal)).rejects.toThrow(
    /^build: BUILD_INTERVAL=soon: /,
  );
});
