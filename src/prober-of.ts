import { HttpProbe, userAgentOf } from './adapters/probe/http-probe.ts';
import { PoliteProbe } from './adapters/probe/polite-probe.ts';
import type { Config } from './config.ts';
import { version } from './version.ts';

/** What asks the services of a catalog, under its own name and by its own rules. */
export function proberOf({ siteUrl, probeAllowPrivate: allowPrivate }: Config): PoliteProbe {
  return new PoliteProbe({
    probe: new HttpProbe({ userAgent: userAgentOf(version, siteUrl), allowPrivate }),
  });
}
