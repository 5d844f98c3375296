/** The configuration file that Debian 12 installs with Glances 3: every key has an entry here, and what is renamed is said. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { plugins } from '../../measure/plugins/index.ts';
import { loadSettings } from './load.ts';

/** Sections and keys as a server of that version lists them. */
const STOCK = readFileSync(new URL('testcases/glances-3.conf', import.meta.url));

const load = (bytes: Uint8Array) =>
  loadSettings({
    registry: plugins,
    file: { path: 'glances.conf', borrowed: true },
    files: { read: () => bytes },
  });

it('knows every key of the file', async () => {
  const { warnings } = await load(STOCK);
  expect(warnings.filter((text) => /has no (key|section)|did you mean/.test(text))).toEqual([]);
});

it('reads [docker] as [containers], and says it', async () => {
  const { settings, notices } = await load(Buffer.from('[docker]\ndisable=True\nall=True\n'));
  expect(settings.enabled.has('containers')).toBe(false);
  expect(settings.section('containers')).toEqual({ disable: 'True', all: 'True' });
  expect(notices).toContain('glances.conf:1: [docker] is read as [containers], its present name.');
});

it.each(['[docker]\nall=True\n[containers]\nall=False\n', '[containers]\nall=False\n[docker]\nall=True\n'])(
  'lets the present name win: %j',
  async (text) => {
    const { settings } = await load(Buffer.from(text));
    expect(settings.section('containers')).toEqual({ all: 'False' });
  },
);
