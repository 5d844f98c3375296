import { plain } from '../../../core/said.ts';
import { expect, it } from 'vitest';
import { createRecordedHost } from '../../../../test/support/fake-host.ts';
import { temporaryTree } from '../../../../test/support/temporary-directory.ts';
import { createNameFilter } from '../../../core/name-filter.ts';
import { systemError } from '../../host/system-error.ts';
import { createReader } from './reader.ts';

const chip = (folder: string, name: string, values: readonly number[]) =>
  Object.fromEntries([
    [`sys/class/hwmon/${folder}/name`, `${name}\n`],
    ...values.map((value, index) => [`sys/class/hwmon/${folder}/temp${index + 1}_input`, `${value}\n`]),
  ]) as Record<string, string>;

function reading(files: Record<string, string>) {
  const recorded = createRecordedHost(temporaryTree(files));
  const notices = new Map<string, string | null>();
  const reads: string[] = [];
  let failing: Record<string, string> = {};
  const read = createReader({
    host: {
      ...recorded,
      read(path) {
        reads.push(path);
        const code = failing[path];
        if (code !== undefined) throw systemError(code, 'driver says no', 'read', path);
        return recorded.read(path);
      },
      readText(path) {
        reads.push(path);
        return recorded.readText(path);
      },
    },
    filter: createNameFilter({ show: [], hide: [], alias: new Map() }),
    hddtemp: null,
    notice: (topic, text) => notices.set(topic, text && plain(text)),
  });
  return {
    clock: recorded.clock,
    notices,
    show: (next: Record<string, string>) => recorded.useTree(temporaryTree(next)),
    fails: (next: Record<string, string>) => (failing = next),
    values: async () => (await read())?.map(({ label, value }) => `${label}=${value}`) ?? null,
    /** Files read since the last call. */
    reads: () => reads.splice(0).map((path) => path.split('/').slice(-2).join('/')),
  };
}

it('reads only values, but for a look around every minute', async () => {
  const host = reading(chip('hwmon0', 'cpu', [1000, 2000]));
  await host.values();
  host.reads();
  await host.clock.advance(59_000);
  await host.values();
  expect(host.reads()).toEqual(['hwmon0/temp1_input', 'hwmon0/temp2_input']);
  await host.clock.advance(1000);
  await host.values();
  expect(host.reads()).toContain('hwmon0/temp1_max');
});

it('leaves out what fails and says why, without renaming the others', async () => {
  const host = reading(chip('hwmon0', 'cpu', [1000, 2000, 3000]));
  host.fails({ '/sys/class/hwmon/hwmon0/temp1_input': 'EIO' });
  expect(await host.values()).toEqual(['cpu 1=2', 'cpu 2=3']);
  expect(host.notices.get('sensors')).toBe(
    'not shown: cpu 0: reading /sys/class/hwmon/hwmon0/temp1_input failed: the device or its driver reports an input/output error',
  );
  host.reads();
  await host.values();
  expect(host.reads()).toHaveLength(3);
  host.fails({});
  expect(await host.values()).toEqual(['cpu 0=1', 'cpu 1=2', 'cpu 2=3']);
  expect(host.notices.get('sensors')).toBeNull();
});

it('names a few of many that fail', async () => {
  const host = reading(chip('hwmon0', 'cpu', [1, 2, 3, 4, 5]));
  host.fails(
    Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`/sys/class/hwmon/hwmon0/temp${n}_input`, 'ENODATA'])),
  );
  expect(await host.values()).toEqual([]);
  expect(host.notices.get('sensors')).toMatch(/cpu 0: .*cpu 2: .* and 2 more$/);
});

it('forgets a chip that has gone at once, and finds it again', async () => {
  const both = { ...chip('hwmon0', 'cpu', [1000]), ...chip('hwmon1', 'disk', [2000]) };
  const host = reading(both);
  expect(await host.values()).toEqual(['cpu 0=1', 'disk 0=2']);
  host.show(chip('hwmon0', 'cpu', [5000]));
  expect(await host.values()).toEqual(['cpu 0=5']);
  expect(host.notices.get('sensors')).toBeNull();
  host.show(both);
  await host.clock.advance(60_000);
  expect(await host.values()).toEqual(['cpu 0=1', 'disk 0=2']);
});

it('looks around each time while there is nothing', async () => {
  const host = reading({});
  expect(await host.values()).toBeNull();
  host.show(chip('hwmon0', 'cpu', [1000]));
  expect(await host.values()).toEqual(['cpu 0=1']);
});

it('shows chips in place of thermal zones once a driver is loaded', async () => {
  const zone = 'sys/class/thermal/thermal_zone0';
  const zones = { [`${zone}/type`]: 'acpitz\n', [`${zone}/temp`]: '27800\n' };
  const host = reading(zones);
  expect(await host.values()).toEqual(['acpitz 0=27']);
  host.show({ ...zones, ...chip('hwmon0', 'cpu', [1000]) });
  await host.clock.advance(60_000);
  expect(await host.values()).toEqual(['cpu 0=1']);
});
