/** Browses for servers: periodic queries and continuous listening (RFC 6762, section 5.2). */
import type { Clock } from '../../core/host.ts';
import { type Catalogue, createCatalogue } from './catalogue.ts';
import type { Browsing, DiscoveryLog } from './setup.ts';
import type { Link, MessageSender } from './link.ts';
import type { Network } from './networks.ts';
import { SERVICE } from './service.ts';
import { encodeMessage, type MdnsMessage, type MdnsQuestion } from './wire.ts';

interface BrowserSetup {
  browsing: Browsing;
  link: Pick<Link, 'multicast'>;
  clock: Clock;
  log: DiscoveryLog;
}

export interface ServiceBrowser {
  /** Restarts the queries after a change of networks. */
  setNetworks(networks: readonly Network[]): void;
  receive(message: MdnsMessage, from: MessageSender): void;
  /** Labels of hosts whose addresses are still unknown. */
  awaited(): readonly string[];
  stop(): void;
}

const SWEEP_MS = 1000;
/** Query intervals: first, factor, longest. */
const FIRST_GAP_MS = 1000;
const GAP_FACTOR = 3;
const LONGEST_GAP_MS = 3_600_000;
/** Questions per message, below the smallest common MTU. */
const QUESTIONS_AT_ONCE = 12;
const ANSWERS_AT_ONCE = 12;
/** Messages per round; the rest waits for the next or a new announcement. */
const MOST_MESSAGES = 20;

export function createBrowser({ browsing, link, clock, log }: BrowserSetup): ServiceBrowser {
  let networks: readonly Network[] = [];
  const catalogue: Catalogue = createCatalogue({
    clock,
    onFound: browsing.onFound,
    onLost: browsing.onLost,
    onFull: (most) =>
      log.write(
        'WARNING',
        `More than ${most} servers are announced on the local network: the rest is left out.`,
      ),
    isNear: (address) => networks.some((network) => network.has(address)),
  });
  let gap = FIRST_GAP_MS;
  let askAt = Infinity;
  let cancel = (): void => {};

  const ask = (questions: readonly MdnsQuestion[]): void => {
    for (const some of chunks(questions, QUESTIONS_AT_ONCE).slice(0, MOST_MESSAGES)) {
      void link.multicast(() => encodeMessage({ type: 'query', questions: some }));
    }
  };

  const askAll = (): void => {
    const known = chunks(catalogue.knownAnswers(), ANSWERS_AT_ONCE).slice(0, MOST_MESSAGES);
    const parts = known.length === 0 ? [[]] : known;
    for (const [index, answers] of parts.entries()) {
      const questions = index === 0 ? [{ name: SERVICE, type: 'PTR' }] : [];
      const truncated = index < parts.length - 1;
      void link.multicast(() => encodeMessage({ type: 'query', questions, answers, truncated }));
    }
  };

  const sweep = (): void => {
    const questions = catalogue.sweep();
    const details = questions.filter(({ name }) => name !== SERVICE);
    const now = clock.monotonic();
    if (now >= askAt) {
      askAt = now + gap;
      gap = Math.min(gap * GAP_FACTOR, LONGEST_GAP_MS);
      askAll();
    } else if (details.length < questions.length) askAll();
    ask(details);
    cancel = clock.setTimer(sweep, SWEEP_MS);
  };
  cancel = clock.setTimer(sweep, SWEEP_MS);

  return {
    setNetworks(found) {
      networks = found;
      gap = FIRST_GAP_MS;
      // Section 5.2: those who start at the same time do not all ask at once.
      askAt = clock.monotonic() + 20 + Math.random() * 100;
      cancel();
      cancel = clock.setTimer(sweep, askAt - clock.monotonic());
    },
    receive(message, from) {
      if (message.type === 'response') catalogue.learn(message, from.address);
    },
    awaited: catalogue.awaited,
    stop: () => cancel(),
  };
}

const chunks = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );
