import { describe, expect, it } from 'vitest';
import { createJudge } from '../../src/judge/levels/judge.ts';
import { limitsOf } from '../../src/judge/levels/limits.ts';
import { shownVerdict } from '../../src/judge/levels/series.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { createVerdicts, type ShownVerdict } from '../store/verdicts.ts';
import { type Kind, showText } from '../../src/show/display/units.ts';
import { findingsOf, partsOf, servedBy } from '../../src/show/display/findings.ts';
import { reasonOf } from '../../src/show/display/finding-words.ts';

const CHOICE = { binary: true, bytes: false, fahrenheit: false } as never;
const text = (value: unknown, kind: Kind) => showText(value, kind, CHOICE);
const array = (status: string, used: string) => ({
  status,
  type: 'raid1',
  available: '2',
  used,
  components: {},
});

const SERVED: Record<string, unknown> = {
  cpu: { total: 97, user: 80, system: 10, iowait: 7, ctx_switches_rate_per_sec: 1 },
  diskio: [{ key: 'disk_name', disk_name: 'sdd', read_latency: 84, write_latency: 1 }],
  fs: [
    { key: 'mnt_point', mnt_point: '/', percent: 60, size: 1e9, free: 4e8, options: 'rw' },
    { key: 'mnt_point', mnt_point: '/media', percent: 95, size: 1e9, free: 5e7, options: 'rw' },
  ],
  quicklook: { cpu: 97 },
  raid: { md1: array('active', '1'), md127: array('inactive', '0') },
  sensors: [{ key: 'label', label: 'AUXTIN0', type: 'temperature_core', value: -62, unit: 'C' }],
  smart: [
    {
      key: 'DeviceName',
      DeviceName: 'sdb Old Disk',
      5: { name: 'Reallocated_Sector_Ct', raw: '9', when_failed: 'FAILING_NOW' },
    },
  ],
};

const verdicts = createVerdicts();
verdicts.take(
  Object.fromEntries(
    plugins
      .filter(({ name }) => name in SERVED)
      .map((plugin) => {
        const judge = createJudge(plugin, limitsOf(plugin, { section: {}, historySize: 1, cores: 1 }));
        return [plugin.name, judge(SERVED[plugin.name]).map(shownVerdict)];
      }),
  ),
);
const findings = findingsOf(verdicts, (name) => SERVED[name], text);

it('what is wrong comes worst first, one part for each plugin', () => {
  expect(
    partsOf(findings).map(({ level, subject, words, more }) => [level, `${subject} ${words}`, more]),
  ).toEqual([
    ['critical', 'Disk sdb is failing', 0],
    ['critical', 'RAID md127 inactive', 1],
    ['critical', '/media 95.0% full, 47.7 MiB left', 0],
    ['critical', 'CPU total 97.0%', 0],
    ['critical', 'Disk sdd: a read takes 84.0 ms', 0],
  ]);
  expect(findings).toHaveLength(6);
  expect(findings.find(({ plugin }) => plugin === 'fs')?.series).toEqual({
    plugin: 'fs',
    field: 'percent',
    item: '/media',
  });
});

it('an item that does not answer is said to, in place of a level', () => {
  const silent = verdicts.ofPlugin('fs').find(({ item }) => item === '/media') as ShownVerdict;
  const source = createVerdicts();
  source.take({ fs: [{ ...silent, level: 'ERROR', isStale: true }] });
  const served = servedBy(SERVED['fs'])('/media');
  expect(findingsOf(source, (name) => SERVED[name], text)).toMatchObject([
    { level: 'warning', subject: '/media', words: 'does not answer' },
  ]);
  expect(reasonOf('fs', source.ofPlugin('fs')[0] as ShownVerdict, served, text)).toBe(
    'Does not answer: the last value was 95.0%',
  );
});

describe('reasons', () => {
  const reason = (plugin: string, stat: string) => {
    const verdict = verdicts.ofPlugin(plugin).find((one) => one.stat === stat) as ShownVerdict;
    return reasonOf(plugin, verdict, servedBy(SERVED[plugin])(verdict.item), text);
  };

  it.each([
    ['cpu', 'CPU_TOTAL', 'Critical: total 97.0%, threshold 85.0%'],
    ['cpu', 'CPU_SYSTEM', ''],
    ['diskio', 'DISKIO_SDD_RX_LATENCY', 'Critical: a read takes 84.0 ms, threshold 50.0 ms'],
    ['fs', 'FS_/', 'Careful: in use 60.0%, threshold 50.0%'],
    ['raid', 'RAID_MD1', 'Warning: degraded 1/2'],
    // Above no threshold.
    ['sensors', 'SENSORS_TEMPERATURE_CORE_AUXTIN0', 'Careful: -62 °C, below zero'],
  ])('of %s %s', (plugin, stat, expected) => {
    expect(reason(plugin, stat)).toBe(expected);
  });
});
