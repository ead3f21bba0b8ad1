import { existsSync } from 'node:fs';

interface ChromiumLaunchOptions {
  readonly args: string[];
  readonly executablePath?: string;
}

/** The shell without windows first: tests take a quarter less time in it. */
const SYSTEM_PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Keeps the browser from opening connections of its own. */
const QUIET_ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The browser for the tests: CHROMIUM_PATH, else the system's Chromium, else Playwright's own download. */
export function chromiumLaunchOptions(): ChromiumLaunchOptions {
  const executablePath = process.env['CHROMIUM_PATH'] ?? SYSTEM_PATHS.find((path) => existsSync(path));
  // Chromium refuses to start its sandbox for root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox', ...QUIET_ARGS] : QUIET_ARGS;
  return executablePath === undefined ? { args } : { args, executablePath };
}
