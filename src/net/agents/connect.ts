/** Finds out how a remote agent is asked, and logs in where it wants that. */
import { say } from '../../core/said.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { stageOne } from '../credentials/password-hash.ts';
import { basicAuthorization } from '../transport/basic.ts';
import type { Peer } from './ask.ts';
import { Connections, serverOf } from '../transport/exchange.ts';
import { RequestError } from '../transport/request-error.ts';
import { openRest, restVersion } from './rest-remote.ts';
import { openRpc, rpcVersion } from './rpc-remote.ts';
import type { Remote } from './remote.ts';
import { openRest5 } from './version-5/remote.ts';
import type { AgentTarget, Protocol } from './target.ts';

export interface ConnectSetup {
  target: AgentTarget;
  /** Versions that begin with another number are refused. */
  major: string;
  /** User names to log in with, tried in turn. */
  users: readonly string[];
  /** In clear; asked for once, when it is needed. Null: there is none. */
  password(): Promise<string | null>;
  timeoutMs?: number;
  maxBytes?: number;
  /** Trusted certificates (PEM) in place of the system's. */
  ca?: string | undefined;
}

/** Agents answer out of memory, but may wake a plugin first. */
const TIMEOUT_MS = 10_000;
/** A list of ten thousand processes has twelve million. */
const MOST_BYTES = 32 * 1024 * 1024;
/** An agent that answers by one protocol is not kept waiting for one that hangs. */
const GRACE_MS = 500;
const MOST_SOCKETS = 4;

type Probe = { protocol: Protocol; peer: Peer; version: string | null; api: 4 | 5 } | RequestError;

/** Throws {@link RequestError}. */
export async function connect(setup: ConnectSetup): Promise<Remote> {
  const probe = await firstAnswer(
    setup.target.candidates.map(({ protocol, base }) => look(protocol, peerOf(base, setup))),
  );
  const { protocol, peer, api } = probe;
  if (api === 4) checkVersion(peer, probe.version, setup.major);
  const open = async (asked: Peer): Promise<Remote> => {
    if (api === 5) return openRest5(asked);
    // Without a password not even the version was told.
    if (probe.version === null) checkVersion(asked, await rpcVersion(asked), setup.major);
    return protocol === 'rest' ? openRest(asked) : openRpc(asked);
  };
  try {
    return await open(peer);
  } catch (error) {
    if (!isPassword(error)) throw error;
    return logIn(setup, protocol, peer, open, error);
  }
}

function peerOf(base: URL, { timeoutMs = TIMEOUT_MS, maxBytes = MOST_BYTES, ca }: ConnectSetup): Peer {
  const connections = new Connections({
    connections: MOST_SOCKETS,
    ...(ca !== undefined && { tls: () => ({ ca }) }),
  });
  return { base, authorization: null, timeoutMs, maxBytes, connections };
}

/** Probes a place for an agent; a `RequestError` says why none answers. */
async function look(protocol: Protocol, peer: Peer): Promise<Probe> {
  try {
    if (protocol === 'rest') return { protocol, peer, ...(await restVersion(peer)) };
    return { protocol, peer, version: await rpcVersion(peer), api: 4 };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    // XML-RPC servers tell nothing before the password; the status of the API is open.
    return error.problem === 'password' && protocol === 'rpc'
      ? { protocol, peer, version: null, api: 4 }
      : error;
  }
}

/** Returns the first success, in the order of the list. Throws the most informative {@link RequestError}. */
async function firstAnswer(probes: readonly Promise<Probe>[]): Promise<Exclude<Probe, RequestError>> {
  const answers = probes.map(async (probe) => {
    if ((await probe) instanceof RequestError) throw new Error('no answer');
  });
  const isLate = Promise.any(answers).then(
    () => sleep(GRACE_MS, null, { ref: false }),
    () => null,
  );
  const problems: RequestError[] = [];
  for (const probe of probes) {
    // Candidates without an answer are then passed over, since another one has answered.
    const answer = await Promise.race([probe, isLate.then(() => Promise.race([probe, null]))]);
    if (answer instanceof RequestError) problems.push(answer);
    else if (answer !== null) return answer;
  }
  throw clearest(problems);
}

/** From what is worth telling most. */
const TELLING =
  'guessing password redirect not-agent too-large certificate status absent not-http late closed unresolved unreachable refused'.split(
    ' ',
  );

function clearest(problems: readonly RequestError[]): RequestError {
  const [first, second] = [...problems].sort(
    (a, b) => TELLING.indexOf(a.problem) - TELLING.indexOf(b.problem),
  );
  if (first === undefined) throw new Error('there was nobody to ask');
  const options = { cause: first };
  const server = (first.message.match(/^\S+/) ?? [''])[0];
  if (first.problem === 'absent' || first.problem === 'status')
    return new RequestError(
      'not-agent',
      say('{server} answers, but not as an agent does', { server }),
      options,
    );
  if (first.problem !== 'refused' || second === undefined || first.message === second.message) return first;
  return new RequestError('refused', `${first.message} or ${second.message.split(' ').at(-1)}`, options);
}

function checkVersion({ base }: Peer, version: string | null, major: string): void {
  if (version === null || version.split('.')[0] === major) return;
  const shown = /^[\w.+-]{1,30}$/.test(version) ? version : 'unknown';
  throw new RequestError(
    'not-agent',
    `${serverOf(base)} has version ${shown}, and only versions ${major}.x can be shown`,
  );
}

const isPassword = (error: unknown): error is RequestError =>
  error instanceof RequestError && error.problem === 'password';

/** Tries users in turn, all with the one password there is. */
async function logIn(
  { users, password }: ConnectSetup,
  protocol: Protocol,
  peer: Peer,
  open: (peer: Peer) => Promise<Remote>,
  refusal: RequestError,
): Promise<Remote> {
  const clear = await password();
  if (clear === null) throw refusal;
  const secret = protocol === 'rpc' ? await stageOne(clear) : clear;
  let last: RequestError = refusal;
  for (const user of users) {
    try {
      return await open({ ...peer, authorization: basicAuthorization(user, secret) });
    } catch (error) {
      if (!isPassword(error)) throw error;
      last = error;
    }
  }
  throw last;
}
