import { expect, it } from 'vitest';
import { createNotes, MOST_NOTES } from './notes.ts';
import { isOf } from '../../core/shape-check.ts';
import { NOTE } from '../past/note.ts';
import type { Note } from '../past/history-source.ts';

const note = (time: number, extra: Partial<Note> = {}) => ({
  time,
  until: null,
  text: 'deployed',
  tags: [],
  ...extra,
});

function notesOf(saved: readonly Note[], save: Parameters<typeof createNotes>[0] = async () => {}) {
  const notes = createNotes(save);
  notes.load(saved);
  return notes;
}

function rig(saved: readonly Note[] = []) {
  let file: readonly Note[] = saved;
  let failure: Error | null = null;
  const notes = notesOf(saved, async (all) => {
    if (failure) throw failure;
    file = all;
  });
  return { notes, file: () => file, fail: (error: Error | null) => void (failure = error) };
}

it('are those about any time of a range, and go on after a restart', async () => {
  const { notes, file } = rig();
  await Promise.all([notes.add(note(300)), notes.add(note(100, { until: 250 })), notes.add(note(50))]);
  const idsIn = (from: number, to: number) =>
    notesOf(file())
      .between(from, to)
      .map(({ id }) => id);
  expect([idsIn(0, 1000), idsIn(200, 300), idsIn(51, 100), idsIn(300, 301)]).toEqual([
    [3, 2, 1],
    [2],
    [],
    [1],
  ]);
  expect([await notes.remove(2), await notes.remove(2)]).toEqual([true, false]);
  expect((await notes.add(note(1)))?.id).toBe(4);
});

it('change nothing when they cannot be kept', async () => {
  const { notes, fail } = rig([{ id: 1, ...note(5) }]);
  fail(new Error('disk full'));
  await expect(notes.add(note(6))).rejects.toThrow('disk full');
  await expect(notes.remove(1)).rejects.toThrow('disk full');
  fail(null);
  expect(notes.between(0, 10)).toHaveLength(1);
  expect(await notes.remove(1)).toBe(true);
});

it('are bounded in a month, and in bytes: the oldest go', async () => {
  const many = Array.from({ length: MOST_NOTES }, (_, id) => ({ id, ...note(id) }));
  const { notes } = rig(many);
  expect(await notes.add(note(1))).toBe(null);
  expect((await notes.add(note(40 * 86_400_000)))?.id).toBe(MOST_NOTES);
  const large = many.slice(0, 400).map((one) => ({ ...one, text: '\u0001'.repeat(500) }));
  const full = rig(large);
  expect((await full.notes.add(note(500)))?.id).toBe(400);
  expect(full.file().at(-1)).toEqual({ id: 400, ...note(500) });
  expect(full.file().length).toBeLessThan(400);
  expect(Buffer.byteLength(JSON.stringify(full.file()))).toBeLessThanOrEqual(1024 * 1024);
});

it.each([
  null,
  5,
  {},
  { id: 1, time: 2, until: 'x', text: 'y' },
  { id: 1, time: 2, until: null, text: 'x'.repeat(501) },
  { id: 1, time: 2, until: null, text: 'x' },
  { id: 1, time: 2, until: null, text: 'x', tags: 'y' },
  { id: 1, time: 2, until: null, text: 'x', tags: ['y'.repeat(41)] },
])('a file may hold anything: %j is none', (value) => expect(isOf(NOTE, value)).toBe(false));
