/** DATA_DIR where the environment names none. */
export const defaultDataDir = './data';
