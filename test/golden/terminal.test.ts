/** Screens of recorded machines, reviewed by eye. `npm run golden:update` rewrites the files. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { speak } from '../../src/show/display/language.ts';
import { catalogueOf, TEXTS, TRANSLATED } from '../support/catalogues.ts';
import { showHost } from '../support/recorded-terminal.ts';

const folder = join(import.meta.dirname, 'terminal');
const isUpdate = process.env['GOLDEN_UPDATE'] === '1';

function expectGolden(name: string, actual: string): void {
  const file = join(folder, `${name}.txt`);
  if (isUpdate) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, actual);
  }
  expect(existsSync(file), `${file} is missing: npm run golden:update`).toBe(true);
  expect(actual).toBe(readFileSync(file, 'utf8'));
}

describe('the screen of a recorded machine', () => {
  it.each([
    ['big-server', 80, 24],
    ['big-server', 200, 60],
    ['small-vm', 120, 40],
    ['small-vm', 46, 16],
    ['old-kernel', 80, 24],
    ['empty', 80, 24],
  ])('%s, %i by %i', async (host, width, height) => {
    const { screen } = await showHost(host, { isOnlyRead: true, width, height });
    expectGolden(`${host}-${width}x${height}`, screen());
  });

  it('in ASCII', async () => {
    const { screen } = await showHost('small-vm', { isOnlyRead: true, width: 100, height: 30, isUnicode: false });
    expect(screen()).toMatch(/^[\n -~]*$/);
    expectGolden('small-vm-ascii', screen());
  });

  it('with everything that keys open', async () => {
    const { press, screen } = await showHost('big-server', { isOnlyRead: true, width: 100, height: 32 });
    const views = [
      ['j'],
      ['j', 'D'],
      ['D', '?'],
      ['escape', '/', 'p', 'o', 's', 't', 'enter'],
      ['escape', '1', 'B', 'F', 'm'],
    ].map((keys) => `--- ${keys.join(' ')}\n${press(...keys)}`);
    expectGolden('big-server-keys', `${screen()}${views.join('')}`);
  });
});

describe('in another language', () => {
  afterEach(() => speak('en', {}));

  it.each(TRANSLATED)(
    'the screen, its help and a chart: %s',
    async (language) => {
      speak(language, catalogueOf(language));
      const { press, screen } = await showHost('big-server', { isOnlyRead: true, width: 100, height: 32 });
      const views = [['?'], ['escape', 'g']].map((keys) => `--- ${keys.join(' ')}\n${press(...keys)}`);
      expectGolden(`big-server-${language}`, `${screen()}${views.join('')}`);
    },
  );

  it('of which every text is known, no heading, key or message is in English', async () => {
    speak('de', Object.fromEntries(TEXTS.map((text) => [text, text.replaceAll(/(?<!\{[^}]*)[a-z]/gi, 'x')])));
    const { press, screen } = await showHost('big-server', { isOnlyRead: true, width: 200, height: 60 });
    const shown = [screen(), press('?'), press('escape', 'z'), press('g')].join('\n');
    const words = ['Load', 'Memory', 'Network', 'running', 'Alerts', 'Sort', 'General', 'filter', 'quit'];
    expect(words.filter((word) => new RegExp(`\\b${word}\\b`).test(shown))).toEqual([]);
  });
});
