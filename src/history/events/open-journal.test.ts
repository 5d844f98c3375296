import { readdirSync, readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { alertEvent } from '../../../test/support/alert-event.ts';
import { BAD_FILES, makeBad } from '../../../test/support/bad-files.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { isFull } from '../../../test/support/full-run.ts';
import { keptLog } from '../../../test/support/notify.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import type { AlertChangeEntry } from './entry.ts';
import { openEventJournal } from './open-journal.ts';

const change = (id: number): AlertChangeEntry => ({
  kind: 'begin',
  id,
  plugin: 'fs',
  field: 'percent',
  identity: '/',
  stat: 'fs',
  event: alertEvent('FS', 90, { begin: 1_767_225_600 }),
  dropped: false,
  policy: null,
});

async function openIn(state: string) {
  const { lines, log } = keptLog();
  const journal = await openEventJournal({
    archive: null,
    environment: { STATE_DIRECTORY: state },
    clock: createFakeClock(Date.UTC(2026, 1, 2)),
    log: { write: log },
    port: 1,
  });
  if (journal === null) return expect.unreachable();
  onTestFinished(() => journal.stop());
  return { journal, lines };
}

/** Files of the folder, and what they hold. */
const FILES: Readonly<Record<string, string>> = {
  lock: '{"pid":1}',
  'events-lasting.json': JSON.stringify({ time: 1, lastId: 7, seq: 0, alerts: [] }),
  'events-202602.jsonl': 'a line of the present month\n',
  'events-202601.jsonl': 'a line of the month before\n',
  'silences.json': JSON.stringify([{ type: 'FS', note: '', since: 1, until: null }]),
  'notes.json': '[]',
};

const all = Object.keys(FILES).flatMap((name) => Object.keys(BAD_FILES).map((way) => [way, name] as const));
/** In `npm test`, one in three: each file, and each way. */
const rows = all.filter((_, index) => isFull || index % 3 === 0);

it.each(rows)('goes on with %s in the place of %s', async (way, name) => {
  const state = temporaryTree();
  const folder = `${state}/archive/events`;
  makeBad(way, `${folder}/${name}`, FILES[name] ?? '');
  const { journal, lines } = await openIn(state);
  expect(journal.obstacle).toBeNull();
  await journal.take(change(8));
  await journal.stop();
  const isFine = way === 'empty' && name.endsWith('.jsonl');
  // A file without an owner is a lock without one.
  if (!isFine && name !== 'lock' && !/silences|notes/.test(name))
    expect(lines.join('\n')).toContain(`${folder}/${name}`);
  if (way === 'garbage' && name !== 'lock')
    expect(
      readdirSync(folder).some((one) => one.startsWith(name) && isGarbage(`${folder}/${one}`)),
      'a copy is kept',
    ).toBe(true);
  const next = await openIn(state);
  expect(next.journal.past.events.map(({ id }) => id)).toEqual([8]);
});

const isGarbage = (path: string): boolean => readFileSync(path).includes('\xff{"]', 0, 'latin1');

it.each(Object.keys(BAD_FILES))('reads silences although the rest is bad: %s', async (way) => {
  const state = temporaryTree();
  const folder = `${state}/archive/events`;
  for (const [name, content] of Object.entries(FILES)) makeBad(way, `${folder}/${name}`, content);
  const { journal } = await openIn(state);
  let reads = 0;
  journal.folder.whenReadable(() => (reads += 1));
  expect(reads).toBe(1);
});
