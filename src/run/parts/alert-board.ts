/** The list of alerts of this agent, from its verdicts, ongoing events and silences. */
import {
  type AlertBoard,
  type MachineVerdict,
  type OngoingEvent,
  type ShownAlert,
} from '../../core/alert.ts';
import { MOST_ALERTS } from '../../core/most-alerts.ts';
import type { SavedEvent } from '../../core/event.ts';
import type { NoticeEvent } from '../../core/notice.ts';
import { service } from '../../core/parts/service.ts';
import type { Plugin } from '../../core/plugin.ts';
import type { Store } from '../../core/store/store.ts';
import type { Silences } from '../../alerts/silences/silences.ts';
import type { LevelVerdict } from '../../measure/levels/judge.ts';
import type { Levels } from '../../measure/levels/levels.ts';
import type { FindParent } from '../../alerts/failure-rules/parents.ts';
import { watchLevels } from '../../alerts/events/watch.ts';
import { levelRules } from '../../measure/levels/rules.ts';
import { isAlarming, notableAmong, type ShownVerdict, shownVerdict } from '../../measure/levels/series.ts';
import { standingSince } from '../../alerts/events/standing.ts';
import {
  type AlertList,
  type AlertSources,
  alertListOf,
  isJudged,
  shownAlert,
} from '../../show/display/alert-list.ts';
import { culpritWords } from '../../show/display/culprit-words.ts';
import { machineVerdict } from '../../show/display/machine-verdict.ts';
import type { Amount } from '../../show/display/finding-words.ts';
import { servedBy } from '../../show/display/served-by.ts';
import { show } from '../../show/display/units.ts';

export interface AlertBoardSetup {
  plugins: readonly Plugin[];
  store: Pick<Store, 'latest' | 'history' | 'subscribe'>;
  levels: Levels;
  /** Events that have not ended, cleared or not. */
  ongoing(): readonly OngoingEvent[];
  /** Null: silences are not available. */
  silences: Pick<Silences, 'list'> | null;
  isSilenced: AlertSources['isSilenced'];
  /** States of plugins: the last snapshot of a failing one is no reading. */
  states(): readonly { readonly name: string; readonly state: string }[];
  /** Milliseconds since the epoch. */
  now(): number;
  /** True if the agent has notification targets. */
  notifies(): boolean;
  /** Finds the ongoing alert that explains a failure; null if there is none. */
  parentOf: FindParent;
  /** {@link EventEngine.notified}. */
  notified(): readonly SavedEvent[];
}

/** Default units. */
const UNITS = { bits: true, binary: true, fahrenheit: false };

/** Plugin states with current values. */
const CURRENT: ReadonlySet<string> = new Set(['ok', 'paused']);

/** The board, and its list in other units. */
export interface OwnAlertBoard extends AlertBoard {
  list(text: Amount): AlertList;
  /** Returns the words and the link of a notice, as currently listed. */
  shown(event: NoticeEvent): ShownAlert;
}
export const OwnAlertBoard = service<OwnAlertBoard>('list of alerts');

export function createAlertBoard(setup: AlertBoardSetup): OwnAlertBoard {
  const { store, levels, silences, now } = setup;
  const names = new Set(setup.plugins.map(({ name }) => name));
  const judged = setup.plugins.filter((plugin) => levelRules(plugin).length > 0);
  const marks = createMarks({ ...setup, plugins: judged });
  let made: { edition: number; verdict: MachineVerdict } | null = null;

  const sinceOf = (plugin: string, verdict: ShownVerdict): number | null =>
    standingSince(store.history(plugin), verdict) ?? marks.sinceOf(plugin, verdict);
  const list = (text: Amount): AlertList => {
    const failing = new Set(setup.states().flatMap(({ name, state }) => (CURRENT.has(state) ? [] : [name])));
    const ongoing = setup.ongoing();
    const types = new Set(ongoing.map(({ event }) => event.type.toLowerCase()));
    const verdicts = new Map<string, readonly ShownVerdict[]>();
    let hasData = false;
    for (const { name } of judged) {
      if (failing.has(name)) continue;
      const all = levels.judgeOf(name)(store.latest(name).value);
      hasData ||= all.some((verdict) => verdict.value !== null && isJudged(name, verdict));
      const shown = notableAmong(all, types);
      if (shown.length > 0) verdicts.set(name, shown.map(shownVerdict));
    }
    return alertListOf({
      verdicts: { plugins: () => [...verdicts.keys()], ofPlugin: (name) => verdicts.get(name) ?? [] },
      hasData,
      // Events may belong to feeds, or to disabled plugins.
      latest: (name) => (names.has(name) ? store.latest(name).value : null),
      ongoing,
      sinceOf,
      isSilenced: setup.isSilenced,
      parentOf: (finding) => setup.parentOf(finding)?.finding ?? null,
      text,
    });
  };
  const shown = ({ plugin, item, type, begin, culprits, finding: failure }: NoticeEvent): ShownAlert => {
    const finding = failure ?? null;
    const value = names.has(plugin) ? store.latest(plugin).value : null;
    const found = names.has(plugin)
      ? levels
          .judgeOf(plugin)(value)
          .findLast((one) => one.identity === item && one.stat.toUpperCase() === type)
      : undefined;
    const verdict = found === undefined ? null : shownVerdict(found);
    const served = servedBy(value)(item);
    return {
      ...shownAlert({ plugin, item, type, verdict, served, finding }, verdict, begin * 1000, usual),
      who: culpritWords(culprits),
    };
  };
  const usual: Amount = (value, kind) => show(value, kind, UNITS);
  const edition = (): number =>
    setup.plugins.reduce((sum, { name }) => sum + store.latest(name).sequence, levels.edition) +
    (silences?.list() ?? []).reduce((sum, { since }) => sum + since, 0);
  return {
    edition,
    list,
    shown,
    notified: () =>
      setup
        .notified()
        .slice(-MOST_ALERTS)
        .map((saved) => {
          const { event, identity, finding } = saved;
          return {
            ...saved,
            silenced: setup.isSilenced({ type: event.type, item: identity, finding: finding ?? null }),
          };
        }),
    verdict() {
      const current = edition();
      if (made?.edition !== current)
        made = {
          edition: current,
          verdict: machineVerdict(list(usual), now(), { notifies: setup.notifies(), rules: levels.edition }),
        };
      return made.verdict;
    },
  };
}

/** Marks changes of states that raise no event and have no numeric history. */
function createMarks({ plugins, levels, store }: AlertBoardSetup) {
  const marks = new Map<string, Map<string, number>>();
  const stateful = plugins.filter((plugin) =>
    levelRules(plugin).some(({ rule }) => rule.state !== undefined),
  );
  const names = new Set(stateful.map(({ name }) => name));
  watchLevels({
    plugins: stateful,
    levels,
    store,
    observers: [
      {
        concerns: (name) => names.has(name),
        take(plugin, verdicts, time) {
          const before = marks.get(plugin);
          const standing = verdicts.filter(isStanding);
          if (standing.length === 0) marks.delete(plugin);
          else
            marks.set(
              plugin,
              new Map(
                standing.map(({ field, identity }) => {
                  const key = `${field}\0${identity ?? ''}`;
                  return [key, before?.get(key) ?? time];
                }),
              ),
            );
        },
      },
    ],
  });
  return {
    /** States without a mark date from the latest snapshot. */
    sinceOf(plugin: string, { field, item }: ShownVerdict): number | null {
      const { time } = store.latest(plugin);
      if (time === null) return null;
      const own = marks.get(plugin) ?? new Map<string, number>();
      marks.set(plugin, own);
      const key = `${field}\0${item ?? ''}`;
      const since = own.get(key) ?? time;
      own.set(key, since);
      return since;
    },
  };
}

const isStanding = ({ level }: LevelVerdict): boolean => isAlarming(level) && level !== 'CAREFUL';
