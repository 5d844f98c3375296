import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { lineOf } from '../../history/events/entry.ts';
import { historyPaths } from './archive-reading.ts';
import { explainFolder } from './explain-folder.ts';

const AT = Date.UTC(2026, 10, 20, 12);
const WINDOW = { from: AT - 60_000, to: AT + 60_000 };
const SUSPENDED = lineOf({
  kind: 'mark',
  mark: 'suspend',
  time: AT,
  seq: 1,
  detail: '40 s',
  boot: 'b',
  uptime: 1,
});

const explained = async (paths: { readonly path: string; readonly events: string }) => {
  const { verdict, missing } = await explainFolder(paths, WINDOW, () => {});
  return { cause: verdict.cause, events: missing.filter((one) => /alerts|notes/.test(one)) };
};

it('alerts and marks are found where the configuration has another folder for the series', async () => {
  const root = temporaryTree({
    'series/note': '',
    'state/archive/events/events-202611.jsonl': `${SUSPENDED}\n`,
    'gander.conf': '',
  });
  const [path, events] = [join(root, 'series'), join(root, 'state/archive/events')];
  const conf = temporaryTree({ 'gander.conf': `[archive]\nfolder=${path}\n` });
  const env = { STATE_DIRECTORY: join(root, 'state') };
  const paths = await historyPaths(null, env, join(conf, 'gander.conf'));
  expect(paths).toEqual({ path, events });
  expect(await explained(paths)).toEqual({ cause: 'pause', events: [] });
  // Without folder=, both are in the state folder.
  expect(await historyPaths(null, env, join(root, 'gander.conf'))).toEqual({
    path: join(root, 'state/archive'),
    events,
  });
});

it('a copied history has them beside its series, or the explanation says that they are missing', async () => {
  const root = temporaryTree({ 'with/events/events-202611.jsonl': `${SUSPENDED}\n`, 'without/note': '' });
  const copied = async (name: string) => explained(await historyPaths(join(root, name), {}, null));
  expect(await copied('with')).toEqual({ cause: 'pause', events: [] });
  expect(await copied('without')).toEqual({
    cause: 'none',
    events: [`No history of alerts, starts and notes: there is no folder ${join(root, 'without')}/events.`],
  });
});

it('and those that cannot be read take nothing else with them', async () => {
  const root = temporaryTree({ events: 'a file' });
  const { events } = await explained({ path: root, events: join(root, 'events') });
  expect(events).toEqual([expect.stringMatching(/\/events cannot be read \(.+\)\.$/)]);
});

it('notes are part of it', async () => {
  const note = { id: 1, time: AT, until: null, text: 'Deployed', tags: [] };
  const folder = (notes: string): string =>
    temporaryTree({ 'events/events-202611.jsonl': `${SUSPENDED}\n`, 'events/notes.json': notes });
  const found = async (path: string) =>
    explainFolder({ path, events: join(path, 'events') }, WINDOW, () => {});
  const { happened, missing } = await found(folder(JSON.stringify([note])));
  expect(happened.map(({ text }) => text)).toContain('Deployed');
  expect(missing.filter((one) => one.includes('notes'))).toEqual([]);
  const damaged = await found(folder('['));
  expect(damaged.verdict.cause).toBe('pause');
  expect(damaged.missing).toContainEqual(
    expect.stringMatching(/^Notes are missing: .*notes\.json is damaged: it is not JSON\.$/),
  );
});
