/** One poll at a server: asks it by its protocol, and says how it is. Never throws for what a server does. */
import { explained } from '../../core/explain.ts';
import { renamed, type Said, say } from '../../core/said.ts';
import { WRONG_PASSWORD } from '../../core/password-words.ts';
import { plannedStopHeader, type StopPlace } from '../../net/agents/planned-stop.ts';
import type { Peer } from '../../net/agents/ask.ts';
import { RequestError, type RequestProblem } from '../../net/transport/request-error.ts';
import type { Column } from '../../core/columns.ts';
import { RpcFault } from '../../net/xml-rpc/rpc-error.ts';
import type { Connection } from './connection.ts';
import type { Credentials } from './credentials.ts';
import { type PolledValues, pollRest } from './poll-rest.ts';
import { pollRpc } from './poll-rpc.ts';
import { safeText, type Answered } from '../../net/agents/values/extract.ts';
import type { Server } from './server.ts';
import type { PollOutcome } from './state.ts';

type Values = ReadonlyMap<string, Answered>;

export interface PollSetup {
  columns: readonly Column[];
  credentials: Credentials;
  /** Asks hosts without an agent; undefined: nobody does. */
  fallBack?: ((server: Server, signal: AbortSignal) => Promise<Values | null>) | undefined;
  /** Milliseconds for all of a poll, whatever it takes to ask; default: 6,000. */
  pollMs?: number | undefined;
  /** Monotonic milliseconds. */
  now(): number;
  /** Where this hub takes planned stops; null: nowhere. */
  place?: StopPlace | null;
}

const POLL_MS = 6000;

/** Answers that say that it is there, and wants to know who asks. */
const LOCKED: ReadonlySet<RequestProblem> = new Set(['password', 'guessing']);
/** Problems after which nothing that was known of the connection holds. */
const BROKEN: ReadonlySet<RequestProblem> = new Set([
  'refused',
  'unresolved',
  'unreachable',
  'late',
  'closed',
  'certificate',
]);

export async function poll(
  connection: Connection,
  setup: PollSetup,
  signal: AbortSignal,
): Promise<PollOutcome> {
  const { server } = connection;
  try {
    const { values, verdict, notified } = await withCredentials(connection, setup, signal);
    return {
      status: 'ONLINE',
      values,
      ip: connection.address(),
      ...(verdict !== null && { verdict }),
      ...(notified !== null && { notified }),
    };
  } catch (error) {
    const problem = error instanceof RequestError ? error.problem : 'not-agent';
    if (!(error instanceof RequestError) && !(error instanceof RpcFault)) throw error;
    if (BROKEN.has(problem)) connection.reset();
    const ip = connection.address();
    if (LOCKED.has(problem)) return { status: 'PROTECTED', reason: lockedReason(server, error), ip };
    const values = signal.aborted ? null : ((await setup.fallBack?.(server, signal)) ?? null);
    const reason = reasonOf(problem, server, setup) ?? saidBy(error);
    if (values === null) return { status: 'OFFLINE', reason, ip };
    return {
      status: 'SNMP',
      reason: say('no agent answers ({reason}): these values come by SNMP', { reason }),
      values,
      ip,
    };
  }
}

/** Asks without a password, unless the server took one before; when it asks for one, once with each that may be right. */
async function withCredentials(
  connection: Connection,
  setup: PollSetup,
  signal: AbortSignal,
): Promise<PolledValues> {
  const { columns, pollMs = POLL_MS } = setup;
  const end = setup.now() + pollMs;
  const attempt = async (): Promise<PolledValues> => {
    const { server, memory } = connection;
    // The remaining time is for the rest of the requests together.
    const peer = (): Peer => {
      const left = end - setup.now();
      if (left <= 0)
        throw new RequestError('late', say('{server} did not answer in time', { server: server.key }));
      return connection.peer(left, signal);
    };
    const { place = null } = setup;
    const plannedStop = place && plannedStopHeader({ ...place, token: connection.token });
    const asked = { peer, columns, memory, now: setup.now(), plannedStop };
    return connection.server.protocol === 'rpc' ? pollRpc(asked) : pollRest(asked);
  };
  const tried = connection.authorization;
  let refusal = await attempt().catch(onlyLocked);
  if (!(refusal instanceof RequestError)) return refusal;
  connection.authorization = null;
  for (const candidate of await setup.credentials.candidates(connection.server)) {
    if (candidate === tried) continue;
    connection.authorization = candidate;
    refusal = await attempt().catch(onlyLocked);
    if (!(refusal instanceof RequestError)) return refusal;
    connection.authorization = null;
    if (refusal.problem !== 'password') break;
  }
  throw refusal;
}

/** Returns an error about a missing or refused password; throws others. */
function onlyLocked(error: unknown): RequestError {
  if (error instanceof RequestError && LOCKED.has(error.problem)) return error;
  throw error;
}

/** Null: the error says it. */
function reasonOf(
  problem: RequestProblem,
  { key, protocol }: Server,
  { pollMs = POLL_MS }: PollSetup,
): Said | null {
  const values = { server: safeText(key) };
  if (problem === 'late')
    return say('{server} did not answer within {seconds} seconds', { ...values, seconds: pollMs / 1000 });
  if (problem !== 'absent' || protocol !== 'rpc') return null;
  return say('{server} does not speak XML-RPC: set server_N_protocol=rest if it has a REST API', values);
}

const saidBy = (error: Error): Said => renamed(explained(error), safeText);

function lockedReason({ type, name: host, password }: Server, error: Error): Said {
  const problem = saidBy(error);
  if (error instanceof RequestError && error.problem === 'guessing') return problem;
  const name = safeText(host);
  if (type === 'DYNAMIC')
    return say(
      '{problem}, and servers found on the network never get one: name it in [serverlist] and its password in [passwords]',
      { problem },
    );
  if (password === null)
    return type === 'ADDED'
      ? say('{problem}: add it again with its password', { problem })
      : say('{problem}: add {name} = password to [passwords]', { problem, name });
  const wrong = say(WRONG_PASSWORD);
  return type === 'ADDED'
    ? say('{wrong}: give it the right one on this page', { wrong })
    : say('{wrong}: compare that of {name} in [passwords] and server_N_username', { wrong, name });
}
