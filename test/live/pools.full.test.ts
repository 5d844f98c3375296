/** A real btrfs of two devices: complete, then mounted without one. */
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Pool } from '../../src/core/pool.ts';
import { serveLive } from '../support/live-agent.ts';
import { lacking, output, scratchFolder } from '../support/live-tools.ts';

const folder = scratchFolder();
const mountPoint = join(folder.path, 'mounted');
const images = ['a', 'b'].map((name) => join(folder.path, name));
const undo: (() => void)[] = [() => folder.remove()];
afterAll(() => {
  for (const step of undo.toReversed()) step();
});

/** Loop devices with a file system over both; null: unavailable. */
function makeFileSystem(): string[] | null {
  try {
    for (const image of images) {
      writeFileSync(image, '');
      truncateSync(image, 256 * 1024 * 1024);
    }
    const devices = images.map((image) => {
      const device = output('losetup', '--find', '--show', image).trim();
      undo.push(() => void output('losetup', '--detach', device));
      return device;
    });
    output('mkfs.btrfs', '--quiet', '--label', 'gander-live', '-d', 'raid1', '-m', 'raid1', ...devices);
    output('btrfs', 'device', 'scan', ...devices);
    mkdirSync(mountPoint);
    output('mount', '-t', 'btrfs', devices[0] ?? '', mountPoint);
    undo.push(() => void output('umount', mountPoint));
    return devices;
  } catch (error) {
    console.warn(`skipped: a real btrfs (${String(error).split('\n')[0]})`);
    return null;
  }
}

const missing = lacking('a real btrfs', { root: true, programs: ['mkfs.btrfs', 'losetup', 'mount'] });
const devices = missing === null ? makeFileSystem() : null;

describe.skipIf(devices === null)('/api/pools', () => {
  it('knows a btrfs when it is whole and when a device is gone', async () => {
    const agent = await serveLive();
    const pool = async (): Promise<Pool | undefined> =>
      (JSON.parse((await agent.request('/api/pools')).body.toString()) as Pool[]).find(
        ({ name }) => name === 'gander-live',
      );
    try {
      await vi.waitFor(
        async () =>
          expect(await pool()).toMatchObject({
            state: 'ONLINE',
            devices: 2,
            missing: 0,
            errors: 0,
            level: 'OK',
          }),
        { interval: 100 },
      );
      output('umount', mountPoint);
      output('btrfs', 'device', 'scan', '--forget');
      output('losetup', '--detach', devices?.[1] ?? '');
      undo.splice(2, 1);
      rmSync(images[1] ?? '');
      output('mount', '-t', 'btrfs', '-o', 'degraded', devices?.[0] ?? '', mountPoint);
      await vi.waitFor(
        async () =>
          expect(await pool()).toMatchObject({ state: 'DEGRADED', devices: 2, missing: 1, level: 'WARNING' }),
        { interval: 100 },
      );
      expect((await agent.plugin('raid')).reason).toContain('btrfs pool gander-live is DEGRADED');
      await vi.waitFor(async () => {
        const { body } = await agent.request('/api/events');
        const { events } = JSON.parse(body.toString()) as { events: { sentence: string | null }[] };
        expect(events.map(({ sentence }) => sentence)).toContain(
          'The btrfs pool gander-live is DEGRADED: 1 of its devices is missing.',
        );
      });
    } finally {
      await agent.stop();
    }
  });
});
