import { readFileSync } from 'node:fs';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { notesFor, releasesIn } from '../../../scripts/release/changelog.ts';
import { runProcess } from '../../support/run-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const Package = z.object({ version: z.string(), dependencies: z.record(z.string(), z.string()) });
const Lock = z.object({
  version: z.string(),
  packages: z.looseObject({ '': z.object({ version: z.string() }) }),
});
const own = Package.parse(JSON.parse(read('package.json')));

const changelog = `# Changelog

## Unreleased

- Something new.

## 1.3.0 (2026-03-01)

### Added

- Rain.

## 1.2.0 (2026-02-01)

- Sun.
`;

describe('the changelog', () => {
  it('names its versions, newest first, with what it says of each', () => {
    expect(releasesIn(changelog)).toEqual([
      { version: '1.3.0', notes: '### Added\n\n- Rain.' },
      { version: '1.2.0', notes: '- Sun.' },
    ]);
  });

  it('gives the notes of the tag', () => {
    expect(notesFor('v1.3.0', '1.3.0', changelog)).toBe('### Added\n\n- Rain.');
  });

  it.each([
    ['v1.2.0', '1.3.0', 'the tag is v1.2.0, and package.json has the version 1.3.0; tag v1.3.0'],
    ['v1.4.0', '1.4.0', 'CHANGELOG.md begins with 1.3.0, and package.json has 1.4.0'],
    ['v1.2.0', '1.2.0', 'CHANGELOG.md begins with 1.3.0, and package.json has 1.2.0'],
  ])('refuses the tag %s of the version %s', (tag, version, reason) => {
    expect(() => notesFor(tag, version, changelog)).toThrow(reason);
  });

  it('must say something of a release, and have one', () => {
    expect(() => notesFor('v1.0.0', '1.0.0', '## 1.0.0 (2026-01-01)\n')).toThrow('says nothing of 1.0.0');
    expect(() => notesFor('v1.0.0', '1.0.0', '## Unreleased\n')).toThrow('begins with no version');
  });
});

describe('the version of this project', () => {
  it('is the newest of its changelog, or the first while none is released', () => {
    const [newest] = releasesIn(read('CHANGELOG.md'));

    expect(own.version).toBe(newest?.version ?? '0.1.0');
  });

  it('is the same in its lock file', () => {
    const lock = Lock.parse(JSON.parse(read('package-lock.json')));

    expect([lock.version, lock.packages[''].version]).toEqual([own.version, own.version]);
  });

  it('has headings that the release finds', () => {
    const titles = read('CHANGELOG.md').match(/^## .*$/gm) ?? [];

    expect(titles[0]).toBe('## Unreleased');
    expect(releasesIn(read('CHANGELOG.md'))).toHaveLength(titles.length - 1);
  });
});

const Workflow = z.object({
  jobs: z.object({ build: z.object({ steps: z.array(z.object({ run: z.string().optional() })) }) }),
});

/** The parts of CycloneDX 1.5 that say what is in it (https://cyclonedx.org/docs/1.5/json/). */
const Component = z.looseObject({
  'bom-ref': z.string(),
  type: z.enum(['application', 'library']),
  name: z.string().min(1),
  version: z.string().min(1),
  purl: z.string().startsWith('pkg:npm/'),
  hashes: z
    .array(z.object({ alg: z.literal('SHA-512'), content: z.string().regex(/^[\da-f]{128}$/) }))
    .optional(),
});
const Bom = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.string(),
  serialNumber: z.string().regex(/^urn:uuid:[\da-f-]{36}$/),
  metadata: z.looseObject({ component: Component }),
  components: z.array(Component),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()).optional() })),
});

/** The step of the workflow that writes the list. */
function sbomCommands(): string {
  const { jobs } = Workflow.parse(parse(read('.github/workflows/release.yml')));

  return jobs.build.steps.find(({ run }) => run?.includes('npm sbom'))?.run ?? '';
}

describe('the list of what a server is made of', () => {
  it('is valid, and has every package with a digest, and how they depend on each other', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'release'));
    for (const name of ['package.json', 'package-lock.json']) {
      await copyFile(join(root, name), join(folder, name));
    }
    const { code, stderr } = await runProcess('bash', ['-e', '-c', sbomCommands()], { cwd: folder });
    expect(code, stderr).toBe(0);
    const bom = Bom.parse(JSON.parse(await readFile(join(folder, 'release/sbom.cdx.json'), 'utf8')));
    const refs = new Set([bom.metadata.component, ...bom.components].map((each) => each['bom-ref']));

    expect(bom.metadata.component).toMatchObject({
      type: 'application',
      name: 'tollbook',
      version: own.version,
    });
    expect(bom.components.map(({ name }) => name)).not.toContain('vitest');
    expect(bom.components.map(({ name }) => name)).toEqual(
      expect.arrayContaining(Object.keys(own.dependencies)),
    );
    expect(bom.components.filter(({ hashes = [] }) => hashes.length === 0)).toEqual([]);
    expect(refs.size).toBe(bom.components.length + 1);
    const named = bom.dependencies.flatMap(({ ref, dependsOn = [] }) => [ref, ...dependsOn]);
    expect(named.filter((ref) => !refs.has(ref))).toEqual([]);
  });
});
