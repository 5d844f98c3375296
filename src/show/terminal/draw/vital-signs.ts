/** The vital signs: what each shows, whatever room it has. */
import type { ServedMember } from '../../../core/served.ts';
import { largestShares } from '../../display/cpu-shares.ts';
import { isLayer, partitionsAmong } from '../../display/disks.ts';
import { busiestOf, meanOf } from '../../display/gpus.ts';
import type { Level } from '../../display/levels.ts';
import type { FormattedValue } from '../../display/digits.ts';
import type { Ui } from '../state/ui.ts';
import { type Phrase, t } from '../../display/language.ts';

export interface Amount {
  readonly name: string;
  readonly shown: FormattedValue;
  readonly level: Level | null;
}

export interface VitalSign {
  readonly title: string;
  /** Size, number of cores, name of the busiest. */
  readonly note: string;
  /** One value, or two ways. */
  readonly values: readonly Amount[];
  readonly details: readonly Amount[];
  /** 0 to 1; null: there is no whole. */
  readonly share: number | null;
  readonly plugin: string;
  /** Name of the recorded series. */
  readonly series: string;
  /** At the top of its sparkline; 0: the largest value. */
  readonly max: number;
}

/** Signs that this machine has and that are not hidden, or what the quick look knows of them. */
export function vitalSigns(ui: Ui): VitalSign[] {
  const { hidden } = ui.view.preferences;
  return SIGNS.flatMap(([name, sign]) => {
    const whole = hidden.has(name) ? null : sign(ui);
    return whole ?? (hidden.has('quicklook') ? null : QUICK_SIGNS[name]?.(ui)) ?? [];
  });
}

type Sign = (ui: Ui) => VitalSign | null;

const cpu: Sign = (ui) => {
  const value = ui.source.latest('cpu');
  if (value === null) return null;
  return {
    ...percent(ui, 'cpu', 'total', value.total),
    title: t('CPU'),
    note: coresNote(value.cpucore),
    details: largestShares(value).map(({ field, name }) => ({
      name: t(SHORT[field] ?? name),
      shown: ui.show(value[field], 'percent'),
      level: ui.level('cpu', field),
    })),
  };
};

/** Names of shares where there is little room. */
const SHORT: Readonly<Record<string, Phrase>> = { system: 'sys', iowait: 'wait' };

const coresNote = (count: ServedMember): string =>
  typeof count === 'number' ? t('{count} {count|core|cores}', { count }) : '';

const memory: Sign = (ui) => {
  const value = ui.source.latest('mem');
  if (value === null) return null;
  return {
    ...percent(ui, 'mem', 'percent', value.percent),
    title: t('Memory'),
    note: ui.text(value.total, 'bytes'),
    details: [amount(ui, 'used', value.used), amount(ui, 'free', value.available)],
  };
};

const swap: Sign = (ui) => {
  const value = ui.source.latest('memswap');
  if (value === null || !value.total) return null;
  return {
    ...percent(ui, 'memswap', 'percent', value.percent),
    title: t('Swap'),
    note: ui.text(value.total, 'bytes'),
    details: [amount(ui, 'used', value.used)],
  };
};

const load: Sign = (ui) => {
  const value = ui.source.latest('load');
  if (value === null) return null;
  const of = (field: 'min5' | 'min15', name: string): Amount => ({
    name,
    shown: ui.show(value[field], 'load'),
    level: ui.level('load', field),
  });
  return {
    title: t('Load'),
    note: t('1 min'),
    values: [{ name: '', shown: ui.show(value.min1, 'load'), level: ui.level('load', 'min1') }],
    details: [of('min5', t('5 min')), of('min15', t('15 min'))],
    share: null,
    plugin: 'load',
    series: 'min1',
    max: Math.max(1, value.cpucore ?? 1),
  };
};

const gpu: Sign = (ui) => {
  const all = ui.source.latest('gpu') ?? [];
  const busiest = busiestOf(all);
  if (busiest === null) return null;
  const isMean = ui.view.preferences.meanGpu && all.length > 1;
  const shown = isMean ? meanOf(all) : busiest;
  const id = busiest.gpu_id;
  return {
    ...percent(ui, 'gpu', 'proc', shown.proc, id),
    title: t('GPU'),
    note:
      all.length === 1
        ? busiest.name
        : isMean
          ? t('mean of {count}', { count: all.length })
          : t('busiest of {count}', { count: all.length }),
    details: [
      { name: t('mem'), shown: ui.show(shown.mem, 'percent'), level: ui.level('gpu', 'mem', id) },
      { name: '', shown: ui.show(shown.temperature, 'celsius'), level: ui.level('gpu', 'temperature', id) },
    ],
  };
};

const network: Sign = (ui) => {
  const all = (ui.source.latest('network') ?? []).filter(({ interface_name: name }) => name !== 'lo');
  const busiest = most(all, (one) => (one.bytes_recv_rate_per_sec ?? 0) + (one.bytes_sent_rate_per_sec ?? 0));
  if (busiest === null) return null;
  const name = busiest.interface_name;
  return {
    title: t('Network'),
    note: name,
    values: [
      {
        name: ui.glyphs.down,
        shown: ui.show(busiest.bytes_recv_rate_per_sec, 'netRate'),
        level: ui.level('network', 'bytes_recv', name),
      },
      {
        name: ui.glyphs.up,
        shown: ui.show(busiest.bytes_sent_rate_per_sec, 'netRate'),
        level: ui.level('network', 'bytes_sent', name),
      },
    ],
    details: [],
    share: null,
    plugin: 'network',
    series: `${name}_bytes_recv_rate_per_sec`,
    max: 0,
  };
};

const disk: Sign = (ui) => {
  const all = ui.source.latest('diskio') ?? [];
  const partitions = partitionsAmong(all.map(({ disk_name: name }) => name));
  const whole = all.filter(({ disk_name: name }) => !partitions.has(name) && !isLayer(name));
  const busiest = most(
    whole.length === 0 ? all : whole,
    (one) => (one.read_bytes_rate_per_sec ?? 0) + (one.write_bytes_rate_per_sec ?? 0),
  );
  if (busiest === null) return null;
  const name = busiest.disk_name;
  return {
    title: t('Disk'),
    note: name,
    values: [
      {
        name: 'R',
        shown: ui.show(busiest.read_bytes_rate_per_sec, 'byteRate'),
        level: ui.level('diskio', 'read_bytes', name),
      },
      {
        name: 'W',
        shown: ui.show(busiest.write_bytes_rate_per_sec, 'byteRate'),
        level: ui.level('diskio', 'write_bytes', name),
      },
    ],
    details: [],
    share: null,
    plugin: 'diskio',
    series: `${name}_read_bytes_rate_per_sec`,
    max: 0,
  };
};

/** By the name under which they are hidden: network and disks have a section of their own too. */
const SIGNS: readonly (readonly [name: string, sign: Sign])[] = [
  ['cpu', cpu],
  ['mem', memory],
  ['memswap', swap],
  ['load', load],
  ['gpu', gpu],
  ['network vital', network],
  ['diskio vital', disk],
];

const quickCpu: Sign = (ui) => {
  const { cpu: total, cpu_log_core: cores } = ui.source.latest('quicklook') ?? {};
  if (typeof total !== 'number') return null;
  return { ...percent(ui, 'quicklook', 'cpu', total), title: t('CPU'), note: coresNote(cores), details: [] };
};

const quickMemory: Sign = (ui) => {
  const { mem: used } = ui.source.latest('quicklook') ?? {};
  if (typeof used !== 'number') return null;
  return { ...percent(ui, 'quicklook', 'mem', used), title: t('Memory'), note: '', details: [] };
};

/** In the place of those that are hidden or whose plugin is off. */
const QUICK_SIGNS: Readonly<Record<string, Sign>> = { cpu: quickCpu, mem: quickMemory };

const most = <T>(all: readonly T[], sum: (one: T) => number): T | null =>
  all.reduce<T | null>((best, one) => (best === null || sum(one) > sum(best) ? one : best), null);

const amount = (ui: Ui, name: Phrase, bytes: ServedMember): Amount => ({
  name: t(name),
  shown: ui.show(bytes, 'bytes'),
  level: null,
});

function percent(
  ui: Ui,
  plugin: string,
  field: string,
  value: ServedMember,
  item?: string,
): Omit<VitalSign, 'title' | 'note' | 'details'> {
  return {
    values: [{ name: '', shown: ui.show(value, 'percent'), level: ui.level(plugin, field, item) }],
    share: typeof value === 'number' ? value / 100 : null,
    plugin,
    series: item === undefined ? field : `${item}_${field}`,
    max: 100,
  };
}
