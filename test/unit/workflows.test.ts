import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../..');
const files = globSync('.github/workflows/*.yml', { cwd: root });

const Step = z.looseObject({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
});
const Job = z.looseObject({
  'runs-on': z.string(),
  'timeout-minutes': z.number(),
  permissions: z.record(z.string(), z.string()).optional(),
  steps: z.array(Step),
});
/** A job that is another workflow of this repository, which is tested by itself. */
const Call = z.looseObject({ uses: z.string().regex(/^\.\/\.github\/workflows\/[\w-]+\.yml$/) });
const Workflow = z.looseObject({
  on: z.record(z.string(), z.unknown()),
  permissions: z.record(z.string(), z.string()),
  concurrency: z.object({ group: z.string() }).loose(),
  jobs: z.record(z.string(), z.union([Job, Call])),
});
const Package = z.object({ scripts: z.record(z.string(), z.string()) });

const { scripts } = Package.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

const read = (file: string) => Workflow.parse(parse(readFileSync(join(root, file), 'utf8')));

/** The jobs of a workflow that have steps of their own. */
const jobsOf = ({ jobs }: z.infer<typeof Workflow>) =>
  Object.values(jobs).flatMap((job) => Job.safeParse(job).data ?? []);

describe.each(files.map((file) => [basename(file), file]))('the workflow %s', (_name, file) => {
  const text = readFileSync(join(root, file), 'utf8');
  const workflow = read(file);
  const jobs = jobsOf(workflow);
  const steps = jobs.flatMap((job) => job.steps);

  it('pins every action to a commit, and names the version', () => {
    const uses = text.split('\n').filter((line) => /uses: (?!\.\/)/.test(line));

    expect(uses.length).toBeGreaterThan(0);
    for (const line of uses) expect(line).toMatch(/uses: [\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('limits the permissions and the time of every job', () => {
    expect(Object.values(workflow.permissions)).not.toContain('write');
    for (const { permissions = {}, steps: own, 'timeout-minutes': minutes } of jobs) {
      expect(minutes).toBeLessThanOrEqual(60);
      // Jobs that may write run no code of this repository.
      const mayWrite = Object.values(permissions).includes('write');
      if (mayWrite) expect(own.some(({ uses }) => uses?.startsWith('actions/checkout@'))).toBe(false);
    }
  });

  it('leaves no token for the code it runs to find', () => {
    for (const { uses, with: settings } of steps) {
      if (uses?.startsWith('actions/checkout@')) expect(settings?.['persist-credentials']).toBe(false);
    }
    expect(text).not.toContain('secrets.');
  });

  it('puts no untrusted text into a command', () => {
    for (const { run } of steps) expect(run ?? '').not.toContain('${{');
  });

  it('runs only commands of this project, which anybody can run', () => {
    const called = steps.flatMap(({ run = '' }) =>
      [...run.matchAll(/npm run (\S+)/g)].map(([, name]) => name),
    );

    for (const name of called) expect(scripts).toHaveProperty(name ?? '');
  });
});

describe('a pull request from a stranger', () => {
  const privileged = files
    .map((file) => ({ file, workflow: read(file) }))
    .filter(({ workflow }) => 'pull_request_target' in workflow.on || 'workflow_run' in workflow.on);

  it('is never checked out where a token may write', () => {
    expect(privileged.map(({ file }) => basename(file))).toEqual(['catalog-pr.yml']);
    for (const { workflow } of privileged) {
      for (const { uses, with: settings } of jobsOf(workflow).flatMap((job) => job.steps)) {
        if (uses?.startsWith('actions/checkout@')) expect(settings).not.toHaveProperty('ref');
      }
    }
  });

  it('is reviewed as that of its author, whom GitHub names by id', () => {
    const reviews = privileged
      .flatMap(({ workflow }) => jobsOf(workflow).flatMap((job) => job.steps))
      .filter(({ run }) => run?.includes('npm run review'));

    expect(reviews).toHaveLength(1);
    expect(reviews[0]?.run).toContain('--author "github:$AUTHOR"');
    expect(reviews[0]?.['env']).toEqual({ AUTHOR: '${{ github.event.pull_request.user.id }}' });
  });
});

describe('the long tests', () => {
  it('run every night, on demand, and before anything is made for a release', () => {
    const long = '.github/workflows/long.yml';
    const { long: first, ...others } = read('.github/workflows/release.yml').jobs;

    expect(Object.keys(read(long).on)).toEqual(['schedule', 'workflow_dispatch', 'workflow_call']);
    expect(first).toMatchObject({ uses: `./${long}` });
    for (const job of Object.values(others)) expect(job).toHaveProperty('needs');
    expect(others['build']).toMatchObject({ needs: 'long' });
  });
});
