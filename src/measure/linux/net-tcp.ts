import { ByteCursor } from './bytes.ts';

/** State codes of the `st` column (include/net/tcp_states.h). */
export const TCP_STATES = {
  established: 0x01,
  synSent: 0x02,
  synRecv: 0x03,
  finWait1: 0x04,
  finWait2: 0x05,
  timeWait: 0x06,
  close: 0x07,
  closeWait: 0x08,
  lastAck: 0x09,
  listen: 0x0a,
  closing: 0x0b,
} as const;

/** Connections by state code, see {@link TCP_STATES}: `counts[TCP_STATES.listen]`. */
export type TcpStateCounts = number[];

const CODES = 16;
const NEWLINE = 0x0a;
const SPACE = 0x20;
/** No row is shorter than its columns up to the inode. */
const MIN_ROW = 80;

/** Counts the rows of /proc/net/tcp or tcp6 by state. Makes no strings: a busy proxy has 50,000 rows. */
export function countTcpStates(bytes: Uint8Array): TcpStateCounts {
  const counts = Array.from({ length: CODES }, () => 0);
  let offset = 0;
  eachRow(bytes, (cursor) => {
    const start = cursor.position;
    // Addresses have a fixed width, so the state is at the same place as in the previous row.
    if (offset > 0 && bytes[start + offset] === SPACE && bytes[start + offset + 3] === SPACE) {
      cursor.position = start + offset;
    } else {
      cursor.skipWords(3); // number, local and remote address
      offset = cursor.position - start;
    }
    const state = cursor.hex(CODES);
    if (state < CODES) counts[state]! += 1;
  });
  return counts;
}

/** Inode numbers of the sockets in /proc/net/tcp, tcp6, udp or udp6; 0 stands for sockets without a file (TIME_WAIT). */
export function parseSocketInodes(bytes: Uint8Array): number[] {
  const inodes: number[] = [];
  eachRow(bytes, (cursor) => {
    cursor.skipWords(9);
    const inode = cursor.integer(-1);
    if (inode >= 0) inodes.push(inode);
  });
  return inodes;
}

/** Iterates rows after the heading. Most are padded to one width, which saves searching their ends. */
function eachRow(bytes: Uint8Array, visit: (cursor: ByteCursor) => void): void {
  const cursor = new ByteCursor(bytes);
  cursor.nextLine();
  let width = 0;
  while (cursor.more) {
    const start = cursor.position;
    visit(cursor);
    if (width > MIN_ROW && bytes[start + width] === NEWLINE && cursor.position <= start + width) {
      cursor.position = start + width + 1;
      continue;
    }
    width = cursor.lineEnd() - start;
    cursor.nextLine();
  }
}
