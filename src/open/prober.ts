import { HttpProbe, userAgentOf } from '../adapters/probe/http-probe.ts';
import { PoliteProbe } from '../adapters/probe/polite-probe.ts';
import { ThreadedProbe } from '../adapters/probe/threaded-probe.ts';
import type { HttpSigner } from '../adapters/signing/http-signature.ts';
import { HttpTargets } from '../adapters/webhook/http-targets.ts';
import type { Config } from '../config/config.ts';
import { SourceClient, type SourceDependencies } from '../import/source-client.ts';
import { usualSurroundings } from '../import/surroundings.ts';
import { version } from '../config/version.ts';

/** Explains the requests to targets. */
const webhooksPage = '/docs/owners/webhooks/';

/** Opens the prober of a catalog; its user agent names the catalog. */
export function openProber(config: Config): PoliteProbe {
  const { siteUrl, probeAllowPrivate: allowPrivate, assets } = config;
  const settings = {
    userAgent: userAgentOf(version, siteUrl),
    signer: signerOf(config),
    allowPrivate,
    assets,
  };

  return new PoliteProbe({
    probe: new ThreadedProbe(settings, new URL('../adapters/probe/probe-thread.ts', import.meta.url)),
  });
}

/** Signs the requests of the prober; undefined where they are not signed. */
export function signerOf({
  siteUrl,
  probeSigningKey,
}: Pick<Config, 'siteUrl' | 'probeSigningKey'>): HttpSigner | undefined {
  return probeSigningKey && { origin: new URL(siteUrl).origin, ...probeSigningKey };
}

/** Opens what posts to the targets of webhooks, at the addresses that the prober may ask. */
export function openTargets({
  siteUrl,
  probeAllowPrivate: allowPrivate,
  endpointPolicy: policy,
}: Config): HttpTargets {
  const userAgent = userAgentOf(version, siteUrl, webhooksPage);

  return new HttpTargets({ probe: new HttpProbe({ userAgent, allowPrivate }), policy });
}

/** Opens what reads single texts elsewhere, at the addresses that the prober may ask. */
export function openReader(config: Config): Pick<HttpProbe, 'read'> {
  const { siteUrl, probeAllowPrivate: allowPrivate } = config;

  return new HttpProbe({ userAgent: userAgentOf(version, siteUrl), signer: signerOf(config), allowPrivate });
}

/** Opens what asks other catalogs, at the addresses that the prober may ask. */
export function openSourceClient(
  config: Config,
  options: { readonly pauseMs: number; readonly notice: (text: string) => void },
): SourceClient {
  const { siteUrl, probeAllowPrivate: allowPrivate } = config;
  const userAgent = userAgentOf(version, siteUrl);
  const probe = new HttpProbe({ userAgent, signer: signerOf(config), allowPrivate });
  const polite = new PoliteProbe({ probe });
  const ask: SourceDependencies['ask'] = (target) => polite.probe(target, 'pass');

  return new SourceClient({ probe, ask, surroundings: usualSurroundings, ...options });
}
