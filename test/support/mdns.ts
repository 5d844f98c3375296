/** Messages of multicast DNS as servers send them, and a network made of function calls. */
import type { Link } from '../../src/fleet/discovery/link.ts';
import type { Network } from '../../src/fleet/discovery/networks.ts';
import { describeServer, type Naming, recordsOf } from '../../src/fleet/discovery/service.ts';
import {
  decodeMessage,
  encodeMessage,
  type Message,
  type ResourceRecord,
} from '../../src/fleet/discovery/wire.ts';

/** Sent messages, as they would be received. */
export const asReceived = (message: Partial<Message> & Pick<Message, 'type'>): Message => {
  const decoded = decodeMessage(encodeMessage(message));
  if (decoded === null) throw new Error('a message of ours cannot be read');
  return decoded;
};

/** The announcement of a server at these addresses. */
export function announcementOf(naming: Naming, ...addresses: string[]): Message {
  return asReceived({ type: 'response', answers: recordsOf(describeServer(naming), addresses) });
}

/** The same with other records. */
export const withRecords = (
  message: Message,
  change: (record: ResourceRecord) => ResourceRecord,
): Message => ({
  ...message,
  answers: message.answers.map(change),
});

/** `10.0.0.0/24`, with this address. */
export const networkWith = (address: string, name = 'eth0'): Network => ({
  name,
  address,
  addresses: [address],
  has: (other) => other.startsWith(address.replace(/\d+$/, '')),
});

export interface FakeLink extends Pick<Link, 'multicast' | 'reply'> {
  /** Multicast messages, in order. */
  readonly sent: Message[];
  /** Unicast messages. */
  readonly replies: { message: Message; to: { address: string; port: number } }[];
  /** Returns messages sent since the last call. */
  take(): Message[];
}

export function createFakeLink(
  networks: () => readonly Network[],
  onSent?: (message: Message) => void,
): FakeLink {
  const sent: Message[] = [];
  const replies: FakeLink['replies'] = [];
  const read = (bytes: Uint8Array): Message => {
    const message = decodeMessage(bytes);
    if (message === null) throw new Error('a message of ours cannot be read');
    return message;
  };
  return {
    sent,
    replies,
    take: () => sent.splice(0),
    multicast(make) {
      for (const network of networks()) {
        const bytes = make(network);
        if (bytes === null) continue;
        const message = read(bytes);
        sent.push(message);
        onSent?.(message);
      }
      return Promise.resolve();
    },
    reply: (bytes, to) => void replies.push({ message: read(bytes), to }),
  };
}
