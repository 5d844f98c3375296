/** Events of the chosen span: from the agent's journal, if any, and its current list. */
import { computed, type ComputedRef, onBeforeUnmount, ref, type Ref, shallowRef, watch } from 'vue';
import type { AlertEvent } from '../api/types.ts';
import { useGander } from '../state/gander.ts';
import { type Episode, episodesOf, idOf, standingEvents } from './episodes.ts';
import { type KeptAlerts, keptAlerts } from './kept-alerts.ts';
import { type NamedEvent, type Subject, subjectOf } from '../../src/show/display/subjects.ts';
import { hasCulprits } from '../../src/core/culprits.ts';
import { endedEvents } from '../../src/show/display/alert-list.ts';
import { spanOf } from './timeline.ts';

/** Older agents without alert kinds have only the list. */
type KeptEvent = AlertEvent & NamedEvent;

export interface Alerts {
  kept: ComputedRef<KeptAlerts>;
  /** With current alerts. */
  episodes: ComputedRef<readonly Episode[]>;
  /** Of alerts that are over. */
  ended: ComputedRef<readonly Episode[]>;
  /** Span of the strip. */
  hours: ComputedRef<number>;
  /** Unix seconds. */
  now: Ref<number>;
  subject(type: string): Subject;
}

const STRIP_SECONDS = 5;
/** Delay before the journal is read after a change: changes come in groups. */
const READ_AFTER_MS = 2000;

export function useAlerts(): Alerts {
  const { alerts, client, feed, isDrawn, preferences, settings, store, view } = useGander();
  const listed = store.latest('alert');
  const hours = computed(() => spanOf(preferences.alertHours));
  const journal = shallowRef<readonly KeptEvent[] | null>(null);
  const now = ref(store.now() / 1000);
  const current = shallowRef(listed.value ?? []);
  const key = computed(() =>
    (listed.value ?? []).map((one) => `${idOf(one)} ${one.end} ${one.state}`).join(),
  );
  // Only the panel shows values of ongoing alerts; the strip moves by less than a pixel.
  watch([store.tick, key, () => view.panel], ([, events], [, before]) => {
    const time = store.now() / 1000;
    if (view.panel !== 'alerts' && events === before && time - now.value < STRIP_SECONDS) return;
    now.value = time;
    current.value = listed.value ?? [];
  });

  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = async (): Promise<void> => {
    const path = `api/history/events?kind=event&from=-${hours.value}h`;
    const answer = await client.get<{ events: KeptEvent[] }>(path).catch(() => null);
    if (answer !== null) journal.value = answer.events;
  };
  const readLater = (milliseconds: number): void => {
    if (settings.keepsEvents !== true) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (isDrawn.value && feed.connection.value.kind === 'live') void read();
    }, milliseconds);
  };
  onBeforeUnmount(() => clearTimeout(timer));
  watch([hours, isDrawn, () => feed.connection.value.kind], () => readLater(0), { immediate: true });
  watch(key, () => readLater(READ_AFTER_MS));

  /** Events with known items: events listed for compatibility have only a type. */
  const named = computed(
    () =>
      new Map(
        [...(journal.value ?? []), ...alerts.value]
          .filter(({ kind }) => typeof kind === 'string')
          .map((event) => [event.type, event]),
      ),
  );
  /** Cached: items keep their names. */
  const subjects = new Map<string, Subject>();
  const subject = (type: string): Subject => {
    const known =
      subjects.get(type) ??
      subjectOf(named.value.get(type) ?? { type }, store.verdicts, (name) => store.latest(name).value);
    if (known.series !== null) subjects.set(type, known);
    return known;
  };
  /** Removes unrelated programs from an event, which earlier versions recorded. */
  const plain = (event: AlertEvent): AlertEvent =>
    event.top.length === 0 || hasCulprits(subject(event.type).plugin) ? event : { ...event, top: [] };

  const isShown = ({ begin, end }: AlertEvent): boolean =>
    end === -1 || (begin > preferences.alertsClearedAt && end > now.value - hours.value * 3600);
  const kept = computed(() => keptAlerts(journal.value, current.value));
  const events = computed(() => kept.value.events.filter(isShown).map(plain));
  return {
    kept,
    episodes: computed(() =>
      episodesOf([...events.value, ...standingEvents(alerts.value, events.value)], now.value),
    ),
    ended: computed(() => episodesOf(endedEvents(events.value, alerts.value), now.value)),
    hours,
    now,
    subject,
  };
}
