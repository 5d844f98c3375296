/** Debian's Chromium, driven by playwright-core: in tests and benchmarks alike. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

export const CHROMIUM = '/usr/bin/chromium';
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

/** Fonts of the tests alone, so that texts are as wide on every machine. */
const FONTS = { FONTCONFIG_FILE: join(import.meta.dirname, 'fonts.conf') };

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, args: FLAGS, env: { ...process.env, ...FONTS } });
