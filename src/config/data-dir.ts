/** DATA_DIR where the environment names none. */
export const defaultDataDir = './data';

/** DATA_DIR, for programs that want it before they load what reads and checks all settings. */
export function dataDirIn({ DATA_DIR: named = '' }: NodeJS.ProcessEnv): string {
  return named === '' ? defaultDataDir : named;
}
