/** An environment variable has an invalid value; the message names the variable and the cure. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
