import { scannersCommands as does } from '#texts/guides.ts';
import { commands, type GuideBlock } from './guide-block.ts';

/**
 * The commands of the quick start for scanners, in its order: one session in bash, with curl 7.84 and jq.
 * `test/server/guides.test.ts` runs it as it stands on the page.
 */
export function scannersGuide(catalog: string) {
  return {
    begin: commands(does.begin, `CATALOG=${catalog}`),
    copy: commands(
      does.copy,
      `curl -sS --compressed --etag-save catalog.etag \\
  --output catalog.json "$CATALOG/api/export"
jq '{source, exportedAt, services: (.endpoints | length)}' catalog.json`,
    ),
    follow: commands(
      does.follow,
      `cp catalog.json before.json
curl -sS --compressed --etag-compare catalog.etag \\
  --etag-save catalog.etag --output catalog.json \\
  --write-out '%{http_code}\\n' "$CATALOG/api/export"`,
    ),
    changes: commands(
      does.changes,
      `jq --raw-output --slurpfile before before.json \\
  '(.endpoints - $before[0].endpoints)[] | "changed \\(.id)"' catalog.json
jq --raw-output --slurpfile before before.json \\
  '($before[0].endpoints | map(.id)) - (.endpoints | map(.id)) | .[] | "gone \\(.)"' \\
  catalog.json`,
    ),
    page: commands(
      does.page,
      `curl -sS --include "$CATALOG/api/services?category=weather-environment&limit=100"`,
    ),
    observed: commands(
      does.observed,
      `ID=$(jq -r '.endpoints[0].id' catalog.json)
curl -sS "$CATALOG/api/services/$ID/observed"`,
    ),
  } as const satisfies Readonly<Record<string, GuideBlock>>;
}

export type ScannersGuide = ReturnType<typeof scannersGuide>;
