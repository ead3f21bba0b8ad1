import { HttpProbe, userAgentOf } from './adapters/probe/http-probe.ts';
import { PoliteProbe } from './adapters/probe/polite-probe.ts';
import { ThreadedProbe } from './adapters/probe/threaded-probe.ts';
import { HttpTargets } from './adapters/webhook/http-targets.ts';
import type { Config } from './config.ts';
import { SourceClient, type SourceDependencies } from './import/source-client.ts';
import { usualSurroundings } from './import/surroundings.ts';
import { version } from './version.ts';

/** Explains the requests to targets. */
const webhooksPage = '/docs/owners/webhooks/';

/** Opens the prober of a catalog; its user agent names the catalog. */
export function openProber({ siteUrl, probeAllowPrivate: allowPrivate, assets }: Config): PoliteProbe {
  const settings = { userAgent: userAgentOf(version, siteUrl), allowPrivate, assets };

  return new PoliteProbe({
    probe: new ThreadedProbe(settings, new URL('./probe-thread.ts', import.meta.url)),
  });
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

/** Opens what asks other catalogs, at the addresses that the prober may ask. */
export function openSourceClient(
  { siteUrl, probeAllowPrivate: allowPrivate }: Config,
  options: { readonly pauseMs: number; readonly notice: (text: string) => void },
): SourceClient {
  const probe = new HttpProbe({ userAgent: userAgentOf(version, siteUrl), allowPrivate });
  const polite = new PoliteProbe({ probe });
  const ask: SourceDependencies['ask'] = (target) => polite.probe(target, 'pass');

  return new SourceClient({ probe, ask, surroundings: usualSurroundings, ...options });
}
