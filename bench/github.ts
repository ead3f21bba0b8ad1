import { catalogFolder } from '../src/domain/catalog-file.ts';
import { serviceFilePath } from '../src/domain/service-file.ts';
import { GitHubDouble } from '../test/support/github/github-double.ts';
import { register } from '../test/support/registration.ts';
import { startServer, Workplace } from '../test/support/running-server.ts';
import { generateRegistrations, randomFrom } from './generate.ts';
import { categoryIds } from './generated-catalog.ts';
import { type Figure, writeResult } from './result.ts';

const registrations = 500;
const latencyMs = 300;
const wantedSeconds = 60;
const wantedMoves = 6;
const failingShare = 0.2;

/** Sends a burst of registrations to a catalog on GitHub, with the latency of a distant server, then with frequent failures. */
export async function benchGithub(): Promise<void> {
  await writeResult('github', [
    await burst('every call succeeds', 0),
    await burst('a fifth of all calls fail', failingShare),
  ]);
}

async function burst(what: string, failing: number): Promise<Figure> {
  const double = await GitHubDouble.start();
  const workplace = await Workplace.make();
  const key = await workplace.key();
  const server = await startServer({
    ...workplace.environment,
    GITHUB_REPOSITORY: 'acme/listings',
    GITHUB_TOKEN: 'good-token',
    GITHUB_API_URL: double.url,
  });
  let moves = 0;
  double.latencyMs = latencyMs;
  double.faults = failingCalls(failing);
  double.afterMove = () => Promise.resolve(void (moves += 1));

  const bodies = [...generateRegistrations(registrations, await categoryIds(), 3)];
  const started = performance.now();
  const answers = await Promise.all(bodies.map((body) => register(server.url, key, body)));
  const seconds = (performance.now() - started) / 1000;

  const made = answers.filter(({ status }) => status === 201);
  const ids = await Promise.all(made.map(async (answer) => ((await answer.json()) as { id: string }).id));
  const files = (await double.repository.files('main')).filter((path) => path.includes('/services/'));
  const lost = ids.filter((id) => !files.includes(`${catalogFolder}/${serviceFilePath(id)}`));
  const commits = (await double.repository.messages('main')).length - 1;
  await server.stop('SIGTERM');
  await double.stop();
  await workplace.remove();

  return {
    what: `${String(registrations)} registrations at once, ${String(latencyMs)} ms a call, ${what}`,
    wanted: `all answered within ${String(wantedSeconds)} s, ≤ ${String(wantedMoves)} ref updates, none lost, none twice`,
    measured: `${seconds.toFixed(1)} s, ${String(moves)} ref updates, ${String(made.length)} made, ${String(lost.length)} lost`,
    reached:
      seconds <= wantedSeconds &&
      moves <= wantedMoves &&
      made.length === registrations &&
      lost.length === 0 &&
      files.length === registrations &&
      commits === moves,
    note: `${String(double.calls.length)} calls, ${String(files.length)} files in ${String(commits)} commits on the branch`,
  };
}

/** Lets a share of the calls fail, in one of four ways: a server error or a broken connection, before or after the call takes effect. */
function failingCalls(share: number): GitHubDouble['faults'] {
  const random = randomFrom(4);

  return () => {
    if (random() >= share) return undefined;

    const when = random() < 0.5 ? 'before' : 'after';
    if (random() < 0.5) return { when, reset: true };
    return { when, answer: { status: 502, body: { message: 'Bad Gateway' } } };
  };
}
