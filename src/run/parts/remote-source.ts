/** A remote agent as the screen's data source. */
import { SaidError, say } from '../../core/said.ts';
import type { Remote } from '../../net/agents/remote.ts';
import { createRemote, type RemoteSetup } from '../../show/text/remote-agent.ts';
import { foreignPlugins } from '../../net/agents/values/foreign.ts';
import { createRemoteSubject } from '../../show/terminal/data-source/remote.ts';
import { createRemotePast } from '../../show/terminal/data-source/remote-past.ts';
import { RequestError } from '../../net/transport/request-error.ts';
import { NO_ROUTE } from '../../explain/explanation.ts';
import { partsIn } from '../../explain/explanation-parts.ts';
import type { DataSource } from '../../show/terminal/data-source/data-source.ts';

type Ask = NonNullable<Remote['ask']>;

/** Older agents and other servers have no explanations. */
const explainBy =
  (ask: Ask): DataSource['explain'] =>
  async ({ from, to }) => {
    const answer = await ask(`/api/explain?from=${Math.round(from)}&to=${Math.round(to)}`).catch((error) => {
      throw error instanceof RequestError && error.problem === 'absent'
        ? new SaidError(say(NO_ROUTE))
        : error;
    });
    const parts = partsIn(answer);
    if (parts === null) throw new SaidError(say(NO_ROUTE));
    return parts;
  };

/** Resolves when the other agent's additional plugins are known. */
export async function openRemoteSubject(setup: RemoteSetup & { remote: Remote }): Promise<DataSource> {
  const { remote, registry } = setup;
  const { ask } = remote;
  const all = [...registry, ...(await foreignPlugins(remote, registry))];
  const { agent, clock, refresh, problem } = createRemote({ ...setup, registry: all });
  return createRemoteSubject({
    agent,
    clock,
    refresh,
    problem,
    limits: remote.limits,
    past: ask === null ? null : createRemotePast(ask),
    forecasts: ask === null ? null : () => ask('/api/forecasts'),
    explain: ask && explainBy(ask),
    verdict: ask === null ? null : () => ask('/api/verdict'),
    silence: remote.post && ((silence) => remote.post?.('/api/silences', silence).then(() => {})),
  });
}
