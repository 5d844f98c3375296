/** Claims a name for a server, announces it, and answers queries (RFC 6762, sections 6, 8 and 9). */
import type { Clock } from '../../core/host.ts';
import { contradicts, goesFirst, replyTo } from './answers.ts';
import type { DiscoveryLog } from './setup.ts';
import { type Link, MDNS_PORT, type MessageSender } from './link.ts';
import type { Network } from './networks.ts';
import {
  type Described,
  describeServer,
  type Naming,
  recordsOf,
  SERVICE_TYPES,
  uniqueRecords,
} from './service.ts';
import { encodeMessage, type MdnsMessage, recordKey, type ResourceRecord } from './wire.ts';

interface AnnouncerSetup {
  naming: Naming;
  /** Addresses on which the server listens in a network; empty if it does not. */
  addressesIn(network: Network): readonly string[];
  link: Pick<Link, 'multicast' | 'reply'>;
  clock: Clock;
  log: DiscoveryLog;
}

export interface Announcer {
  /** Starts, or starts again with other addresses. */
  setNetworks(networks: readonly Network[]): void;
  receive(message: MdnsMessage, from: MessageSender): void;
  /** Sends goodbyes; resolves once they are sent. */
  goodbye(): Promise<void>;
}

const PROBES = 3;
const PROBE_GAP_MS = 250;
/** Delay after losing a tie-break, or a name that was ours. */
const AFTER_TIE_MS = 1000;
/** Times of announcements after the claim. */
const ANNOUNCE_AT_MS = [0, 1000, 3000] as const;
/** Simultaneous queries share one response, at most once a second (section 6). */
const SHORTEST_GAP_MS = 1000;
/** A probe for one of our names is answered sooner: it ends after 750 ms. */
const DEFENCE_GAP_MS = 250;
const ANSWER_DELAY_MS = [20, 120] as const;
/** Number of names tried. */
const MOST_ATTEMPTS = 20;
/** A name held this long counts as free of conflicts. */
const SETTLED_MS = 60_000;
/** Section 6.7: legacy unicast responses, for queries from other ports. */
const LEGACY_TTL = 10;
const LEGACY_PER_SECOND = 20;

type State = 'idle' | 'probing' | 'announced' | 'ended';

export function createAnnouncer({ naming, addressesIn, link, clock, log }: AnnouncerSetup): Announcer {
  let networks: readonly Network[] = [];
  let state: State = 'idle';
  let attempt = 1;
  /** Names lost since one was held long enough. */
  let failures = 0;
  let server: Described = describeServer(naming);
  let announcedAt = 0;
  let cancelStep = (): void => {};
  let cancelAnswer = (): void => {};
  /** Records queued for a response. */
  let owed = new Set<string>();
  let spokeAt = -Infinity;
  let legacy = { second: 0, count: 0 };

  const after = (ms: number, step: () => void): void => {
    cancelStep();
    cancelStep = clock.setTimer(step, ms);
  };
  const everyRecord = (): ResourceRecord[] => recordsOf(server, networks.flatMap(addressesIn));
  /** Returns the announced records. */
  const recordsFor = ({ address }: MessageSender): ResourceRecord[] => {
    const network = networks.find((one) => one.has(address));
    return network === undefined ? everyRecord() : recordsOf(server, addressesIn(network));
  };
  /** Builds a message for each network in which the server is reachable. */
  const say = (make: (addresses: readonly string[]) => Parameters<typeof encodeMessage>[0] | null) =>
    link.multicast((network) => {
      const addresses = addressesIn(network);
      const message = addresses.length === 0 ? null : make(addresses);
      return message && encodeMessage(message);
    });

  const probe = (left: number): void => {
    if (left === 0) return announce(0);
    state = 'probing';
    void say((addresses) => ({
      type: 'query',
      questions: [server.name, server.target].map((name) => ({ name, type: 'ANY' })),
      authorities: uniqueRecords(server, addresses),
    }));
    after(PROBE_GAP_MS, () => probe(left - 1));
  };

  const announce = (time: number): void => {
    if (state !== 'announced') {
      announcedAt = clock.monotonic();
      log.write('INFO', `Announced on the local network as ${server.name}.`);
    }
    state = 'announced';
    spokeAt = clock.monotonic();
    void say((addresses) => ({ type: 'response', answers: recordsOf(server, addresses) }));
    const next = ANNOUNCE_AT_MS[time + 1];
    if (next !== undefined) after(next - (ANNOUNCE_AT_MS[time] ?? 0), () => announce(time + 1));
  };

  const rename = (): void => {
    attempt += 1;
    failures += 1;
    if (failures >= MOST_ATTEMPTS) {
      state = 'ended';
      cancelStep();
      log.write(
        'WARNING',
        `Not announced on the local network: ${MOST_ATTEMPTS} names are in use by others.`,
      );
      return;
    }
    server = describeServer(naming, attempt);
    probe(PROBES);
  };

  /** Somebody else uses a name of ours. A claim that is still young gives way, an old one is made again. */
  const dispute = (): void => {
    if (state === 'probing') return rename();
    if (clock.monotonic() - announcedAt >= SETTLED_MS) failures = 0;
    state = 'probing';
    dropAnswers();
    after(AFTER_TIE_MS, () => probe(PROBES));
  };

  /** Not announced while the name is in conflict. */
  const dropAnswers = (): void => {
    cancelAnswer();
    owed = new Set();
  };

  const answer = (): void => {
    const wanted = owed;
    owed = new Set();
    spokeAt = clock.monotonic();
    void say((addresses) => {
      const records = recordsOf(server, addresses);
      const answers = records.filter((record) => wanted.has(recordKey(record)));
      const additionals = records.filter((record) => !answers.includes(record) && record.type !== 'PTR');
      return answers.length === 0 ? null : { type: 'response', answers, additionals };
    });
  };

  const answerSoon = (records: readonly ResourceRecord[], isClaim: boolean): void => {
    const isFirst = owed.size === 0;
    for (const record of records) owed.add(recordKey(record));
    if (!isFirst) return;
    const [least, most] = ANSWER_DELAY_MS;
    const wait = isClaim ? 0 : least + Math.random() * (most - least);
    const earliest = spokeAt + (isClaim ? DEFENCE_GAP_MS : SHORTEST_GAP_MS) - clock.monotonic();
    cancelAnswer = clock.setTimer(answer, Math.max(wait, earliest));
  };

  const answerLegacy = (message: MdnsMessage, from: MessageSender): void => {
    const reply = replyTo(message, recordsFor(from));
    const second = Math.floor(clock.monotonic() / 1000);
    legacy = { second, count: legacy.second === second ? legacy.count + 1 : 1 };
    if (reply === null || legacy.count > LEGACY_PER_SECOND) return;
    const plain = (record: ResourceRecord) => ({
      ...record,
      ttl: Math.min(record.ttl, LEGACY_TTL),
      flush: false,
    });
    const { id, questions } = message;
    const answers = reply.answers.map(plain);
    const additionals = reply.additionals.map(plain);
    link.reply(encodeMessage({ id, type: 'response', questions, answers, additionals }), from);
  };

  const receiveQuery = (message: MdnsMessage, from: MessageSender): void => {
    if (state === 'probing' && goesFirst(message, { here: recordsFor(from), anywhere: everyRecord() }))
      return after(AFTER_TIE_MS, () => probe(PROBES));
    if (state !== 'announced') return;
    if (from.port !== MDNS_PORT) return answerLegacy(message, from);
    const reply = replyTo(message, everyRecord());
    if (reply !== null) answerSoon(reply.answers, message.authorities.length > 0);
  };

  return {
    setNetworks(found) {
      networks = found;
      if (state === 'ended' || networks.flatMap(addressesIn).length === 0) return;
      if (state === 'idle') after(Math.random() * PROBE_GAP_MS, () => probe(PROBES));
      else if (state === 'announced') announce(0);
    },
    receive(message, from) {
      if (state === 'idle' || state === 'ended') return;
      if (message.type === 'query') return receiveQuery(message, from);
      if (contradicts(message, everyRecord())) dispute();
    },
    async goodbye() {
      const wasAnnounced = state === 'announced';
      state = 'ended';
      cancelStep();
      dropAnswers();
      if (!wasAnnounced) return;
      await say((addresses) => ({ type: 'response', answers: farewell(server, addresses) }));
    },
  };
}

/** Section 10.1, except for the service type, which other servers may share. */
const farewell = (server: Described, addresses: readonly string[]): ResourceRecord[] =>
  recordsOf(server, addresses)
    .filter(({ name }) => name !== SERVICE_TYPES)
    .map((record) => ({ ...record, ttl: 0 }));
