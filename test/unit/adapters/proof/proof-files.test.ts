import type { ServerResponse } from 'node:http';
// eslint-disable-next-line no-restricted-imports -- A slow seller: what it does meanwhile is measured.
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Reach } from '../../../../src/adapters/probe/checked-addresses.ts';
import { HttpProbe } from '../../../../src/adapters/probe/http-probe.ts';
import { PoliteProbe } from '../../../../src/adapters/probe/polite-probe.ts';
import { ProofFiles } from '../../../../src/adapters/proof/proof-files.ts';
import type { Look } from '../../../../src/domain/ownership/method.ts';
import { ownerLine } from '../../../../src/domain/proof.ts';
import { evidenceOf } from '../../../fixtures/proofs.ts';
import { certificates, httpSeller, httpsSeller, rawSeller, type Seller } from '../../../support/seller.ts';

const line = ownerLine('github:9919', 'catalog.example.com');
const resolve = (): Promise<string[]> => Promise.resolve(['127.0.0.1']);

function proofFiles(reach: Partial<Reach> = {}, allowPrivate = true, deadlineMs?: number): ProofFiles {
  const probe = new HttpProbe({
    userAgent: 'tollbook/0',
    allowPrivate,
    ca: certificates.valid,
    reach: { resolve, ...reach },
  });

  return new ProofFiles(new PoliteProbe({ probe }), deadlineMs);
}

function fileOf({ url }: Seller): string {
  const x402Config = { network: 'base', paymentAddress: '' };

  return evidenceOf('http', { endpoint: `${url}/v1/rain`, x402Config }) ?? '';
}

async function lookedAt(seller: Seller, files = proofFiles()): Promise<Look> {
  const look = await files.look(fileOf(seller), line, 'person');

  await expect.poll(seller.open, { interval: 5 }).toBe(0);
  return look;
}

/** The look at a file that is served like this. */
async function served(
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
  status = 200,
): Promise<Look> {
  return lookedAt(await httpSeller((_request, response) => response.writeHead(status, headers).end(body)));
}

describe('the file of an owner', () => {
  it('is asked for at the origin of the endpoint, with its port, and without robots.txt', async () => {
    const asked: string[] = [];
    const seller = await httpSeller(({ method, url, headers }, response) => {
      asked.push(`${method ?? ''} ${url ?? ''} ${headers['accept-encoding'] ?? ''}`);
      response.end(line);
    });

    expect(await lookedAt(seller)).toEqual({ result: 'found', seen: `it has the line "${line}"` });
    expect(asked).toEqual(['GET /.well-known/tollbook.txt identity']);
  });

  it('may be served over TLS', async () => {
    const seller = await httpsSeller((_request, response) => response.end(line), certificates.valid);

    expect(await lookedAt(seller)).toMatchObject({ result: 'found' });
  });

  it.each([
    ['as the only line', line],
    ['with a line end', `${line}\n`],
    ['with line ends of Windows', `# our catalogs\r\n${line}\r\n`],
    ['with a byte order mark', `\ufeff${line}\n`],
    ['with spaces after it', `${line} \t\n`],
    ['among those of other owners', `${ownerLine('acme', 'catalog.example.com')}\n\n${line}\n`],
    ['in exactly 4 KiB', `${line}\n${'x'.repeat(4_095 - line.length)}`],
  ])('holds the line %s', async (_how, body) => {
    expect(await served(body, { 'Content-Type': 'text/html' })).toMatchObject({ result: 'found' });
  });

  it.each([
    ['inside a longer line', `<html><p>${line}</p></html>`, 'it has no line that begins with "owner="'],
    ['after a space', ` ${line}`, 'instead'],
    ['over two lines', line.replace(' ', '\n'), 'it has the line "owner=github:9919" instead'],
    ['between carriage returns', `a\r${line}\rb`, 'no line'],
    [
      'for another catalog',
      ownerLine('github:9919', 'other.example.com'),
      'catalog=other.example.com" instead',
    ],
    ['for another port', `${line}:8443`, 'catalog=catalog.example.com:8443" instead'],
    [
      'for another owner',
      ownerLine('github:1', 'catalog.example.com'),
      'it has the line "owner=github:1 catalog',
    ],
    ['in another encoding', Buffer.from(line, 'utf16le'), 'no line'],
    ['in no line at all', '', 'no line'],
    ['in more than 4 KiB', `${line}\n${'x'.repeat(4_096 - line.length)}`, 'it is longer than 4 KiB'],
  ])('lacks it %s', async (_how, body, seen) => {
    const look = await served(body);

    expect(look.result).toBe('missing');
    expect(look.seen).toContain(seen);
  });

  it.each([
    [201, 'missing'],
    [204, 'missing'],
    [206, 'missing'],
    [304, 'missing'],
    [401, 'missing'],
    [403, 'missing'],
    [404, 'missing'],
    [410, 'missing'],
    [429, 'unclear'],
    [500, 'unclear'],
    [503, 'unclear'],
  ])('counts only with status 200: %i is %s', async (status, result) => {
    const look = await served(status === 204 || status === 304 ? '' : line, {}, status);

    expect(look.result).toBe(result);
    expect(look.seen).toContain(`it answers ${String(status)}`);
  });

  it.each([301, 302, 303, 307, 308])('is not looked for where a %i leads', async (status) => {
    const asked: string[] = [];
    const seller = await httpSeller(({ url = '' }, response) => {
      asked.push(url);
      if (url === '/right.txt') response.end(line);
      else response.writeHead(status, { Location: '/right.txt' }).end(line);
    });

    expect(await lookedAt(seller)).toEqual({
      result: 'missing',
      seen: `it answers ${String(status)}, not 200`,
    });
    expect(asked).toEqual(['/.well-known/tollbook.txt']);
  });

  it('may be compressed although it was not asked to be', async () => {
    expect(await served(gzipSync(line), { 'Content-Encoding': 'gzip' })).toMatchObject({ result: 'found' });
  });

  it.each([
    ['a bomb', gzipSync(Buffer.alloc(50_000_000)), 'gzip'],
    ['larger than 4 KiB once it is read', gzipSync(`${line}\n${'x'.repeat(5_000)}`), 'gzip'],
    ['not compressed as it says', line, 'gzip'],
    ['not compressed as it says', line, 'deflate'],
    ['compressed in a way that is not read', brotliCompressSync(line), 'br'],
    ['compressed in a way that is not read', line, 'zstd'],
    ['compressed twice', gzipSync(gzipSync(line)), 'gzip, gzip'],
  ])('is refused when it is %s', async (_how, body, encoding) => {
    const look = await served(body, { 'Content-Encoding': encoding });

    expect(look.result).toBe('missing');
    expect(look.seen).toContain('serve it uncompressed');
  });

  it('is not read beyond 4 KiB', async () => {
    let sent = 0;
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const seller = await httpSeller((_request, response) => {
      const pour = (target: ServerResponse): void => {
        for (; sent < 10_000_000 && target.write(chunk); sent += chunk.length);
        if (sent >= 10_000_000) target.end();
        else target.once('drain', () => pour(target));
      };
      pour(response);
    });

    expect(await lookedAt(seller)).toEqual({ result: 'missing', seen: 'it is longer than 4 KiB' });
    expect(sent).toBeLessThan(10_000_000);
  });

  it('is waited for no longer than its deadline, however it drips', async () => {
    const seller = await httpSeller((_request, response) => {
      const drip = setInterval(() => response.write('\n'), 20);
      response.on('close', () => clearInterval(drip));
    });

    expect(await lookedAt(seller, proofFiles({}, true, 300))).toEqual({
      result: 'unclear',
      seen: 'time ran out: the body of the answer did not come to its end',
    });
  });

  it('is unclear when nobody answers', async () => {
    const seller = await rawSeller((socket) => socket.destroy());

    expect(await lookedAt(seller)).toMatchObject({ result: 'unclear' });
  });

  it('is never asked for at an address inside', async () => {
    const seller = await httpSeller((_request, response) => response.end(line));

    expect(await lookedAt(seller, proofFiles({}, false))).toEqual({
      result: 'unclear',
      seen: 'seller.example.com resolves to 127.0.0.1, which is not a public address',
    });
    expect(seller.connections()).toBe(0);
  });

  it('is asked for at the address that was checked, whatever the name resolves to afterwards', async () => {
    const seller = await httpSeller((_request, response) => response.end(line));
    let lookups = 0;
    const rebinding = (): Promise<string[]> =>
      Promise.resolve([(lookups += 1) === 1 ? '192.0.2.1' : '127.0.0.1']);
    const checked: string[] = [];
    const mayConnect = (address: string): boolean => {
      checked.push(address);
      return address !== '192.0.2.1';
    };

    expect(await lookedAt(seller, proofFiles({ resolve: rebinding, mayConnect }))).toMatchObject({
      result: 'unclear',
    });
    expect([lookups, checked, seller.connections()]).toEqual([1, ['192.0.2.1'], 0]);
  });

  it('is asked for by one person at a time', async () => {
    let [now, most] = [0, 0];
    const seller = await httpSeller((_request, response) => {
      most = Math.max(most, (now += 1));
      void sleep(20).then(() => {
        now -= 1;
        response.end(line);
      });
    });
    const files = proofFiles();
    const looks = await Promise.allSettled(
      Array.from({ length: 20 }, () => files.look(fileOf(seller), line, 'person')),
    );

    expect(most).toBe(1);
    expect(looks.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });
});
