import { HttpProbe, userAgentOf } from './adapters/probe/http-probe.ts';
import { PoliteProbe } from './adapters/probe/polite-probe.ts';
import type { Config } from './config.ts';
import { version } from './version.ts';

/** What asks the services of a catalog, under the catalog's own name. */
export function openProber({ siteUrl, probeAllowPrivate: allowPrivate }: Config): PoliteProbe {
  return new PoliteProbe({
    probe: new HttpProbe({ userAgent: userAgentOf(version, siteUrl), allowPrivate }),
  });
}
