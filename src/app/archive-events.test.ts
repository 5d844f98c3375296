import { expect, it } from 'vitest';
import { createEventRig } from '../../test/support/event-rig.ts';
import type { ArchiveStatus } from '../archive/setup.ts';
import { watchArchive } from './archive-events.ts';

it.each(['paused', 'failing', 'waiting'] as const)(
  'a history that is %s is an event, which ends with it',
  async (state) => {
    const rig = createEventRig();
    let status: ArchiveStatus = { state: 'starting', reason: null };
    const archive = {
      get status() {
        return status;
      },
    };
    const stop = watchArchive(archive, rig.events, rig.clock);
    await rig.clock.advance(30_000);
    expect(rig.told()).toEqual([]);
    status = { state, reason: 'for a reason' };
    await rig.clock.advance(30_000);
    expect(rig.told()).toEqual(['begin ARCHIVE']);
    status = { state: 'ok', reason: null };
    await rig.clock.advance(15_000);
    expect(rig.told()).toEqual(['end ARCHIVE']);
    stop();
  },
);
