/** A remote agent as the subject of the screen. */
import type { Remote } from '../client/remote.ts';
import type { Shown } from '../cli/output/shown.ts';
import { createRemoteSubject } from '../terminal/subject/remote.ts';
import { createRemotePast } from '../terminal/subject/remote-past.ts';
import type { Subject } from '../terminal/subject/subject.ts';

export function remoteSubject(remote: Remote, { agent, clock, refresh, problem }: Shown): Subject {
  return createRemoteSubject({
    agent,
    clock,
    refresh,
    problem,
    limits: remote.limits,
    past: remote.ask === null ? null : createRemotePast(remote.ask),
  });
}
