/** Serves an incident file instead of a machine: no sampling, values of one time. */
import type { AlertBoard } from '../../core/alert.ts';
import { createAvailability } from '../../core/availability.ts';
import type { SavedEvent } from '../../core/event.ts';
import { fieldsOf, type Plugin } from '../../core/plugin.ts';
import { createStore } from '../../core/store/store.ts';
import { FAILURE_RULES } from '../../alerts/failure-rules/index.ts';
import { parentFinder } from '../../alerts/failure-rules/parents.ts';
import { createLevels } from '../../measure/levels/levels.ts';
import { limitsOf } from '../../measure/levels/limits.ts';
import type { IncidentHistory } from '../../explain/incident/history.ts';
import type { Incident } from '../../explain/incident/incident.ts';
import type { Moment, MomentFields } from '../../history/past/history-source.ts';
import { ApiError } from '../../http/server/errors.ts';
import type { AgentParts } from '../../http/route/agent-parts.ts';
import { type ServedValue, valuesByPlugin } from '../../history/routes/served.ts';
import { diskFiles } from '../config/files.ts';
import { loadSettings } from '../config/load.ts';
import { createAlertBoard } from './alert-board.ts';

/** Plugins that every incident contains. */
const ALWAYS: ReadonlySet<string> = new Set(['alert', 'now', 'system']);
const RATE = /_rate_per_sec$/;

interface IncidentAgent {
  readonly agent: AgentParts;
  readonly alerts: AlertBoard;
}

/**
 * Uses default thresholds.
 * @param at Unix milliseconds; its clock shows the end of the explained time
 */
export async function createIncidentAgent(
  incident: Incident,
  past: IncidentHistory,
  registry: readonly Plugin[],
  at: number,
): Promise<IncidentAgent> {
  const recorded = new Set(incident.series.map(({ plugin }) => plugin));
  const plugins = registry.filter(({ name }) => ALWAYS.has(name) || recorded.has(name));
  const store = createStore(plugins, 0);
  const cores = new Set(incident.series.flatMap(({ plugin, item }) => (plugin === 'percpu' ? [item] : [])));
  const { settings } = await loadSettings({ registry, file: null, files: diskFiles });
  const limits = plugins.map((plugin) => {
    const section = settings.section(plugin.name);
    return [
      plugin.name,
      limitsOf(plugin, { section, historySize: 0, cores: Math.max(1, cores.size) }),
    ] as const;
  });
  const levels = createLevels(plugins, new Map(limits));
  const iso = new Date(incident.window.to).toISOString();
  const texts = new Map<string, Readonly<Record<string, string>>>([
    ['now', { iso, custom: iso }],
    ['system', { hostname: incident.host }],
  ]);
  for (const [name, value] of valuesByPlugin(plugins, {
    values: valuesOf(plugins, await past.moment(at)),
    texts,
  }))
    store.commit(name, value, at);
  const lasting: SavedEvent[] = incident.events.filter(
    ({ event: { begin, end } }) => begin * 1000 <= at && (end === -1 || end * 1000 > at),
  );
  store.commit(
    'alert',
    lasting.map(({ event }) => ({ ...event, end: -1 })),
    at,
  );
  const states = plugins.map(({ name }) => ({ name, state: 'ok' as const }));
  const agent: AgentParts = {
    plugins,
    store,
    sampler: {
      touch: () => null,
      keepActive: () => () => {},
      refreshIdle() {},
      states: () => [],
      isUnread: () => false,
    },
    levels,
    pools: () => [],
    checks: { all: () => [], availability: createAvailability() },
    events: {
      clear() {
        throw new ApiError(403, 'This is a file: nothing in it can be changed');
      },
      lasting: () => lasting,
      recent: () => [...incident.events],
    },
  };
  const alerts = createAlertBoard({
    plugins,
    store,
    levels,
    ongoing: () => lasting,
    silences: null,
    isSilenced: () => false,
    states: () => states,
    now: () => at,
    notifies: () => false,
    parentOf: parentFinder(FAILURE_RULES, () => lasting),
    notified: () => [],
  });
  return { agent, alerts };
}

function valuesOf(plugins: readonly Plugin[], { objects, lists }: Moment): ServedValue[] {
  return plugins.flatMap((plugin) => {
    const fields = fieldsOf(plugin);
    const of = (item: string | null, values: MomentFields): ServedValue[] =>
      [...values].map(([field, value]) => ({
        field: {
          plugin: plugin.name,
          field,
          kind: RATE.test(field) ? 'rate' : 'gauge',
          isFlag: fields[field]?.kind === 'flag',
        },
        item,
        value,
      }));
    return [
      ...of(null, objects.get(plugin.name) ?? new Map()),
      ...[...(lists.get(plugin.name) ?? [])].flatMap(([item, values]) => of(item, values)),
    ];
  });
}
