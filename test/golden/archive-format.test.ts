/** Files of the history on disk as released versions wrote them: every later version reads them. They are never rewritten. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FOLDER, openRig } from '../support/archive-rig.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createMemoryDisk } from '../support/memory-disk.ts';

const VERSIONS = join(import.meta.dirname, '../fixtures/archive');
const MINUTE = 60_000;
/** Of version 1: 30 hours, a sample a minute, from the end of one month into the next. */
const START = Date.UTC(2026, 10, 30, 20);
const HOURS = 30;

/** Two series: a saw-tooth with one decimal, and one with gaps that needs seven digits. */
const total = (minute: number): number => (minute % 97) / 10;
const share = (minute: number): number => (minute % 5 === 0 ? Number.NaN : Number((1 / (minute + 3)).toPrecision(7)));

const filesOf = (version: string): Record<string, Buffer> =>
  Object.fromEntries(
    readdirSync(join(VERSIONS, version)).map((name) => [`${FOLDER}/${name}`, readFileSync(join(VERSIONS, version, name))]),
  );

describe.each(['v1'])('files of version %s', (version) => {
  it('are of every kind', () => {
    const names = Object.keys(filesOf(version)).map((path) => path.slice(FOLDER.length + 1));
    for (const kind of ['head', 'hour', 'day', 'month']) expect(names.some((name) => name.startsWith(`${kind}-`))).toBe(true);
  });

  it('are read', async () => {
    const clock = createFakeClock(START + HOURS * 60 * MINUTE + 30 * MINUTE);
    const rig = await openRig({ disk: createMemoryDisk(filesOf(version)), clock, paceMs: MINUTE, historySize: 1 });
    expect(rig.log).toEqual([]);
    const range = { from: START, to: START + HOURS * 60 * MINUTE, step: MINUTE };
    const minutes = Array.from({ length: HOURS * 60 }, (_, minute) => minute);
    // The first sample, at minute 1, also covers the minute before it.
    const { max: totals } = await rig.read('cpu/total', range);
    expect(totals).toEqual(minutes.map((minute) => total(Math.max(1, minute))));
    const { max: shares } = await rig.read('cpu/share', range);
    for (const minute of minutes) {
      const known = [share(minute), share(minute + 1)].filter((value) => !Number.isNaN(value));
      expect(known, `minute ${minute}`).toContain(shares[minute]);
    }
    const { min, max } = await rig.read('cpu/total', { ...range, step: 60 * MINUTE });
    expect([min[1], max[1]]).toEqual([0, 9.6]);
  });
});
