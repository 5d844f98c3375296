/** How the page shows the sections that the terminal has, too. */
import { foremostOf } from '../../src/show/display/in-order.ts';
import { isLayer, diskLook, partitionsAmong } from '../../src/show/display/disks.ts';
import { isImage, isReadOnly } from '../../src/core/read-only.ts';
import { t } from '../../src/show/display/language.ts';
import { rankOf } from '../../src/show/display/levels.ts';
import { fullestOf } from '../../src/show/display/mounts.ts';
import { printable } from '../../src/show/display/printable.ts';
import type { SectionLine, SectionSource } from '../../src/show/display/section-list.ts';
import type { LineOf, ListedSection } from '../../src/show/display/section-lists.ts';
import { sensorKind } from '../../src/show/display/sensor-kinds.ts';
import { sumOf } from '../../src/show/display/sum-of.ts';
import type { SectionLook } from './section-look.ts';

/** Number of a cell: the highest of the worst lines. */
const foremost = (lines: readonly SectionLine[], { text }: SectionSource): string => {
  const numberOf = ({ cells: [cell] }: SectionLine): number | null =>
    typeof cell?.value === 'number' ? cell.value : null;
  const line = foremostOf(lines, numberOf);
  return line === null ? '' : text(numberOf(line), line.cells[0]?.kind ?? 'plain');
};

const isFixed = ({ one: { one } }: LineOf<'fs'>): boolean => isImage(one.fs_type, isReadOnly(one.options));

const partitionsIn = (lines: readonly LineOf<'diskio'>[]): ReadonlySet<string> =>
  partitionsAmong(lines.map(({ id }) => id));

/** The worse one of load and clock, or the only value. */
function npuReading({ cells }: LineOf<'npu'>) {
  const [load, clock] = cells;
  const isLoad = typeof load?.value === 'number' && rankOf(load.level) >= rankOf(clock?.level ?? null);
  const { value = null, level = null } = (isLoad ? load : clock) ?? {};
  return { name: isLoad ? '' : `${t('clock')} `, value: Number(value), level };
}

/** Most lines of devices at first. */
const MOST = 8;
const MOST_MOUNTS = 12;
const CARDS = { isQuiet: true, isHeaded: true, widths: ['narrow', 'narrow', 'narrow'] } as const;

const LOOKS: { readonly [N in ListedSection]?: SectionLook<LineOf<N>> } = {
  gpu: { ...CARDS, essential: foremost, bar: () => true },
  npu: {
    ...CARDS,
    essential(lines, { text }) {
      const reading = foremostOf(lines.map(npuReading), ({ value }) => value);
      return reading === null ? '' : reading.name + text(reading.value, 'percent');
    },
  },
  mpp: { isQuiet: true, essential: foremost, widths: ['narrow'] },
  network: {
    essential(lines, { text }) {
      const received = sumOf(lines, ({ one }) => one.bytes_recv_rate_per_sec);
      const sent = sumOf(lines, ({ one }) => one.bytes_sent_rate_per_sec);
      return `↓ ${text(received, 'netRate')} ↑ ${text(sent, 'netRate')}`;
    },
    trend: () => ['bytes_recv_rate_per_sec', 'bytes_sent_rate_per_sec'],
    most: MOST,
    worth: (lines) => lines.flatMap(({ id, one }) => ((one.bytes_all_gauge ?? 0) > 0 ? [id] : [])),
  },
  diskio: {
    essential(lines, { text }) {
      const partitions = partitionsIn(lines);
      const disks = lines.filter(({ id }) => !partitions.has(id) && !isLayer(id));
      const read = sumOf(disks, ({ one }) => one.read_bytes_rate_per_sec);
      const written = sumOf(disks, ({ one }) => one.write_bytes_rate_per_sec);
      return `R ${text(read, 'byteRate')} W ${text(written, 'byteRate')}`;
    },
    trend: ({ preferences }) => diskLook(preferences).fields,
    most: MOST,
    worth(lines, seen) {
      const partitions = partitionsIn(lines);
      const isBusy = ({ one }: LineOf<'diskio'>): boolean =>
        (one.read_bytes_rate_per_sec ?? 0) + (one.write_bytes_rate_per_sec ?? 0) > 0;
      // Once active disks keep their place.
      return lines.flatMap((line) =>
        !partitions.has(line.id) && (line.level !== null || isBusy(line) || seen.has(line.id))
          ? [line.id]
          : [],
      );
    },
  },
  fs: {
    essential(lines, { text }) {
      const fullest = foremostOf(lines, ({ one: { one } }) => one.percent);
      return fullest === null ? '' : [printable(fullest.name, 24), text(fullest.one.one.percent, 'percent')];
    },
    isPath: true,
    bar: (line) => !isFixed(line),
    widths: ['short', ''],
    about: (line, { text }) => {
      const { one, others } = line.one;
      const [used, size] = [text(one.used, 'bytes'), text(one.size, 'bytes')];
      const isStale = line.cells.length < 2;
      return [
        `${one.device_name}, ${one.fs_type}`,
        isStale
          ? t('The last time that it answered: {percent}, {used} of {size}', {
              percent: text(one.percent, 'percent'),
              used,
              size,
            })
          : t('{used} of {size}', { used, size }),
        ...(others.length > 0 ? [t('Also at {others}', { others: others.join(', ') })] : []),
        ...(isFixed(line) ? [t('Always full by design: not judged')] : []),
      ];
    },
    most: MOST_MOUNTS,
    worth: (lines) =>
      fullestOf(
        lines.map((line) => ({ ...line, one: line.one.one, isFixed: isFixed(line) })),
        MOST_MOUNTS,
      ),
  },
  sensors: {
    essential(lines, { text }) {
      const hottest = lines.reduce(
        (most, { one }) =>
          sensorKind(one.type) === 'celsius' && typeof one.value === 'number'
            ? Math.max(most, one.value)
            : most,
        -Infinity,
      );
      return hottest === -Infinity ? '' : text(hottest, 'celsius');
    },
    trend: () => ['value'],
    most: 12,
  },
  raid: {
    essential(lines) {
      const broken = lines.filter(({ level }) => level !== null).length;
      return broken === 0 ? t('healthy') : t('{broken} degraded', { broken });
    },
    widths: ['state'],
    about: ({ one }) => [Object.keys(one.components ?? {}).join(' ')],
  },
  wifi: { essential: foremost, trend: () => ['quality_link'] },
  ports: {
    essential(lines) {
      const answering = lines.filter(
        ({ level, one: { seconds, isUp } }) => level !== 'critical' && (seconds !== null || isUp === true),
      ).length;
      return t('{answering} of {length}', { answering, length: lines.length });
    },
    widths: ['check-words', ''],
    about: ({ one }) => [one.about],
  },
  folders: {
    essential: (lines, { text }) =>
      text(
        sumOf(lines, ({ one }) => one.size),
        'bytes',
      ),
    widths: ['state'],
  },
  units: {
    isQuiet: true,
    isHeaded: true,
    essential(lines) {
      const failed = lines.filter(({ one }) => one.active_state === 'failed').length;
      return failed === 0 ? t('none failed') : t('{failed} failed', { failed });
    },
    about: ({ one }) => [one.description ?? ''],
    most: 6,
    hasLogs: ({ one }) => one.active_state === 'failed',
  },
  connections: {
    isPairs: true,
    essential: ([established], { text }) =>
      t('{count} established', { count: text(established?.cells[0]?.value, 'count') }),
  },
  irq: {
    essential: (lines, { text }) =>
      text(
        sumOf(lines, ({ one }) => one.irq_rate),
        'rate',
      ),
    trend: () => ['irq_rate'],
    most: 5,
    rate: ({ one }) => one.irq_rate ?? 0,
  },
  cloud: { isPairs: true, essential: ([platform]) => String(platform?.cells[0]?.value ?? '') },
};

/** Null for a section that another part draws. */
export const lookOf = (name: string): SectionLook<SectionLine> | null =>
  // The lines of a section are those that its look is declared for.
  (LOOKS as Readonly<Record<string, SectionLook<SectionLine> | undefined>>)[name] ?? null;
