/** A version in the changelog, with what it says of it. */
export interface Release {
  readonly version: string;
  readonly notes: string;
}

const heading = /^## (\d+\.\d+\.\d+) \(\d{4}-\d{2}-\d{2}\)$/;

/** The releases of a changelog, newest first: its sections like `## 1.2.3 (2026-02-01)`. */
export function releasesIn(changelog: string): Release[] {
  const sections = changelog.split(/^(?=## )/m);

  return sections.flatMap((section) => {
    const [title = '', ...lines] = section.split('\n');
    const [, version] = heading.exec(title) ?? [];
    return version === undefined ? [] : [{ version, notes: lines.join('\n').trim() }];
  });
}

/**
 * What the changelog says of the version that a tag names.
 * @throws {Error} when tag, package and changelog do not agree; the message says how to mend it
 */
export function notesFor(tag: string, version: string, changelog: string): string {
  if (tag !== `v${version}`) {
    throw new Error(`the tag is ${tag}, and package.json has the version ${version}; tag v${version}`);
  }
  const [newest] = releasesIn(changelog);
  if (newest?.version !== version) {
    throw new Error(
      `CHANGELOG.md begins with ${newest?.version ?? 'no version'}, and package.json has ${version}; head what is released with "## ${version} (<date>)"`,
    );
  }
  if (newest.notes === '') throw new Error(`CHANGELOG.md says nothing of ${version}`);

  return newest.notes;
}
