/** A remote agent in the form in which the printing modes take values. */
import { inEnglish, type Said, say, verbatim } from '../../core/said.ts';
import type { PluginValue, ServedMember } from '../../core/served.ts';
import type { Remote } from '../../net/agents/remote.ts';
import { RequestError } from '../../net/transport/request-error.ts';
import { type Checked, createForeignCheck } from '../../core/foreign-values.ts';
import { emptyValue, type Plugin } from '../../core/plugin.ts';
import { createJudge, type Judge } from '../../measure/levels/judge.ts';
import { limitsOf } from '../../measure/levels/limits.ts';
import type { PluginState } from '../../measure/sampler/sampler.ts';
import { decodeValue } from '../../net/agents/values/decode.ts';
import type { PrintSource } from './print-source.ts';
import { orNull } from '../../core/or-null.ts';

export interface RemoteSetup {
  remote: Pick<Remote, 'plugins' | 'read'>;
  /** Name of the remote agent in messages. */
  name: string;
  registry: readonly Plugin[];
  clock: PrintSource['clock'];
  refresh: number;
}

interface RemotePlugin {
  plugin: Plugin;
  check: (value: ServedMember) => Checked;
  value: PluginValue;
  time: number | null;
  /** Why it cannot be read; null: it was. */
  reason: Said | null;
  /** Impossible values in it; null if there are none. */
  note: Said | null;
}

/** Age of values that the first output may use: the start has waited for them. */
const FRESH_MS = 500;

export function createRemote({ remote, name, registry, clock, refresh }: RemoteSetup): PrintSource {
  const offered = new Set(remote.plugins);
  const plugins = registry.filter((plugin) => offered.has(plugin.name));
  const entries = new Map<string, RemotePlugin>(
    plugins.map((plugin) => [
      plugin.name,
      {
        plugin,
        check: createForeignCheck(plugin),
        value: emptyValue(plugin),
        time: null,
        reason: null,
        note: null,
      },
    ]),
  );
  let problem: Said | null = null;
  let reading: Promise<void> | null = null;
  let readAt: number | null = null;
  const freshMs = Math.min(FRESH_MS, (refresh * 1000) / 2);

  const take = (entry: RemotePlugin, value: ServedMember | RequestError): void => {
    const isRefused = value instanceof RequestError;
    const decoded = isRefused ? undefined : decodeValue(entry.plugin, value);
    if (decoded !== undefined) {
      const { reason } = entry.check(decoded);
      const note = reason && verbatim(reason);
      Object.assign(entry, { value: decoded, time: clock.now(), reason: null, note });
    } else
      entry.reason = isRefused
        ? say('{reason}.', { reason: value.said })
        : say('{name} sends values of another form.', { name });
  };

  const read = async (names: readonly string[]): Promise<void> => {
    try {
      const values = await remote.read(names.filter((wanted) => entries.has(wanted)));
      for (const [plugin, value] of values) {
        const entry = entries.get(plugin);
        if (entry !== undefined) take(entry, value);
      }
      problem = null;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      problem = say('{name} cannot be shown at present: {reason}.', { name, reason: error.said });
    }
  };

  const stateOf = ({ plugin, reason, note, time }: RemotePlugin): PluginState => {
    const said = reason ?? problem ?? note;
    return {
      name: plugin.name,
      state: reason === null && problem === null ? 'ok' : 'failing',
      reason: said && inEnglish(said),
      ...(said && { reason_said: said }),
      refresh,
      duration_ms: null,
      last_sample: time,
    };
  };

  /** By the thresholds without a configuration: its own would have to be asked for. What it sends may make no sense. */
  const judgeOf = (name: string): Judge => {
    const plugin = entries.get(name)?.plugin;
    if (plugin === undefined) return () => [];
    const judge = createJudge(plugin, limitsOf(plugin, { section: {}, historySize: 0, cores: 1 }));
    return (served) => orNull(() => judge(served)) ?? [];
  };

  return {
    clock,
    refresh,
    levels: { judgeOf },
    absence: 'is not offered there',
    pid: null,
    problem: () => problem,
    agent: {
      plugins,
      store: { latest: (plugin) => entries.get(plugin) ?? { value: null, time: null } },
      sampler: {
        // There is nothing to start: values come when they are wanted.
        start: async () => void (await reading),
        states: () => [...entries.values()].map(stateOf),
        touch(names) {
          const isFresh = readAt !== null && clock.monotonic() - readAt < freshMs;
          if (reading !== null || isFresh) return reading;
          reading = read(names).finally(() => {
            reading = null;
            readAt = clock.monotonic();
          });
          return reading;
        },
      },
    },
  };
}
