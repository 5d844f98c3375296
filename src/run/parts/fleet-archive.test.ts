import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import type { Archive } from '../../history/archive/archive.ts';
import { loadSettings } from '../config/load.ts';
import { History } from '../../core/store/history.ts';
import type { Hub } from '../../fleet/hub/hub.ts';
import { plugins } from '../../measure/plugins/index.ts';
import { openFleetArchive } from './fleet-archive.ts';

const hub = { columns: [], paceMs: () => 2000 } as unknown as Hub;

async function hubOn(state: string, port: number) {
  const files = { read: () => null, list: () => [] } as never;
  const configuration = await loadSettings({ registry: plugins, file: null, files });
  const marks: string[] = [];
  const history = new History(300, 300);
  const clock = createFakeClock(Date.now());
  const { archive } = openFleetArchive({
    hub,
    history,
    configuration,
    environment: { STATE_DIRECTORY: state },
    clock,
    log: { write: () => {} } as never,
    port,
    isDisabled: false,
    mark: (kind, detail) => void marks.push(`${kind}: ${detail}`),
  });
  if ('off' in archive) throw new Error(archive.off);
  await archive.start();
  return { archive, marks, history, clock };
}

it('has a folder that one hub at a time writes to: the other waits, says so, and takes over', async () => {
  const state = temporaryTree();
  const first = await hubOn(state, 61_208);
  const second = await hubOn(state, 61_300);
  const folder = join(state, 'archive-fleet');
  const waits = `another agent (process ${process.pid}, port 61208) has ${folder}; give each a separate folder with folder= in [archive]`;
  expect([first.archive.status.state, second.archive.status]).toEqual([
    'ok',
    { state: 'waiting', reason: waits },
  ]);
  expect(second.marks).toEqual([`fleet_paused: ${waits}`]);
  const sample = async ({ history, clock, archive }: typeof first & { archive: Archive }) => {
    history.begin(clock.now());
    history.record('cpu_total', 5, 'db1:61208');
    await archive.flush();
  };
  await sample(second);
  expect(existsSync(join(folder, 'lock'))).toBe(true);
  await first.archive.stop();
  await sample(second);
  expect(second.archive.status.state).toBe('ok');
  expect(second.archive.series).toBe(1);
  expect(second.marks.at(-1)).toBe('fleet_resumed: null');
  await second.archive.stop();
  expect(existsSync(join(folder, 'lock'))).toBe(false);
});
