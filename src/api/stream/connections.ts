/** All streams: their limits, their sending and their end. */
import { neighbourhoodOf } from '../../net/credentials/login-throttle.ts';
import { type ApiError, tooManyStreams } from '../../http/server/errors.ts';
import type { Reader } from './reader.ts';

/** Seconds between keep-alives, and between checks of the client's access. */
export const HEARTBEAT_SECONDS = 15;

export interface Member {
  reader: Reader;
  /** Address of the client. */
  address: string;
  /** Why the client's access has ended; null: it has not. */
  refusal(): ApiError | null | Promise<ApiError | null>;
}

export interface Connections {
  /** Throws 503 when the client or all clients have too many streams. */
  requireRoom(address: string): void;
  /** Call the result to remove the stream. */
  add(member: Member): () => void;
  /** Schedules a send that gathers what arrives until then. */
  announce(): void;
  /** Ends the streams of clients that have lost their access. */
  check(): void;
  /** Ends all streams and refuses new ones. */
  stop(): void;
}

/**
 * Samples of one tick are sent together, including those of a thousand processes: each chunk costs a compressor call, a packet, and
 * an update of the client.
 */
const GATHER_MS = 80;

/**
 * @param most concurrent streams; one network has at most half
 * @param gatherMs milliseconds in which updates are merged
 */
export function createConnections(most: number, gatherMs = GATHER_MS): Connections {
  const members = new Set<Member>();
  const mostOfOne = Math.ceil(most / 2);
  let gathering: NodeJS.Timeout | undefined;
  let heartbeats: NodeJS.Timeout | undefined;
  let isStopped = false;

  const flush = (): void => {
    gathering = undefined;
    for (const { reader } of members) reader.pump();
  };
  const look = async (member: Member): Promise<void> => {
    const { reader, refusal } = member;
    try {
      const refused = await refusal();
      if (refused === null) reader.beat();
      else reader.end(String(refused.detail));
    } catch {
      // The client learns that it was not the credentials.
      reader.end('The credentials could not be checked');
    }
  };
  const beat = (): void => {
    for (const member of members) void look(member);
  };
  const remove = (member: Member): void => {
    members.delete(member);
    if (members.size === 0) clearInterval(heartbeats);
  };

  return {
    requireRoom(address) {
      const network = neighbourhoodOf(address);
      const own = [...members].filter((member) => neighbourhoodOf(member.address) === network).length;
      if (isStopped || members.size >= most) throw tooManyStreams(most);
      if (own >= mostOfOne) throw tooManyStreams(mostOfOne, 'of this address');
    },
    add(member) {
      if (members.size === 0) heartbeats = setInterval(beat, HEARTBEAT_SECONDS * 1000).unref();
      members.add(member);
      return () => remove(member);
    },
    announce() {
      if (members.size > 0) gathering ??= setTimeout(flush, gatherMs).unref();
    },
    check: beat,
    stop() {
      isStopped = true;
      clearTimeout(gathering);
      for (const { reader } of members) reader.end('The agent is stopping');
    },
  };
}
