import { type Candidate, ownRuntimeSocket, ownSocketAt, socketAt, userSockets } from './candidates.ts';
import type { CreateEngine } from './engine.ts';
import { parseEndpoint } from './endpoint.ts';
import { createSocketEngine } from './socket-engine.ts';

const ADVICE = 'run the agent as root, or give its user the right to use this socket';
const USER_ADVICE = 'run the agent as this user or as root';
const SOCKET = 'podman/podman.sock';

/** Podman of root and of all users. */
export const createPodman: CreateEngine = ({ host, options, onChange }) => {
  const complaints: string[] = [];
  const configured = options.podman_sock.flatMap((text): Candidate[] => {
    const endpoint = parseEndpoint(text, null);
    if (endpoint === null) complaints.push(`podman_sock names ${text}: only unix:// and tcp:// can be used`);
    return endpoint === null ? [] : [{ ...endpoint, advice: ADVICE }];
  });
  const candidates = (): Candidate[] => [
    ...configured,
    socketAt(`/run/${SOCKET}`, ADVICE),
    ...(host.isLocal ? [] : [ownSocketAt(`/run/${SOCKET}`, ADVICE)]),
    ...userSockets(host, SOCKET, USER_ADVICE),
    ...ownRuntimeSocket(host, SOCKET, USER_ADVICE),
  ];
  return createSocketEngine({ host, engine: 'podman', all: options.all, candidates, complaints, onChange });
};
