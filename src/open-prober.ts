import { HttpProbe, userAgentOf } from './adapters/probe/http-probe.ts';
import { PoliteProbe } from './adapters/probe/polite-probe.ts';
import type { Config } from './config.ts';
import { version } from './version.ts';

/** Opens the prober of a catalog; its user agent names the catalog. */
export function openProber({ siteUrl, probeAllowPrivate: allowPrivate }: Config): PoliteProbe {
  return new PoliteProbe({
    probe: new HttpProbe({ userAgent: userAgentOf(version, siteUrl), allowPrivate }),
  });
}
