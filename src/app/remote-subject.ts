/** A remote agent as the subject of the screen. */
import type { Remote } from '../client/remote.ts';
import { createRemote, type RemoteSetup } from '../cli/output/remote-agent.ts';
import { foreignPlugins } from '../terminal/subject/foreign.ts';
import { createRemoteSubject } from '../terminal/subject/remote.ts';
import { createRemotePast } from '../terminal/subject/remote-past.ts';
import type { Subject } from '../terminal/subject/subject.ts';

/** Resolves when it is known which plugins the other agent has beyond those of this version. */
export async function openRemoteSubject(setup: RemoteSetup & { remote: Remote }): Promise<Subject> {
  const { remote, registry } = setup;
  const all = [...registry, ...(await foreignPlugins(remote, registry))];
  const { agent, clock, refresh, problem } = createRemote({ ...setup, registry: all });
  return createRemoteSubject({
    agent,
    clock,
    refresh,
    problem,
    limits: remote.limits,
    past: remote.ask === null ? null : createRemotePast(remote.ask),
  });
}
