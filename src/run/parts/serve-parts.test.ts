import { expect, it } from 'vitest';
import { HostClock, LogWriter } from '../../core/base-services.ts';
import { openParts, planOf } from '../../core/parts/open.ts';
import { give } from '../../core/parts/service.ts';
import { Notes } from '../../features/notes/notes.ts';
import { notesPart } from '../../features/notes/notes-part.ts';
import { Silences } from '../../features/silences/silences.ts';
import { silencesPart } from '../../features/silences/silences-part.ts';
import { EventFolder } from '../../keep/archive/events/event-folder.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { givenTo, SERVE } from './serve-parts.ts';

it('has a provider for every need, and no circle', () => {
  const given = givenTo({ host: {} } as never);
  expect(planOf(SERVE, given).size).toBe(SERVE.length);
});

it('opens a subset over fakes: what is kept is there after a restart', async () => {
  const path = temporaryTree();
  const open = () =>
    openParts([silencesPart, notesPart], {
      given: [
        give(EventFolder, { path, obstacle: () => null, whenOpen: (read) => read() }),
        give(HostClock, createFakeClock(1000)),
        give(LogWriter, { write: (_, text) => expect.fail(text) }),
      ],
    });
  const first = await open();
  await first.get(Notes).add({ time: 1, until: null, text: 'x', tags: [] });
  await first.get(Silences).set({ type: 'CPU', note: '', until: null });
  await first.stop();
  const next = await open();
  expect(next.get(Notes).all()).toMatchObject([{ text: 'x' }]);
  expect(next.get(Silences).covers('CPU')).toBe(true);
  await next.stop();
});
