/**
 * The environment in which git sends a login to the host of a URL, and to no other. A setting would be in its arguments, which other users
 * of the machine could read. Settings that the operator gave git in the same way stay.
 */
export function loginEnvironment(
  url: string,
  { user, password }: { readonly user: string; readonly password: string },
): Record<string, string> {
  const basic = Buffer.from(`${user}:${password}`).toString('base64');

  return settingEnvironment(`http.${new URL(url).origin}/.extraHeader`, `Authorization: Basic ${basic}`);
}

/** The environment that adds one setting of git. */
export function settingEnvironment(name: string, value: string): Record<string, string> {
  const given = Number(process.env['GIT_CONFIG_COUNT'] ?? '0');

  return {
    GIT_CONFIG_COUNT: String(given + 1),
    [`GIT_CONFIG_KEY_${String(given)}`]: name,
    [`GIT_CONFIG_VALUE_${String(given)}`]: value,
  };
}

/** The same text with no user or password in any URL. */
export function withoutLogins(text: string): string {
  return text.replace(/\b([a-z][a-z\d+.-]*:\/\/)[^\s/'"]*@/gi, '$1');
}
