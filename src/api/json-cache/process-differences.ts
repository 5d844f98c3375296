/** Differences of the process list as bytes, shared by all readers with the same snapshot. */
import { service } from '../../core/parts/service.ts';
import type { MaybePromise } from '../../core/plugin.ts';
import { whenMade } from '../../core/when-made.ts';
import { Body } from '../../http/body/body.ts';
import { keep, type MadeOnce } from './made-once.ts';
import { type Pieces, render } from '../../http/body/render.ts';
import type { Origin } from '../../core/process-origin.ts';
import type { Store } from '../../core/store/store.ts';
import { createProcessChanges, type ProcessDifference } from './process-changes.ts';

export const PROCESS_LIST = 'processlist';

/** Sequence number before all snapshots: everything has changed since. */
export const NOTHING = -1;

export interface DifferenceBody {
  /** Sequence number of the resulting snapshot. */
  readonly sequence: number;
  readonly body: Body;
}

export interface ProcessDifferences {
  /** Returns the sequence number in a position of this run; {@link NOTHING} for other texts. */
  sequenceIn(position: string | undefined): number;
  /** Changes of the latest snapshot since another one. The plugin must be enabled. */
  since(sequence: number): MaybePromise<DifferenceBody>;
  stop(): void;
}
export const ServedDifferences = service<ProcessDifferences>('differences of the process list');

interface DifferencesSetup {
  store: Store;
  /** Origins of processes in the last scan. */
  askOrigins(): (pid: number) => Origin | null;
  /** Name of this run of the agent. */
  run: string;
}

export function createProcessDifferences(setup: DifferencesSetup): ProcessDifferences {
  const { store, run } = setup;
  const changes = createProcessChanges();
  const kept: MadeOnce<DifferenceBody> = new Map();
  const stop = store.subscribe(({ plugin }) => {
    if (plugin === PROCESS_LIST) kept.clear();
  });

  const make = (difference: ProcessDifference): MaybePromise<DifferenceBody> => {
    const { sequence } = difference;
    const bytes = render(pieces(run, difference));
    return whenMade(bytes, (all) => ({ sequence, body: new Body(all, null) }));
  };

  return {
    sequenceIn(position = '') {
      const [of, digits = ''] = position.split('.', 2);
      return of === run && /^\d{1,15}$/.test(digits) ? Number(digits) : NOTHING;
    },
    since(sequence) {
      const known = kept.get(String(sequence));
      if (known !== undefined) return known;
      const latest = store.latest(PROCESS_LIST);
      const difference = changes.between(sequence, latest, setup.askOrigins());
      // The client gets all rows in any case.
      return keep(kept, String(difference.isWhole ? NOTHING : sequence), () => make(difference));
    },
    stop,
  };
}

/** A row at a time, so that long lists are written in slices. */
function* pieces(run: string, { sequence, isWhole, rows, gone }: ProcessDifference): Pieces {
  yield `{"position":${JSON.stringify(`${run}.${sequence}`)},"whole":${isWhole},"gone":${JSON.stringify(gone)},"rows":[`;
  let separator = '';
  for (const row of rows) {
    yield separator + JSON.stringify(row);
    separator = ',';
  }
  yield ']}';
}
