import { setTimeout as pause } from 'node:timers/promises';
import { HTTPFacilitatorClient } from '@x402/core/server';
import { ExactEvmScheme } from '@x402/evm/exact/server';
import { paymentMiddleware, x402ResourceServer } from '@x402/express';
import express, { type Express, type RequestHandler } from 'express';
import { parseUnits } from 'viem';
import { paymentMiddleware as paymentMiddlewareOfV1 } from 'x402-express';
import { openServer } from './loopback-server.ts';
import type { Chain, Seller, SellerOptions, Terms } from './market.ts';
import { newAccount } from './payer.ts';
import { domainOf, tokenDecimals, tokens } from './tokens.ts';

/** Opens a seller that settles by a facilitator. */
export async function openSeller(
  chain: Chain,
  facilitator: string,
  options: SellerOptions = {},
): Promise<Seller> {
  const { version = 2, method = 'GET', path = '/data', answer = { paid: true }, delay = 0 } = options;
  const { price = '0.01', wallet = newAccount().address, token = 'USDC' } = options;
  const declared = { price, wallet, token };
  const paywall = version === 1 ? paywallOfV1 : paywallOfV2;

  const appFor = (terms: Required<Terms>): Express => {
    const app = express();
    if (delay > 0) app.use(path, (_request, _response, next) => void pause(delay).then(() => next()));
    if (options.paidStatus !== undefined) app.use(failWhenPaid(options.paidStatus));
    if (!options.isFree) app.use(paywall(`${method} ${path}`, terms, facilitator, chain));
    app[method === 'GET' ? 'get' : 'post'](path, (_request, response) => void response.json(answer));
    return app;
  };

  let live: Required<Terms> = { ...declared, ...options.live };
  let app = appFor(live);
  const server = await openServer((request, response) => void app(request, response));

  return {
    url: server.url + path,
    method,
    version,
    declared,
    change: (terms) => {
      live = { ...live, ...terms };
      app = appFor(live);
    },
    close: server.close,
  };
}

/** Answers with another status once the payment is settled, which paywalls do last. */
function failWhenPaid(paidStatus: number): RequestHandler {
  return (_request, response, next) => {
    const writeHead = response.writeHead.bind(response);
    response.writeHead = (status: number) =>
      writeHead(response.hasHeader('PAYMENT-RESPONSE') ? paidStatus : status);
    next();
  };
}

function paywallOfV2(
  route: string,
  { price, wallet, token }: Required<Terms>,
  facilitator: string,
  { network }: Chain,
): RequestHandler {
  const server = new x402ResourceServer(new HTTPFacilitatorClient({ url: facilitator })).register(
    network,
    new ExactEvmScheme(),
  );
  const amount = {
    asset: tokens[token],
    amount: parseUnits(price, tokenDecimals).toString(),
    extra: domainOf(token),
  };

  return paymentMiddleware(
    {
      [route]: {
        accepts: [{ scheme: 'exact', price: amount, network, payTo: wallet }],
        description: 'A sample of the market.',
        mimeType: 'application/json',
      },
    },
    server,
  ) as RequestHandler;
}

function paywallOfV1(
  route: string,
  { price, wallet, token }: Required<Terms>,
  facilitator: string,
): RequestHandler {
  const amount = {
    amount: parseUnits(price, tokenDecimals).toString(),
    asset: { address: tokens[token], decimals: tokenDecimals, eip712: domainOf(token) },
  };

  return paymentMiddlewareOfV1(
    wallet,
    { [route]: { price: amount, network: 'base-sepolia' } },
    { url: facilitator as `${string}://${string}` },
  ) as RequestHandler;
}
