/** Debian's Chromium, driven by playwright-core: in tests and benchmarks alike. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** Chromium without windows draws the same pages and takes two thirds of the CPU time of the whole one. */
const [SHELL, WHOLE] = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;
export const CHROMIUM = existsSync(SHELL) ? SHELL : WHOLE;
export const hasChromium = existsSync(CHROMIUM);

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** For tests: one process draws everything, since starting others takes longer than loading most pages. */
const ONE_PROCESS = [
  '--disable-site-isolation-trials',
  '--renderer-process-limit=1',
  '--in-process-gpu',
  '--disable-gpu-compositing',
  '--disable-software-rasterizer',
  // Pages of tests live for a second or two: eager or repeated compilation takes longer than it saves.
  '--js-flags=--no-opt --no-maglev --no-compile-hints-magic',
];

/** Only the tests' fonts, so texts have the same width everywhere. */
const FONTS = { FONTCONFIG_FILE: join(import.meta.dirname, 'fonts.conf') };

export const launch = (flags: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM,
    args: [...FLAGS, ...flags],
    env: { ...process.env, ...FONTS },
  });

let shared: Promise<Browser> | undefined;

/** One browser for all files that a worker of Vitest runs; it ends with the worker. Contexts are to be closed. */
export async function sharedBrowser(): Promise<Browser> {
  if (!(await shared)?.isConnected()) shared = launch(ONE_PROCESS);
  return (await shared) as Browser;
}
