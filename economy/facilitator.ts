import { x402Facilitator } from '@x402/core/facilitator';
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { toFacilitatorEvmSigner } from '@x402/evm';
import { registerExactEvmScheme } from '@x402/evm/exact/facilitator';
import express, { type RequestHandler } from 'express';
import { openServer, type LoopbackServer } from './loopback-server.ts';
import type { Chain } from './market.ts';
import type { Payer } from './payer.ts';

interface PaymentRequest {
  readonly paymentPayload: PaymentPayload;
  readonly paymentRequirements: PaymentRequirements;
}

/** Opens a facilitator of both versions of x402, which settles on the chain and pays the gas from an account. */
export async function openFacilitator(chain: Chain, payer: Payer): Promise<LoopbackServer> {
  const facilitator = registerExactEvmScheme(new x402Facilitator(), {
    signer: signerOf(payer),
    networks: chain.network,
  });

  const app = express();
  app.use(express.json());
  app.get('/supported', (_request, response) => void response.json(facilitator.getSupported()));
  app.post('/verify', answering(facilitator.verify.bind(facilitator)));
  app.post('/settle', answering(facilitator.settle.bind(facilitator)));
  return openServer(app);
}

function answering(act: (payload: PaymentPayload, terms: PaymentRequirements) => Promise<unknown>) {
  const handler: RequestHandler = (request, response, next) => {
    const { paymentPayload, paymentRequirements } = request.body as PaymentRequest;
    act(paymentPayload, paymentRequirements).then((result) => response.json(result), next);
  };

  return handler;
}

/** The types of viem and x402 differ for `verifyTypedData` alone. */
function signerOf({ address, client }: Payer) {
  type Signer = Parameters<typeof toFacilitatorEvmSigner>[0];
  const verifyTypedData: Signer['verifyTypedData'] = (signed) =>
    client.verifyTypedData(signed as Parameters<typeof client.verifyTypedData>[0]);

  return toFacilitatorEvmSigner({ ...client, address, verifyTypedData });
}
