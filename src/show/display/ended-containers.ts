/** Ended containers, as rows below running ones. */
import { showSpan } from './durations.ts';
import type { SortValue } from './order.ts';
import type { Container, ContainerState } from './snapshots.ts';
import { t } from './language.ts';

/** A container; an ended one has an ending instead of values. */
export type ContainerRow = Container & { readonly ending?: ContainerState };

const DAY_MS = 86_400_000;

/** Running containers, and those that ended within a day or without being stopped. @param now milliseconds since the epoch */
export function containerRows(
  containers: readonly Container[],
  states: readonly ContainerState[],
  now: number,
): readonly ContainerRow[] {
  const keyOf = ({ engine, id }: { engine: string; id: string }): string => `${engine} ${id}`;
  const ended = new Map(
    states.filter((state) => isShown(state, now)).map((state) => [keyOf(state), state] as const),
  );
  if (ended.size === 0) return containers;
  const listed = containers.map((container): ContainerRow => {
    const ending = ended.get(keyOf(container));
    ended.delete(keyOf(container));
    return ending === undefined ? container : { ...container, ending };
  });
  return [...listed, ...[...ended.values()].map(rowOf)];
}

const isShown = ({ running, known, ended, planned }: ContainerState, now: number): boolean =>
  !running && known && ended !== null && (now - ended * 1000 < DAY_MS || planned === false);

const rowOf = (ending: ContainerState): ContainerRow => ({
  name: ending.name,
  ...(ending.alias !== undefined && { alias: ending.alias }),
  id: ending.id,
  status: ending.status,
  created: null,
  command: null,
  image: [ending.image],
  ports: '',
  uptime: null,
  engine: ending.engine,
  cpu_percent: null,
  cpu_limit: null,
  memory_usage: null,
  memory_inactive_file: null,
  memory_limit: null,
  memory_percent: null,
  io_rx: null,
  io_wx: null,
  network_rx: null,
  network_tx: null,
  cpu: {},
  memory: {},
  io: {},
  network: {},
  ending,
});

/** LXD and Incus have no exit codes in their API. */
const noCode = (engine: string): string | null =>
  engine === 'lxd' ? t('exit code not reported by LXD') : null;

/** `exited 137, 3 min ago, OOM-killed`; empty for one that runs. */
export function endingText({ ending }: ContainerRow, now: number): string {
  if (ending === undefined) return '';
  const { ended, engine, exit_code: code, planned, reason } = ending;
  const how = planned === true || code === null ? t('stopped') : t('exited {code}', { code });
  const when = t('{span} ago', { span: showSpan(Math.max(0, now / 1000 - (ended ?? 0))) });
  const why = planned === true || reason === 'exit' ? null : code === null ? noCode(engine) : reason;
  return [how, when, why === 'OOM' ? t('OOM-killed') : why].filter(Boolean).join(', ');
}

/** Columns that sort ended containers last. */
export const endedLast = <C extends { readonly sort?: (row: ContainerRow) => SortValue }>(
  columns: readonly C[],
): C[] =>
  columns.map((column) => {
    const { sort } = column;
    if (sort === undefined) return column;
    return { ...column, sort: (row: ContainerRow) => (row.ending === undefined ? sort(row) : null) };
  });
