import { lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { digestOf, type FileGroup, filesByPath, filesOf } from './file-groups.ts';
import { FileRecords, readRecords, shareRecords } from './file-records.ts';
import { manifestFile } from './manifest.ts';
import { type Differences, type Published, publishFolder } from './publish-folder.ts';

interface Place {
  /** The folder of a build. */
  readonly build: string;
  /** The folder to publish into. */
  readonly folder: string;
  /** Holds a note for each published folder. It may be deleted at any time: every file is compared then. */
  readonly notes: string;
}

/** What tells whether a folder is still as it was published: its own time, and the file that every publication replaces. */
const Seal = z.strictObject({
  folder: z.number(),
  changedAt: z.number(),
  manifest: z.number(),
  writtenAt: z.number(),
});
type Seal = z.infer<typeof Seal>;

const sealFile = 'seal.json';

/**
 * Publishes a build into a folder. What the folder holds is known from a note of its last publication, so that only files are touched whose
 * origin has changed. Every file is compared where there is no such note, where the folder was replaced, or something was added to it or
 * removed from it at its top. What somebody changes further below is not noticed: delete the note then.
 */
export async function publishBuild({ build, folder, notes }: Place): Promise<Published> {
  const note = join(notes, digestOf(folder));
  const before = publishedIn(folder, note);
  // A publication that is interrupted leaves no note, and the next one compares every file.
  rmSync(join(note, sealFile), { force: true });

  const records = readRecords(build, before);
  const isKnown = before.size > 0 && records.size > 0;
  const differences = isKnown ? differencesBetween(before, records) : undefined;
  const published = await publishFolder(join(build, 'client'), folder, differences);
  if (records.size > 0) keepNote(note, build, folder);
  return published;
}

/** The records of the files in a folder; none where they are unknown. */
function publishedIn(folder: string, note: string): FileRecords {
  const kept = readSeal(note);
  const present = sealOf(folder);
  const isSame =
    kept !== undefined && present !== undefined && JSON.stringify(kept) === JSON.stringify(present);

  return isSame ? readRecords(note) : FileRecords.of(new Map());
}

function keepNote(note: string, build: string, folder: string): void {
  shareRecords(build, note);
  const seal = sealOf(folder);
  const draft = join(note, `${sealFile}.new`);
  writeFileSync(draft, JSON.stringify(seal ?? null));
  renameSync(draft, join(note, sealFile));
}

function readSeal(note: string): Seal | undefined {
  try {
    return Seal.parse(JSON.parse(readFileSync(join(note, sealFile), 'utf8')));
  } catch {
    return undefined;
  }
}

function sealOf(folder: string): Seal | undefined {
  const top = lstatSync(folder, { throwIfNoEntry: false });
  const manifest = lstatSync(join(folder, manifestFile), { throwIfNoEntry: false });
  if (!top || !manifest) return undefined;

  return { folder: top.ino, changedAt: top.mtimeMs, manifest: manifest.ino, writtenAt: manifest.mtimeMs };
}

/** What two builds differ in. */
function differencesBetween(before: FileRecords, after: FileRecords): Differences {
  const names = before.namesUnlike(after);
  const changed = names.flatMap((name) => notIn(before.get(name), after.get(name)));
  const all = names.flatMap((name) => filesOf(after.get(name)).map(({ path }) => path));
  const stays = new Set(all.flatMap((path) => [path, ...foldersOf(path)]));
  const gone = names
    .flatMap((name) => filesOf(before.get(name)).map(({ path }) => path))
    .filter((path) => !stays.has(path));

  return { changed, gone, goneFiles: gone.length, isEmpty: false };
}

/** The files of a group that another one lacks, or has with another origin. */
function notIn(other: FileGroup | undefined, group: FileGroup | undefined): string[] {
  const there = filesByPath(other);

  return filesOf(group)
    .filter(({ path, origin }) => there.get(path)?.origin !== origin)
    .map(({ path }) => path);
}

/** The folders that contain a file. */
function foldersOf(path: string): string[] {
  const folder = dirname(path);

  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}
