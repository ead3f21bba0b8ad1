import { pathToFileURL } from 'node:url';

/** Where a branch is fetched from. */
export interface GitRemote {
  /** Without a password: it is in the arguments of git, and in its messages. */
  readonly url: string;
  /** What git needs to be let in. */
  readonly environment: () => Promise<Readonly<Record<string, string>>>;
}

const cure =
  'write the URL of a git repository, like https://git.example.com/listings.git, ssh://git@example.com/listings.git, git@example.com:listings.git or /srv/git/listings.git';

/** `user@host:path`, as ssh takes it. */
const sshPlace = /^(?:[\w.-]+@)?[\w.-]+:(?!\/\/)[^\s:]\S*$/;

/** A text is the address of no git remote. The message says why, and never repeats the text, which may hold a password. */
export class RemoteAddressFault extends Error {
  override readonly name = 'RemoteAddressFault';
}

/**
 * Reads the address of a git remote: an https, http, ssh, git or file URL, `user@host:path`, or an absolute path. A login in an http(s) URL
 * leaves the URL, and goes to git in its environment.
 * @throws {RemoteAddressFault}
 */
export function remoteAt(text: string): GitRemote {
  if (text.startsWith('/')) return openRemote(pathToFileURL(text).href);
  if (sshPlace.test(text)) return openRemote(text);

  const url = URL.parse(text);
  if (!url || /\s/.test(text)) throw new RemoteAddressFault(cure);
  if (url.protocol === 'https:' || url.protocol === 'http:') return httpRemote(url);
  if (!['ssh:', 'git:', 'file:'].includes(url.protocol)) throw new RemoteAddressFault(cure);
  if (url.password !== '') {
    throw new RemoteAddressFault('only an http(s) URL takes a password; ssh needs a key, in GIT_SSH_COMMAND');
  }
  return openRemote(text);
}

function httpRemote(url: URL): GitRemote {
  if (url.search !== '' || url.hash !== '') {
    throw new RemoteAddressFault('leave out everything from "?" or "#" on; a token goes before the host');
  }

  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  const { href } = Object.assign(new URL(url), { username: '', password: '' });
  if (password !== '') return { url: href, environment: () => loginOf(href, user, password) };
  if (user === '') return openRemote(href);

  // Git asks its credential helpers, or GIT_ASKPASS, for the password of this user.
  const setting = settingEnvironment(`credential.${url.origin}.username`, user);
  return { url: href, environment: () => Promise.resolve(setting) };
}

function loginOf(url: string, user: string, password: string): Promise<Record<string, string>> {
  return Promise.resolve(loginEnvironment(url, { user, password }));
}

function openRemote(url: string): GitRemote {
  return { url, environment: () => Promise.resolve({}) };
}

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

function settingEnvironment(name: string, value: string): Record<string, string> {
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
