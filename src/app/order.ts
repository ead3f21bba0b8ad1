import { type Catalog, openCatalog } from './catalog.ts';
import { type Checking, openChecking } from './checking.ts';
import { type Counting, openCounting } from './counting.ts';
import { type Followed, openFollowing } from './following.ts';
import { type Home, openHome } from './home.ts';
import { openOutcomes, type Outcomes } from './outcomes.ts';
import type { Base, Part, Step } from './part.ts';
import { openServer } from './server.ts';
import { openSite, type Site } from './site.ts';
import { openStorage, type Storage } from './storage.ts';
import { openNotifications, type Notifications } from './notifications.ts';
import { openWatching, type Watching } from './watching.ts';
import { openWriting, type Writing } from './writing.ts';

interface Parts {
  home: Home;
  storage: Storage;
  catalog: Catalog;
  writing: Writing;
  checking: Checking;
  counting: Counting;
  outcomes: Outcomes;
  notifications: Notifications;
  following: Followed;
  site: Site;
  watching: Watching;
  server: Part;
}

/** The parts of the server: they open and start in this order, and stop in the reverse one. */
export const order: readonly Step[] = [
  step('home', [], openHome),
  step('storage', [], openStorage),
  step('catalog', ['home', 'storage'], openCatalog),
  step('writing', ['home', 'storage', 'catalog'], openWriting),
  step('checking', ['storage', 'catalog', 'writing'], openChecking),
  step('counting', ['storage', 'catalog'], openCounting),
  step('outcomes', ['storage', 'catalog', 'writing', 'counting'], openOutcomes),
  step('notifications', ['home', 'storage', 'catalog'], openNotifications),
  step('following', ['storage', 'catalog', 'writing', 'counting', 'outcomes'], openFollowing),
  step('site', ['home', 'storage', 'catalog', 'checking', 'notifications'], openSite),
  step('watching', ['home', 'storage', 'catalog', 'writing', 'notifications', 'site'], openWatching),
  step(
    'server',
    [
      ...(['storage', 'catalog', 'writing', 'checking', 'counting', 'outcomes', 'notifications'] as const),
      ...(['following', 'site', 'watching'] as const),
    ],
    openServer,
  ),
];

/** `open` takes what `needs` names, so that the compiler holds the two together. */
function step<Name extends keyof Parts, Need extends keyof Parts>(
  name: Name,
  needs: readonly Need[],
  open: (parts: Pick<Parts, Need>, base: Base) => Promise<Parts[Name]> | Parts[Name],
): Step {
  return { name, needs, open };
}
