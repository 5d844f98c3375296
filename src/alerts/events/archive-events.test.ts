import { expect, it } from 'vitest';
import { createEventRig } from '../../../test/support/event-rig.ts';
import type { ArchiveStatus } from '../../history/archive/setup.ts';
import { watchArchives } from './archive-events.ts';

/** An archive, and what changes its state. */
function archive() {
  let status: ArchiveStatus = { state: 'starting', reason: null };
  return {
    get status() {
      return status;
    },
    become: (state: ArchiveStatus['state']) => void (status = { state, reason: 'for a reason' }),
  };
}

it.each(['paused', 'full', 'failing', 'waiting'] as const)(
  'a history that is %s is an event, of this machine or of the fleet, which ends with it',
  async (state) => {
    const rig = createEventRig();
    const [own, fleet] = [archive(), archive()];
    const both = [
      { name: null, archive: own },
      { name: 'fleet', archive: fleet },
    ] as const;
    const stop = watchArchives(both, rig.events, rig.clock);
    await rig.clock.advance(30_000);
    expect(rig.told()).toEqual([]);
    fleet.become(state);
    await rig.clock.advance(30_000);
    expect(rig.told()).toEqual(['begin ARCHIVE_FLEET']);
    own.become(state);
    fleet.become('ok');
    await rig.clock.advance(30_000);
    expect(rig.told().toSorted()).toEqual(['begin ARCHIVE', 'end ARCHIVE_FLEET']);
    own.become('ok');
    await rig.clock.advance(15_000);
    expect(rig.told()).toEqual(['end ARCHIVE']);
    stop();
  },
);

it.each([
  [true, []],
  [false, ['begin ARCHIVE']],
])('a history that is off is an event where nobody turned it off (%s)', async (isChosen, told) => {
  const rig = createEventRig();
  const stop = watchArchives([{ name: null, archive: { off: 'why', isChosen } }], rig.events, rig.clock);
  await rig.clock.advance(30_000);
  expect(rig.told()).toEqual(told);
  stop();
});
