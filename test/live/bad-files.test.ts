/** The agent with files of its own that are bad: each file in each way, spread over as many starts as there are ways. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { BAD_FILES, makeBad } from '../support/bad-files.ts';
import { firstOf } from '../support/full-run.ts';
import { serveLive } from '../support/live-agent.ts';
import { configFile, scratchFolder } from '../support/live-tools.ts';

const scratch = scratchFolder();
afterAll(() => scratch.remove());

/** Files and what they hold, below the folder of settings or that of the state. */
const SETTINGS = [
  'gander.d/page.conf',
  'gander.d/page.conf.changes.json',
  'api-keys.json',
  'gander.d/boards/x.json',
];
const EVENTS = ['lock', 'events-lasting.json', 'silences.json', 'notes.json'];
const STATE = [
  ...EVENTS.map((name) => `archive/events/${name}`),
  `archive/events/events-${new Date().toISOString().slice(0, 7).replace('-', '')}.jsonl`,
  'archive/lock',
  `archive/top/top-${new Date().toISOString().slice(0, 10).replaceAll('-', '')}.jsonl`,
  'beats.json',
  'beat-calls.json',
  'servers.json',
  'push.json',
];
/** Those without which something is missing that users rely on. */
const ALERTED = ['silences.json', 'notes.json', 'beats.json', 'page.conf'];
const WAYS = Object.keys(BAD_FILES);
const GOOD = '# Rules that were set on the page of Gander.\n[cpu]\ntotal_warning = 80\n';

it.each(
  firstOf(
    'more ways of bad files',
    1,
    WAYS.map((way, index) => [way, index] as const),
  ),
)('goes on, and says what is bad: beginning with %s', async (_, first) => {
  const root = join(scratch.path, `start-${first}`);
  const [settings, state] = [join(root, 'settings'), join(root, 'state')];
  for (const folder of [settings, state]) mkdirSync(folder, { recursive: true });
  const paths = [...SETTINGS.map((name) => join(settings, name)), ...STATE.map((name) => join(state, name))];
  paths.forEach((path, index) => makeBad(WAYS[(index + first) % WAYS.length] ?? '', path, GOOD));
  const agent = await serveLive({
    argv: ['-t', '0.5', '-C', configFile(settings, { passwords: { local_password_path: settings } })],
    env: { STATE_DIRECTORY: state },
  });
  onTestFinished(async () => void (await agent.stop('SIGKILL')));
  expect(await agent.get('/mem')).toMatchObject({ total: expect.any(Number) as number });
  await vi.waitFor(
    async () => {
      const { body } = await agent.request('/api/verdict');
      const said = body.toString();
      for (const name of ALERTED) expect(said).toContain(name);
    },
    { timeout: 20_000, interval: 50 },
  );
  const { code } = await agent.stop('SIGTERM');
  expect(code).toBe(0);
});
