import { addPackages } from '../../scripts/own-packages.ts';

/**
 * Installs the packages of a folder with a lock file of its own, unless they are there. False where they cannot be had, so that the tests
 * can be skipped; in CI that is an error.
 */
export async function installPackages(folder: string): Promise<boolean> {
  try {
    await addPackages(folder);
    return true;
  } catch (error) {
    if (process.env['CI']) throw error;
    return false;
  }
}
