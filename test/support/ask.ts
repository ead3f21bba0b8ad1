import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request exactly as written: without normalizing the path, negotiating encodings or following redirects. */
export async function ask(origin: string, path: string, { method = 'GET', headers = {} }: Asked = {}) {
  const { hostname, port } = new URL(origin);

  return new Promise<Answer>((resolve, reject) => {
    request({ hostname, port, path, method, headers, agent: false }, (response) => {
      const { statusCode = 0, headersDistinct } = response;
      buffer(response).then((body) => {
        resolve({ status: statusCode, headers: joined(headersDistinct), body });
      }, reject);
    })
      .on('error', reject)
      .end();
  });
}

/** Joins the values of a header that was sent more than once. */
function joined(headers: NodeJS.Dict<string[]>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(headers).map(([name, values]) => [name, values?.join(' + ')]));
}
