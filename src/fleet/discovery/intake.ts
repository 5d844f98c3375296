/** Filters packets before they are decoded. */
import type { Clock } from '../../core/host.ts';
import { MDNS_PORT, type MessageSender } from './link.ts';
import { decodeMessage, type MdnsMessage } from './wire.ts';

export interface IntakeSetup {
  clock: Clock;
  /** Labels in small letters; a message with none of them is about something else, as most are. */
  words(): readonly string[];
  onMessage(message: MdnsMessage, from: MessageSender): void;
}

/** Allows a thousand servers to answer one query; a flood costs a few percent of a core. */
const MOST_AT_ONCE = 3000;
const PER_SECOND = 300;

export function createIntake({ clock, words, onMessage }: IntakeSetup) {
  let credit = MOST_AT_ONCE;
  let countedAt = clock.monotonic();

  const isAllowed = (): boolean => {
    const now = clock.monotonic();
    credit = Math.min(MOST_AT_ONCE, credit + ((now - countedAt) / 1000) * PER_SECOND);
    countedAt = now;
    if (credit < 1) return false;
    credit -= 1;
    return true;
  };

  return (bytes: Uint8Array, from: MessageSender): void => {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      .toString('latin1')
      .toLowerCase();
    if (!words().some((word) => text.includes(word)) || !isAllowed()) return;
    const message = decodeMessage(bytes);
    if (message === null || isImpostor(message, from)) return;
    onMessage(message, from);
  };
}

/** Answers come from the port of multicast DNS, so that not every program can give them: RFC 6762 section 11. */
const isImpostor = ({ type }: MdnsMessage, { port }: MessageSender): boolean =>
  type === 'response' && port !== MDNS_PORT;
