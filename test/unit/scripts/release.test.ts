import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { notesFor, releasesIn } from '../../../scripts/release/changelog.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const Package = z.object({ version: z.string() });
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
