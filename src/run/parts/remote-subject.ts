/** A remote agent as the subject of the screen. */
import type { Remote } from '../../net/agents/remote.ts';
import { createRemote, type RemoteSetup } from '../../show/text/remote-agent.ts';
import { foreignPlugins } from '../../net/agents/values/foreign.ts';
import { createRemoteSubject } from '../../show/terminal/subject/remote.ts';
import { createRemotePast } from '../../show/terminal/subject/remote-past.ts';
import type { Subject } from '../../show/terminal/subject/subject.ts';

/** Resolves when it is known which plugins the other agent has beyond those of this version. */
export async function openRemoteSubject(setup: RemoteSetup & { remote: Remote }): Promise<Subject> {
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
    verdict: ask === null ? null : () => ask('/api/verdict'),
    silence: remote.post && ((silence) => remote.post?.('/api/silences', silence) ?? Promise.resolve()),
  });
}
