import type { Phrase } from '../../../core/phrase.ts';
import type { Host } from '../../../core/host.ts';
import { type Candidate, ownRuntimeSocket, ownSocketAt, socketAt, userSockets } from './candidates.ts';
import type { CreateEngine } from './engine.ts';
import { parseEndpoint } from './endpoint.ts';
import { createSocketEngine } from './socket-engine.ts';

const ADVICE: Phrase = 'add the user to group docker, or run the agent as root';
const USER_ADVICE: Phrase = 'run the agent as this user or as root';

/** Docker: at DOCKER_HOST, otherwise at the default socket and those of rootless users. */
export const createDocker: CreateEngine = ({ host, options: { all }, onChange }) => {
  const configured = host.variable('DOCKER_HOST');
  const setup = { host, engine: 'docker', all, onChange } as const;
  if (configured === undefined) {
    return createSocketEngine({ ...setup, candidates: () => usualPlaces(host), complaints: [] });
  }
  const endpoint = parseEndpoint(configured, tlsOf(host));
  const complaints =
    endpoint === null ? [`DOCKER_HOST is ${configured}: only unix:// and tcp:// can be used`] : [];
  const places = endpoint === null ? [] : [{ ...endpoint, advice: ADVICE }];
  return createSocketEngine({ ...setup, candidates: () => places, complaints });
};

/** Decides as Docker's own tools do. */
function tlsOf(host: Host): { folder: string | null; verify: boolean } | null {
  const folder = host.variable('DOCKER_CERT_PATH');
  const verify = host.variable('DOCKER_TLS_VERIFY') !== undefined;
  if (!verify && folder === undefined) return null;
  return { folder: folder ?? `${host.variable('HOME') ?? ''}/.docker`, verify };
}

/** `/var/run` is a link to `/run`. Where the agent watches another root, the socket may be mounted into its own container. */
function usualPlaces(host: Host): Candidate[] {
  const usual = socketAt('/var/run/docker.sock', ADVICE);
  const paths = host.isLocal
    ? [usual]
    : [usual, ownSocketAt('/var/run/docker.sock', ADVICE)].filter(isThere(host)).slice(0, 1);
  return [
    ...(paths.length === 0 ? [usual] : paths),
    ...userSockets(host, 'docker.sock', USER_ADVICE),
    ...ownRuntimeSocket(host, 'docker.sock', USER_ADVICE),
  ];
}

const isThere =
  (host: Host) =>
  ({ address }: Candidate): boolean =>
    host.service(address).state() !== 'absent';
