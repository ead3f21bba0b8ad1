/**
 * The address at which a host that only serves files has what a server has at another one: a page is the index of its folder, and an answer of the
 * API ends with `.json`. `/search?query=rain` becomes `/search/?query=rain`.
 */
export function fileAddress(address: string): string {
  const [path = ''] = address.split(/[?#]/, 1);
  if (/(?:\/|\.\w+)$/.test(path)) return address;

  return path + (path.startsWith('/api/') ? '.json' : '/') + address.slice(path.length);
}
