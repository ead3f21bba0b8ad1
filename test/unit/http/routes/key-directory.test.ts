import { describe, expect, it } from 'vitest';
import { keyDirectory } from '../../../../src/adapters/signing/http-signature.ts';
import { anApi } from '../../../fixtures/api.ts';
import { aHttpSigner } from '../../../fixtures/http-signer.ts';
import { aServer, requestText, send } from '../../../fixtures/server.ts';

const path = '/.well-known/http-message-signatures-directory';

describe(`GET ${path}`, () => {
  it('gives the keys of the checks, signed, over the wire', async () => {
    const signer = aHttpSigner();
    const server = await aServer(anApi({ parts: { keyDirectory: () => keyDirectory(signer) } }));
    const reply = await send(server.port, requestText('GET', path));
    await server.stop();

    expect(reply?.status).toBe(200);
    expect(reply?.headers.get('content-type')).toBe('application/http-message-signatures-directory+json');
    expect(reply?.headers.get('signature-input')).toContain('tag="http-message-signatures-directory"');
    expect(reply?.body).toContain('"kid"');
  });

  it('says that nothing is signed without a key', async () => {
    const server = await aServer(anApi());
    const reply = await send(server.port, requestText('GET', path));
    await server.stop();

    expect(reply?.status).toBe(404);
    expect(reply?.body).toContain('keys_absent');
  });
});
