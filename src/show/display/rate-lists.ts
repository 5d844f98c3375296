/** Sections of changing values. */
import { isReadOnly } from '../../core/read-only.ts';
import { shortSpan } from '../../core/forecast.ts';
import type { Served } from '../../core/served.ts';
import { diskLook, isLayer, partitionsAmong } from './disks.ts';
import { SILENT } from './finding-words.ts';
import { inOrder } from './in-order.ts';
import { type Phrase, t } from './language.ts';
import { worstOf } from './levels.ts';
import { mountedAt, otherPaths } from './mounts.ts';
import { cellsOf, lineOf, type SectionList, type SectionNote, type SectionSource } from './section-list.ts';
import { sensorKind, sensorRank } from './sensor-kinds.ts';
import type { Disk, FileSystem, Gpu, Npu } from './snapshots.ts';

export function networkList(source: SectionSource) {
  const { networkSum, networkTotal } = source.preferences;
  const fields = networkSum ? ['bytes_all'] : ['bytes_recv', 'bytes_sent'];
  const lines = (source.latest('network') ?? []).map((one) => {
    const id = one.interface_name;
    const { number } = cellsOf(source, 'network', id);
    return lineOf({
      one,
      id,
      name: one.alias || id,
      isOff: one.is_up === false,
      level: worstOf(['bytes_recv', 'bytes_sent'].map((field) => source.level('network', field, id))),
      cells: fields.map((field) => {
        const rate = `${field}_rate_per_sec`;
        const value = (one as Served)[networkTotal ? `${field}_gauge` : rate];
        return number(value, networkTotal ? 'bytes' : 'netRate', rate, field);
      }),
    });
  });
  return {
    columns: networkSum
      ? [{ heading: 'Received and sent', short: 'both ways' }]
      : [
          { heading: 'Received', short: 'in' },
          { heading: 'Sent', short: 'out' },
        ],
    // Loopback last.
    lines: inOrder(lines, ({ id }) => Number(id === 'lo')),
  } satisfies SectionList;
}

const WAYS = [
  { sign: 'R', takes: 'read_latency', moves: 'read_bytes' },
  { sign: 'W', takes: 'write_latency', moves: 'write_bytes' },
] as const;

/** A rate has a colour where it is the problem; a time that is stands beside the name. */
export function diskList(source: SectionSource) {
  const { iops, latency } = source.preferences;
  const { fields, kind } = diskLook(source.preferences);
  const all = source.latest('diskio') ?? [];
  const partitions = partitionsAmong(all.map(({ disk_name: name }) => name));
  const lines = all.map((one: Disk) => {
    const id = one.disk_name;
    const { number } = cellsOf(source, 'diskio', id);
    const times = WAYS.map(({ sign: text, takes }) => ({
      text,
      cell: number(one[takes], 'milliseconds', takes),
    }));
    const rates = WAYS.map(({ moves }, at) =>
      number(one[fields[at] ?? fields[0]], kind, fields[at] ?? '', moves),
    );
    const cells = latency
      ? times.map(({ cell }) => cell)
      : iops
        ? rates.map((cell) => ({ ...cell, level: null }))
        : rates;
    return lineOf({
      one,
      id,
      name: one.alias || id,
      level: worstOf([...rates, ...times.map(({ cell }) => cell)].map(({ level }) => level)),
      notes: latency ? [] : times.filter(({ cell }) => cell.level !== null),
      cells,
    });
  });
  return {
    columns: [
      { heading: 'Read', short: 'read' },
      { heading: 'Written', short: 'write' },
    ],
    // Disks before partitions, layers last.
    lines: inOrder(lines, ({ id }) => Number(partitions.has(id)) + 2 * Number(isLayer(id))),
  } satisfies SectionList;
}

export function fileSystemList(source: SectionSource) {
  const { freeSpace } = source.preferences;
  const full = new Map(
    source.forecasts().flatMap((one) => (one.kind === 'fs' ? [[one.subject, one] as const] : [])),
  );
  const notesOf = ({ mnt_point: path, options }: FileSystem, others: number): SectionNote[] => {
    const forecast = full.get(path);
    const span = forecast && shortSpan(forecast, source.now());
    return [
      ...(span === undefined
        ? []
        : [
            {
              text: t('full in {forecast}', { forecast: span }),
              short: span,
              forecast: 'percent',
              about: forecast?.sentence,
            },
          ]),
      ...(others === 0 ? [] : [{ text: otherPaths(others) }]),
      ...(isReadOnly(options) ? [{ text: t('read-only') }] : []),
    ];
  };
  const mounted = mountedAt(source.latest('fs') ?? [], ({ mnt_point: path }) =>
    source.level('fs', 'percent', path),
  );
  const lines = mounted.map((mount) => {
    const { one, others } = mount;
    const id = one.mnt_point;
    const { number, word } = cellsOf(source, 'fs', id);
    const space = freeSpace ? 'free' : 'used';
    return lineOf({
      one: mount,
      id,
      name: one.alias || id,
      notes: notesOf(one, others.length),
      cells: source.isStale('fs', 'percent', id)
        ? [word(t(SILENT), 'percent')]
        : [number(one.percent, 'percent', 'percent'), { ...number(one[space], 'bytes', space), level: null }],
    });
  });
  return {
    columns: [
      { heading: 'Used', short: '' },
      freeSpace ? { heading: 'Free', short: 'free' } : { heading: 'Used', short: 'used' },
    ],
    lines: inOrder(lines),
  } satisfies SectionList;
}

export function sensorList(source: SectionSource) {
  const lines = (source.latest('sensors') ?? []).map((one) => {
    const { number, word } = cellsOf(source, 'sensors', one.label);
    return lineOf({
      one,
      id: one.label,
      name: one.label,
      notes: one.status ? [{ text: one.status }] : [],
      cells: [
        typeof one.value === 'string'
          ? word(one.value || '–', 'value')
          : number(one.value, sensorKind(one.type), 'value'),
      ],
    });
  });
  return {
    columns: [{ heading: 'Value', short: '' }],
    lines: inOrder(lines, ({ one }) => sensorRank(one.type)),
  } satisfies SectionList;
}

/** One card, or all as one, is among the vital signs. */
export function gpuList(source: SectionSource) {
  const all = source.latest('gpu') ?? [];
  const shown = source.preferences.meanGpu || all.length < 2 ? [] : all;
  return cardList(source, 'gpu', shown, ({ gpu_id: id }) => id, [
    ['proc', 'load'],
    ['mem', 'memory'],
  ]);
}

export const npuList = (source: SectionSource) =>
  cardList(source, 'npu', source.latest('npu') ?? [], ({ npu_id: id }) => id, [
    ['load', 'load'],
    ['freq', 'clock'],
  ]);

/** @param percents their fields and headings; the temperature follows */
function cardList<T extends Gpu | Npu>(
  source: SectionSource,
  plugin: 'gpu' | 'npu',
  cards: readonly T[],
  idOf: (card: T) => string,
  percents: readonly (readonly [field: string, heading: Phrase])[],
): SectionList<T> {
  const lines = cards.map((one) => {
    const id = idOf(one);
    const { number } = cellsOf(source, plugin, id);
    return lineOf({
      one,
      id,
      name: one.name || id,
      cells: [
        ...percents.map(([field]) => number((one as Served)[field], 'percent', field)),
        number(one.temperature, 'celsius', 'temperature'),
      ],
    });
  });
  return {
    columns: [...percents.map(([, heading]) => ({ heading })), { heading: 'temp.' }],
    lines: inOrder(lines),
  };
}

export function mppList(source: SectionSource) {
  const lines = (source.latest('mpp') ?? []).map((one) => {
    const id = one.engine_id;
    return lineOf({
      one,
      id,
      name: one.name || id,
      notes: [{ text: t('{value} {value|session|sessions}', { value: one.sessions ?? 0 }) }],
      cells: [cellsOf(source, 'mpp', id).number(one.load, 'percent', 'load')],
    });
  });
  return { columns: [{ heading: 'load', short: '' }], lines: inOrder(lines) } satisfies SectionList;
}

export function wifiList(source: SectionSource) {
  const lines = (source.latest('wifi') ?? []).map((one) => {
    const id = one.ssid;
    const { number } = cellsOf(source, 'wifi', id);
    return lineOf({ one, id, name: id, cells: [number(one.quality_level, 'dbm', 'quality_level')] });
  });
  return { columns: [{ heading: 'Value', short: '' }], lines: inOrder(lines) } satisfies SectionList;
}

/** Busiest first. */
export function interruptList(source: SectionSource) {
  const lines = (source.latest('irq') ?? [])
    .toSorted((a, b) => (b.irq_rate ?? 0) - (a.irq_rate ?? 0))
    .map((one) => {
      const id = one.irq_line;
      return lineOf({
        one,
        id,
        name: id,
        cells: [cellsOf(source, 'irq', id).number(one.irq_rate, 'rate', 'irq_rate')],
      });
    });
  return { columns: [{ heading: 'Value', short: '' }], lines } satisfies SectionList;
}
