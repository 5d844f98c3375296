import { expect, it } from 'vitest';
import { HostClock } from '../../core/base-services.ts';
import { createFileProblems, FileProblems } from '../../core/file-problems.ts';
import { openParts } from '../../core/parts/open.ts';
import { give } from '../../core/parts/service.ts';
import { Notes } from '../../history/notes/notes.ts';
import { notesPart } from '../../history/notes/notes-part.ts';
import { Silences } from './silences.ts';
import { silencesPart } from './silences-part.ts';
import { EventFolder } from '../../history/events/event-folder.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';

const openFeatures = (path: string, obstacle: string | null = null) => {
  const lines: string[] = [];
  const opening = openParts([silencesPart, notesPart], {
    given: [
      give(EventFolder, { path, obstacle: () => obstacle, whenReadable: (read) => read() }),
      give(HostClock, createFakeClock(1000)),
      give(FileProblems, createFileProblems({ write: (_, text) => void lines.push(text) })),
    ],
  });
  return opening.then((parts) => ({ parts, lines }));
};

it('opens a subset over fakes: what is kept is there after a restart', async () => {
  const path = temporaryTree();
  const first = await openFeatures(path);
  await first.parts.get(Notes).add({ time: 1, until: null, text: 'x', tags: [] });
  await first.parts.get(Silences).set({ type: 'CPU', note: '', until: null });
  await first.parts.stop();
  // The journal has an obstacle: what can be read is in force.
  for (const obstacle of [null, 'events/lock belongs to root']) {
    const { parts, lines } = await openFeatures(path, obstacle);
    expect(parts.get(Notes).all()).toMatchObject([{ text: 'x' }]);
    expect(parts.get(Silences).covers('CPU')).toBe(true);
    const setting = parts.get(Silences).set({ type: 'MEM', note: '', until: null });
    if (obstacle === null) await setting;
    else await expect(setting).rejects.toThrow(obstacle);
    expect(lines).toEqual([]);
    await parts.stop();
  }
});

it('reports damaged silences and notes, each by itself', async () => {
  const path = temporaryTree({ 'silences.json': '[{"type":"CPU"', 'notes.json': '' });
  const { parts, lines } = await openFeatures(path);
  expect(lines).toEqual([
    `${path}/silences.json is damaged: it is not JSON. Silences that it may hold are not in force, and none can be set. Repair it or move it away, then restart Gander.`,
    `${path}/notes.json is damaged: it is not JSON. Notes on the time line are missing, and none can be written. Repair it or move it away, then restart Gander.`,
  ]);
  await parts.stop();
});
