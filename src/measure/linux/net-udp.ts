import { ByteCursor } from './bytes.ts';

/** Bytes queued in all sockets. */
interface SocketQueues {
  sending: number;
  receiving: number;
}

const COLON = 0x3a;

/** Adds up the column `tx_queue:rx_queue` of /proc/net/udp, udp6, tcp or tcp6. */
export function parseSocketQueues(bytes: Uint8Array): SocketQueues {
  const queues = { sending: 0, receiving: 0 };
  const cursor = new ByteCursor(bytes);
  cursor.nextLine();
  for (; cursor.more; cursor.nextLine()) {
    cursor.skipWords(4); // number, both addresses, state
    const sending = cursor.hex(-1);
    if (sending < 0 || cursor.peek() !== COLON) continue;
    cursor.position += 1;
    queues.sending += sending;
    queues.receiving += cursor.hex(0);
  }
  return queues;
}
