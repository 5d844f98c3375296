import { expect, it } from 'vitest';
import { type ArchiveState, archiveWarnings, isArchiveTroubled } from './archive.ts';

const OF: Readonly<Record<ArchiveState['state'], readonly [words: string, isArchiveTroubled: boolean]>> = {
  starting: ['', false],
  ok: ['', false],
  off: ['No history is written to disk: off.', false],
  stopped: ['No history is written to disk: stopped.', false],
  paused: ['No history is written to disk: paused.', true],
  full: ['No history is written to disk: full.', true],
  failing: ['No history is written to disk: failing.', true],
  waiting: ['No history is written to disk: waiting.', true],
};
const archive = (state: ArchiveState['state'], reason: string | null = null): ArchiveState => ({
  state,
  reason,
  notice: null,
  oldest: null,
  notes_refused: null,
});

it.each(Object.keys(OF) as ArchiveState['state'][])('an archive that is %s', (state) => {
  expect([archiveWarnings(archive(state)), isArchiveTroubled(archive(state))]).toEqual(OF[state]);
});

it('shows the reason of the agent in place of the state, and nothing while the state is unknown', () => {
  expect(archiveWarnings(archive('full', 'its disk is full'))).toBe(
    'No history is written to disk: its disk is full.',
  );
  expect([archiveWarnings(null), isArchiveTroubled(null)]).toEqual(['', false]);
});

it('shows what is unusual in an archive that is written', () => {
  const notice = 'Files stay although they are old: the clock was set forward.';
  const written = { ...archive('ok'), notice };
  expect([archiveWarnings(written), isArchiveTroubled(written)]).toEqual([notice, true]);
  expect(archiveWarnings({ ...archive('full'), notice })).toBe(
    `No history is written to disk: full. ${notice}`,
  );
});
