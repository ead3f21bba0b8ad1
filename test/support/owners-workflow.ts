import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';
import { listening } from './listening.ts';
import { type Ended, runProcess } from './run-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

const path = fileURLToPath(new URL('../../docs/owners/tollbook.yml', import.meta.url));

const Step = z.strictObject({
  name: z.string().optional(),
  uses: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  shell: z.string().optional(),
  env: z.record(z.string(), z.string()).optional(),
  run: z.string().optional(),
});
const Workflow = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: z.record(z.string(), z.string()),
  concurrency: z.strictObject({ group: z.string() }),
  env: z.strictObject({ CATALOG: z.string() }),
  jobs: z.strictObject({
    list: z.strictObject({
      'runs-on': z.string(),
      'timeout-minutes': z.number(),
      permissions: z.record(z.string(), z.string()),
      steps: z.tuple([Step, Step]),
    }),
  }),
});

/** The workflow that owners copy. */
export const ownersWorkflow = Workflow.parse(parse(readFileSync(path, 'utf8')));

interface Run {
  /** The address of the catalog. */
  readonly catalog: string;
  /** The text of tollbook.json; null when there is none. */
  readonly file: string | null;
  /** Signs a token for an audience, as GitHub does for a job; undefined where the job may not ask for one. */
  readonly tokenFor: ((audience: string) => string | Promise<string>) | undefined;
  /** What was chosen when it was run by hand. */
  readonly claim?: 'no' | 'http' | 'dns';
}

/** Runs the script of the workflow as a runner of GitHub does, with a token endpoint of its own. */
export async function runOwnersWorkflow({ catalog, file, tokenFor, claim = 'no' }: Run): Promise<Ended> {
  const folder = await temporaryFolder();
  const script = join(folder, 'script.sh');
  await writeFile(script, ownersWorkflow.jobs.list.steps[1].run ?? '');
  if (file !== null) await writeFile(join(folder, 'tollbook.json'), file);

  return runProcess('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      CATALOG: catalog,
      CLAIM: claim,
      RUNNER_TEMP: folder,
      GITHUB_RUN_ID: '1234567',
      GITHUB_RUN_ATTEMPT: '1',
      ...(tokenFor ? await tokenEndpoint(tokenFor) : {}),
    },
  });
}

/** https://docs.github.com/actions/reference/security/oidc#methods-for-requesting-the-oidc-token */
async function tokenEndpoint(tokenFor: (audience: string) => string | Promise<string>) {
  const url = await listening(
    createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://github');
      const mayAsk = request.headers.authorization === 'Bearer a job' && searchParams.has('api-version');
      void Promise.resolve(tokenFor(searchParams.get('audience') ?? '')).then((value) => {
        response.writeHead(mayAsk ? 200 : 401).end(JSON.stringify({ value }));
      });
    }),
  );

  return {
    ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/token?api-version=2.0`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'a job',
  };
}
