/** The part of the agent that routes use. */
import type { CheckReports } from '../../core/check-result.ts';
import type { KnownEvents } from '../../core/event.ts';
import { type Service, service } from '../../core/parts/service.ts';
import type { MaybePromise, Plugin } from '../../core/plugin.ts';
import type { Pool } from '../../core/pool.ts';
import type { Store } from '../../core/store/store.ts';
import type { WatchedLevels } from '../../measure/levels/levels.ts';
import type { Sampler } from '../../measure/sampler/sampler.ts';
import { notYetRead } from '../server/errors.ts';

export interface AgentParts {
  /** The enabled plugins, sorted by name. */
  readonly plugins: readonly Plugin[];
  readonly store: Store;
  readonly sampler: Pick<Sampler, 'touch' | 'keepActive' | 'refreshIdle' | 'states' | 'isUnread'>;
  readonly levels: WatchedLevels;
  pools(): readonly Pool[];
  /** Results of all checks. */
  readonly checks: CheckReports;
  /** Null if the alert plugin is disabled. */
  readonly events: KnownEvents | null;
}
export const AgentParts: Service<AgentParts> = service<AgentParts>('agent for routes');

/** Runs once paused plugins have been read; synchronously if none is paused. */
export function whenSampled<T>(agent: AgentParts, plugins: readonly string[], then: () => MaybePromise<T>) {
  const waking = agent.sampler.touch(plugins);
  return waking === null ? then() : waking.then(then);
}

/**
 * Like {@link whenSampled}, for the plugin of the reply. Throws 503 during its first read, when its value is unknown rather than
 * empty.
 */
export const whenRead = <T>(agent: AgentParts, plugin: string, then: () => MaybePromise<T>) =>
  whenSampled(agent, [plugin], () => {
    if (agent.sampler.isUnread(plugin)) throw notYetRead(plugin);
    return then();
  });
