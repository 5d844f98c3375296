/** Stores the silences in a file. */
import type { Clock } from '../../core/host.ts';
import { createSilences, type Silence, type Silences } from '../../features/silences/silences.ts';
import { scheduleProblem } from '../../features/silences/schedule.ts';
import type { Log } from '../process/log.ts';
import { keepList } from '../../keep/archive/events/keep-list.ts';
import type { Reloadable } from './notes.ts';

/** @param obstacle why nothing can be saved now; null: it can */
export function openSilences(
  folder: string,
  clock: Clock,
  log: Log,
  obstacle: () => string | null,
): Reloadable<Silences> {
  const list = keepList(`${folder}/silences.json`, isSilence, {
    name: 'Silences of alerts',
    log,
    obstacle,
  });
  const silences = createSilences({ clock, save: list.save });
  return Object.assign(silences, { reload: () => list.reload(silences.list(), silences.load) });
}

const isSilence = (value: unknown): value is Silence => {
  const { type, note, since, until, schedule, author } = (value ?? {}) as Partial<
    Record<keyof Silence, unknown>
  >;
  return (
    typeof type === 'string' &&
    typeof note === 'string' &&
    typeof since === 'number' &&
    (until === null || typeof until === 'number') &&
    (schedule === undefined || scheduleProblem(schedule) === null) &&
    (author === undefined || typeof author === 'string')
  );
};
