/** Messages of multicast DNS as servers send them, and a network made of function calls. */
import type { Link } from '../../src/fleet/discovery/link.ts';
import type { Network } from '../../src/fleet/discovery/networks.ts';
import { describeServer, type Naming, recordsOf } from '../../src/fleet/discovery/service.ts';
import {
  decodeMessage,
  encodeMessage,
  type MdnsMessage,
  type ResourceRecord,
} from '../../src/fleet/discovery/wire.ts';

/** Sent messages, as they would be received. */
export const asReceived = (message: Partial<MdnsMessage> & Pick<MdnsMessage, 'type'>): MdnsMessage => {
  const decoded = decodeMessage(encodeMessage(message));
  if (decoded === null) throw new Error('a message of ours cannot be read');
  return decoded;
};

/** The announcement of a server at these addresses. */
export function announcementOf(naming: Naming, ...addresses: string[]): MdnsMessage {
  return asReceived({ type: 'response', answers: recordsOf(describeServer(naming), addresses) });
}

/** The same with other records. */
export const withRecords = (
  message: MdnsMessage,
  change: (record: ResourceRecord) => ResourceRecord,
): MdnsMessage => ({
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
  readonly sent: MdnsMessage[];
  /** Unicast messages. */
  readonly replies: { message: MdnsMessage; to: { address: string; port: number } }[];
  /** Returns messages sent since the last call. */
  take(): MdnsMessage[];
}

export function createFakeLink(
  networks: () => readonly Network[],
  onSent?: (message: MdnsMessage) => void,
): FakeLink {
  const sent: MdnsMessage[] = [];
  const replies: FakeLink['replies'] = [];
  const read = (bytes: Uint8Array): MdnsMessage => {
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
