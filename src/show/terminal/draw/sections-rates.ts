/** Sections of changing values. */
import type { Served, ServedMember } from '../../../core/served.ts';
import { shortSpan } from '../../../core/forecast.ts';
import { diskLook, isLayer, partitionsAmong } from '../../display/disks.ts';
import { wordsOfEnd } from '../../display/said-words.ts';
import { inOrder } from '../../display/in-order.ts';
import { mountedAt, otherPaths } from '../../display/mounts.ts';
import { type Level, worstOf } from '../../display/levels.ts';
import type { Disk, Gpu, NetworkInterface } from '../../display/snapshots.ts';
import type { Kind } from '../../display/units.ts';
import { terminalText } from '../state/surface.ts';
import type { ShownForecast } from '../data-source/data-source.ts';
import type { Ui } from '../state/ui.ts';
import type { Section, SectionRow } from './section.ts';
import { t } from '../../display/language.ts';
import { sensorKind, sensorRank } from '../../display/sensor-kinds.ts';

interface Placed extends SectionRow {
  readonly id: string;
}

/** Worst first, then by name, as people count. */
const ordered = (rows: readonly Placed[], groupOf?: (row: Placed) => number): SectionRow[] =>
  inOrder(rows, groupOf);

export function networkSection(ui: Ui): Section {
  const { networkSum, networkTotal } = ui.view.preferences;
  const suffix = networkTotal ? '_gauge' : '_rate_per_sec';
  const kind: Kind = networkTotal ? 'bytes' : 'netRate';
  const fields = networkSum ? ['bytes_all'] : ['bytes_recv', 'bytes_sent'];
  const rows = (ui.source.latest('network') ?? [])
    .filter(({ is_up: isUp }) => isUp !== false)
    .map((one: NetworkInterface): Placed => {
      const id = one.interface_name;
      const levels = fields.map((field) => ui.level('network', field, id));
      return {
        id,
        name: one.alias || id,
        level: worstOf(levels),
        values: fields.map((field, index) => ({
          shown: ui.show(memberOf(one, field + suffix), kind),
          level: levels[index] ?? null,
        })),
        series: `${id}_${fields[0]}_rate_per_sec`,
      };
    });
  return {
    plugin: 'network',
    headings: networkSum ? [t('both ways')] : [t('in'), t('out')],
    rows: ordered(rows, ({ id }) => Number(id === 'lo')),
  };
}

export function diskSection(ui: Ui): Section {
  const { fields, kind } = diskLook(ui.view.preferences);
  const all = ui.source.latest('diskio') ?? [];
  const partitions = partitionsAmong(all.map(({ disk_name: name }) => name));
  const { latency, iops } = ui.view.preferences;
  /** A rate is coloured if it is the problem; a latency is shown beside the name. */
  const levelOf = (id: string, way: string): Level | null =>
    iops && !latency ? null : ui.level('diskio', latency ? `${way}_latency` : `${way}_bytes`, id);
  const rows = all.map((one: Disk): Placed => {
    const id = one.disk_name;
    const levels = ['read', 'write'].map((way) => levelOf(id, way));
    const slow = (['read_latency', 'write_latency'] as const).flatMap((field) => {
      const level = ui.level('diskio', field, id);
      return level === null
        ? []
        : [{ level, text: `${field.charAt(0).toUpperCase()} ${ui.text(one[field], 'milliseconds')}` }];
    });
    return {
      id,
      name: one.alias || id,
      level: worstOf([...levels, ...slow.map(({ level }) => level)]),
      ...(!latency && slow.length > 0 && { notes: [slow.map(({ text }) => text).join(' ')] }),
      values: fields.map((field, index) => ({
        shown: ui.show(memberOf(one, field), kind),
        level: levels[index] ?? null,
      })),
      series: `${id}_${fields[0]}`,
    };
  });
  // Disks before partitions, layers last.
  const groupOf = ({ id }: Placed): number => Number(partitions.has(id)) + 2 * Number(isLayer(id));
  return { plugin: 'diskio', headings: [t('read'), t('write')], rows: ordered(rows, groupOf) };
}

export function fileSystemSection(ui: Ui): Section {
  const { freeSpace } = ui.view.preferences;
  const full = new Map(
    ui.source
      .forecasts()
      .filter(({ kind }) => kind === 'fs')
      .map((forecast) => [forecast.subject, forecast]),
  );
  const all = ui.source.latest('fs') ?? [];
  const levelAt = (path: string): Level | null => ui.level('fs', 'percent', path);
  const rows = mountedAt(all, ({ mnt_point: path }) => levelAt(path)).map(({ one, others }): Placed => {
    const id = one.mnt_point;
    const level = levelAt(id);
    const forecast = full.get(id);
    const paths = otherPaths(others.length);
    return {
      id,
      name: one.alias || id,
      level,
      ...(paths !== '' && { notes: [paths] }),
      ...(forecast && { notes: fullNotes(ui, forecast) }),
      values: [
        { shown: ui.show(one.percent, 'percent'), level },
        { shown: ui.show(freeSpace ? one.free : one.used, 'bytes'), level: null },
      ],
      series: `${id}_percent`,
    };
  });
  return {
    plugin: 'fs',
    headings: ['', freeSpace ? t('free') : t('used')],
    rows: ordered(rows),
  };
}

const fullNotes = ({ glyphs, source }: Ui, forecast: ShownForecast): string[] => {
  const span = terminalText(shortSpan(forecast, source.now()), glyphs);
  return [t('full in {forecast}', { forecast: span }), span];
};

export function sensorSection(ui: Ui): Section {
  const all = ui.source.latest('sensors') ?? [];
  const types = new Map(all.map(({ label, type }) => [label, sensorRank(type)]));
  const rows = all.map((one): Placed => {
    const level = ui.level('sensors', 'value', one.label);
    const shown =
      typeof one.value === 'string'
        ? { digits: one.value, unit: '' }
        : ui.show(one.value, sensorKind(one.type));
    return {
      id: one.label,
      name: one.label,
      level,
      values: [{ shown, level }],
      series: `${one.label}_value`,
    };
  });
  return {
    plugin: 'sensors',
    headings: [''],
    rows: ordered(rows, ({ id }) => types.get(id) ?? 0),
  };
}

/** One card is among the vital signs. */
export function gpuSection(ui: Ui): Section {
  const all = ui.source.latest('gpu') ?? [];
  const shown = ui.view.preferences.meanGpu || all.length < 2 ? [] : all;
  const rows = shown.map((one: Gpu): Placed => {
    const id = one.gpu_id;
    const levels = [ui.level('gpu', 'proc', id), ui.level('gpu', 'mem', id)];
    return {
      id,
      name: one.name || id,
      level: worstOf(levels),
      values: [
        { shown: ui.show(one.proc, 'percent'), level: levels[0] ?? null },
        { shown: ui.show(one.mem, 'percent'), level: levels[1] ?? null },
      ],
      series: `${id}_proc`,
    };
  });
  return { plugin: 'gpu', headings: [t('load'), t('memory')], rows: ordered(rows) };
}

export function npuSection(ui: Ui): Section {
  const rows = (ui.source.latest('npu') ?? []).map((one): Placed => {
    const id = one.npu_id;
    const level = worstOf(['load', 'freq'].map((field) => ui.level('npu', field, id)));
    return {
      id,
      name: one.name || id,
      level,
      values: [{ shown: ui.show(one.load ?? one.freq, 'percent'), level }],
      series: `${id}_${typeof one.load === 'number' ? 'load' : 'freq'}`,
    };
  });
  return { plugin: 'npu', headings: [''], rows: ordered(rows) };
}

export function mppSection(ui: Ui): Section {
  const rows = (ui.source.latest('mpp') ?? []).map((one): Placed => {
    const id = one.engine_id;
    const level = ui.level('mpp', 'load', id);
    return {
      id,
      name: id,
      level,
      values: [{ shown: ui.show(one.load, 'percent'), level }],
      series: `${id}_load`,
    };
  });
  return { plugin: 'mpp', headings: [''], rows: ordered(rows) };
}

const MOST_INTERRUPTS = 5;

export function irqSection(ui: Ui): Section {
  const rows = (ui.source.latest('irq') ?? [])
    .toSorted((a, b) => (b.irq_rate ?? 0) - (a.irq_rate ?? 0))
    .slice(0, MOST_INTERRUPTS)
    .map((one) => ({
      name: one.irq_line,
      level: null,
      values: [{ shown: ui.show(one.irq_rate, 'rate'), level: null }],
      series: `${one.irq_line}_irq_rate`,
    }));
  return { plugin: 'irq', headings: [''], rows };
}

export function pressureSection(ui: Ui): Section {
  const rows = (ui.source.latest('pressure') ?? []).map((one): SectionRow => {
    const id = one.resource;
    const levels = [ui.level('pressure', 'some_avg10', id), ui.level('pressure', 'full_avg10', id)];
    return {
      name: id,
      level: worstOf(levels),
      values: [one.some_avg10, one.full_avg10].map((share, index) => ({
        shown: ui.show(share, 'percent'),
        level: levels[index] ?? null,
      })),
      series: `${id}_some_avg10`,
    };
  });
  return { plugin: 'pressure', headings: ['some', 'full'], rows };
}

const MOST_UNITS = 5;

/** Those that have failed, then those that use most memory. */
export function unitSection(ui: Ui): Section {
  const rows = (ui.source.latest('units') ?? []).map((one): Placed & { memory: number } => {
    const level = ui.level('units', 'active_state', one.name);
    const values =
      one.active_state === 'failed'
        ? [{ shown: { digits: wordsOfEnd(one) || t('failed'), unit: '' }, level }]
        : [
            { shown: ui.show(one.cpu_percent, 'percent'), level: null },
            { shown: ui.show(one.memory, 'bytes'), level: null },
          ];
    return {
      id: one.name,
      name: one.name,
      level,
      values,
      series: `${one.name}_memory`,
      memory: one.memory ?? -1,
    };
  });
  const failed = rows.filter(({ level }) => level !== null).length;
  return {
    plugin: 'units',
    headings: ['cpu', t('memory')],
    rows: inOrder(rows, ({ memory }) => -memory).slice(0, Math.max(MOST_UNITS, failed)),
  };
}

const memberOf = (one: object, field: string): ServedMember => (one as Served)[field];
