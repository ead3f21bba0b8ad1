import { spawn } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** Passes a request to git-http-backend(1) over CGI (RFC 3875). */
export async function serveGit(
  root: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const {
    'content-type': contentType,
    'content-encoding': encoding,
    'git-protocol': protocol,
  } = request.headers;
  const git = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: contentType ?? '',
      HTTP_CONTENT_ENCODING: encoding ?? '',
      GIT_PROTOCOL: String(protocol ?? ''),
    },
  });
  request.pipe(git.stdin);

  const output = await buffer(git.stdout);
  const end = output.indexOf('\r\n\r\n');
  const headers = output
    .subarray(0, end)
    .toString()
    .split('\r\n')
    .map((line) => line.split(/: */, 2) as [string, string]);
  const status = headers.find(([name]) => name.toLowerCase() === 'status')?.[1] ?? '200';

  response.writeHead(Number.parseInt(status, 10), Object.fromEntries(headers));
  response.end(output.subarray(end + 4));
}
