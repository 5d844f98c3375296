import { ByteCursor, decode } from './bytes.ts';

/** Traffic of an interface since it appeared. */
export interface InterfaceTraffic {
  name: string;
  bytesRecv: number;
  packetsRecv: number;
  errorsRecv: number;
  dropsRecv: number;
  fifoRecv: number;
  framesRecv: number;
  compressedRecv: number;
  multicastRecv: number;
  bytesSent: number;
  packetsSent: number;
  errorsSent: number;
  dropsSent: number;
  fifoSent: number;
  collisions: number;
  carrierLosses: number;
  compressedSent: number;
}

const COLON = 0x3a;
const COLUMNS = 16;
/** Sent packets, the last required column. */
const MIN_COLUMNS = 10;

/** Reads /proc/net/dev, interfaces in file order. Lines of another form, the two of the heading among them, are skipped. */
export function parseNetDev(bytes: Uint8Array): InterfaceTraffic[] {
  const interfaces: InterfaceTraffic[] = [];
  const columns = new Float64Array(COLUMNS);
  for (const cursor = new ByteCursor(bytes); cursor.more; cursor.nextLine()) {
    const name = readName(cursor);
    if (name === '' || cursor.integers(columns, 0, COLUMNS) < MIN_COLUMNS) continue;
    interfaces.push({
      name,
      bytesRecv: columns[0]!,
      packetsRecv: columns[1]!,
      errorsRecv: columns[2]!,
      dropsRecv: columns[3]!,
      fifoRecv: columns[4]!,
      framesRecv: columns[5]!,
      compressedRecv: columns[6]!,
      multicastRecv: columns[7]!,
      bytesSent: columns[8]!,
      packetsSent: columns[9]!,
      errorsSent: columns[10]!,
      dropsSent: columns[11]!,
      fifoSent: columns[12]!,
      collisions: columns[13]!,
      carrierLosses: columns[14]!,
      compressedSent: columns[15]!,
    });
  }
  return interfaces;
}

/** Names may contain colons (`eth0:1`), numbers do not; old kernels have no blank after the last colon. */
function readName(cursor: ByteCursor): string {
  cursor.skipBlanks();
  const start = cursor.position;
  let colon = cursor.lineEnd() - 1;
  while (colon >= start && cursor.bytes[colon] !== COLON) colon -= 1;
  if (colon < start) return '';
  cursor.position = colon + 1;
  return decode(cursor.bytes, start, colon);
}
