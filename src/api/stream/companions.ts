/** Companion events of a plugin's snapshots, sent on request and if changed. */
import type { PluginValue } from '../../core/served.ts';
import { createMarks } from '../../measure/levels/marks.ts';
import { levelRules } from '../../measure/levels/rules.ts';
import { isAlarming, shownVerdict } from '../../measure/levels/series.ts';
import type { ViewsSource } from '../../measure/levels/views.ts';
import type { SavedEvent } from '../../core/event.ts';
import { shownEvent } from '../../history/routes/past-events.ts';
import { eventFrame } from './frames.ts';

/** Named as in the query. `views`: abnormal views; `levels`: abnormal verdicts; `events`: like `/api/events`, with `alert`. */
export const COMPANIONS = ['views', 'levels', 'events'] as const;
export type Companion = (typeof COMPANIONS)[number];

export interface CompanionEvent {
  /** `cpu/views`. */
  readonly name: string;
  /** Number of the snapshot of its last change. */
  readonly serial: number;
  readonly frame: Uint8Array;
}

/** Event that accompanies a snapshot; undefined for plugins without one. */
export type Companions = Readonly<Record<Companion, Follow | undefined>>;
type Follow = (serial: number, value: () => PluginValue) => CompanionEvent | null;

const EVENTS_OF = 'alert';

/** @param events ongoing and recent ones, newest first */
export function createCompanions(source: ViewsSource, events: () => readonly SavedEvent[]): Companions {
  const { plugin } = source;
  const hasViews = plugin.shape === 'object' || (plugin.shape === 'list' && plugin.key !== null);
  const verdicts = (value: PluginValue): object =>
    source
      .judge(value)
      .filter(({ level }) => isAlarming(level))
      .map(shownVerdict);
  return {
    views: hasViews ? follow(`${plugin.name}/views`, createMarks(source)) : undefined,
    levels: levelRules(plugin).length > 0 ? follow(`${plugin.name}/levels`, verdicts) : undefined,
    events: plugin.name === EVENTS_OF ? follow('alert/events', () => events().map(shownEvent)) : undefined,
  };
}

function follow(name: string, make: (value: PluginValue) => object): Follow {
  let text = '';
  let madeAt = -1;
  let event: CompanionEvent | null = null;
  return (serial, value) => {
    if (madeAt === serial) return event;
    madeAt = serial;
    const made = make(value());
    const now = JSON.stringify(made);
    if (now !== text) {
      text = now;
      event = { name, serial, frame: eventFrame(name, made) };
    }
    return event;
  };
}
