import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProcess } from './run-process.ts';

/** A disk in a file, with a file system of its own, whose power can be cut. */
export class DiskImage {
  /** Where it is mounted. */
  readonly folder: string;
  readonly #image: string;

  private constructor(image: string, folder: string) {
    this.#image = image;
    this.folder = folder;
  }

  /** Undefined where this user may not mount disks. */
  static async make(megabytes: number): Promise<DiskImage | undefined> {
    const place = await mkdtemp(join(tmpdir(), 'tollbook-disk-'));
    const image = join(place, 'image');
    await run('truncate', '-s', `${String(megabytes)}M`, image);
    const { code } = await runProcess('mkfs.ext4', ['-q', '-F', image]).catch(() => ({ code: 1 }));

    return code === 0 ? DiskImage.#mount(image) : undefined;
  }

  static async #mount(image: string): Promise<DiskImage | undefined> {
    const folder = `${image}.mounted`;
    await mkdir(folder, { recursive: true });
    // The timer that flushes by itself is off for as long as a test lasts: only what somebody syncs reaches the disk.
    const { code } = await runProcess('mount', ['-o', 'loop,commit=600', image, folder]);

    return code === 0 ? new DiskImage(image, folder) : undefined;
  }

  /** What the disk holds when the power is cut at this moment, as another disk. Whoever writes to it must be stopped meanwhile. */
  async cut(): Promise<DiskImage> {
    const image = `${this.#image}.${crypto.randomUUID()}`;
    await copyFile(this.#image, image);
    const disk = await DiskImage.#mount(image);
    if (disk) return disk;

    throw new Error(`what was on the disk cannot be mounted: ${image}`);
  }

  async remove(): Promise<void> {
    await runProcess('umount', ['--lazy', this.folder]);
    await rm(this.#image, { force: true });
  }
}

async function run(program: string, ...args: string[]): Promise<void> {
  const { code, stderr } = await runProcess(program, args);
  if (code !== 0) throw new Error(`${program}: ${stderr}`);
}
