import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { runProcess } from './run-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A mounted disk that is small enough to be filled. */
export class SmallDisk {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  /** Mounts a disk until the test ends; undefined when this user may not mount disks. */
  static async mount(size: string): Promise<SmallDisk | undefined> {
    const path = await temporaryFolder();
    const { code } = await runProcess('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path]).catch(
      () => ({
        code: 1,
      }),
    );
    if (code !== 0) return undefined;

    onTestFinished(async () => {
      await runProcess('umount', [path]);
    });
    return new SmallDisk(path);
  }

  /** Fills the disk except for this many blocks. */
  async fill(free: number): Promise<void> {
    await this.empty();
    const { bavail, bsize } = await statfs(this.path);
    await writeFile(this.filling, Buffer.alloc(Math.max(0, bavail - free) * bsize));
  }

  async empty(): Promise<void> {
    await rm(this.filling, { force: true });
  }

  /** Makes the disk read-only. */
  async protect(): Promise<void> {
    await runProcess('mount', ['-o', 'remount,ro', this.path]);
  }

  /** The file that takes up the space. */
  get filling(): string {
    return join(this.path, 'filling');
  }
}
