/** State and speed of a network interface: /sys/class/net/<interface>. */
import type { Host } from '../core/host.ts';

export interface Link {
  /** Up and able to carry traffic. */
  isUp: boolean;
  /** Bits per second as clients expect them, 1 Mbit/s being 1,048,576; 0 when unknown. */
  speed: number;
}

const FOLDER = '/sys/class/net';
const IFF_UP = 1;
/** The answer of drivers that do not know their speed. */
const UNKNOWN_SPEED = 65_535;
export const MEGABIT = 1_048_576;
/** Asking for the speed calls into the driver, so it is not done at each sample. */
const SPEED_REREAD_MS = 30_000;

/** False where /sys is not mounted, as in some containers, or may not be read: each network has a loopback interface. */
export function hasLinks(host: Host): boolean {
  try {
    return host.list(FOLDER).length > 0;
  } catch {
    return false;
  }
}

function readSpeed(host: Host, folder: string): number {
  const megabits = Number(host.readText(`${folder}/speed`) ?? 0);
  return megabits > 0 && megabits !== UNKNOWN_SPEED ? megabits * MEGABIT : 0;
}

/** Reads links; speeds are remembered for a while, unless the link goes up or down. */
export function createLinkReader(host: Host): (interfaceName: string) => Link {
  const known = new Map<string, { link: Link; readAt: number }>();
  return (interfaceName) => {
    const folder = `${FOLDER}/${interfaceName}`;
    const flags = Number(host.readText(`${folder}/flags`) ?? 0);
    const operstate = host.readText(`${folder}/operstate`) ?? 'unknown';
    const isUp = (flags & IFF_UP) !== 0 && (operstate === 'up' || operstate === 'unknown');
    const now = host.clock.monotonic();
    const old = known.get(interfaceName);
    if (old && old.link.isUp === isUp && now - old.readAt < SPEED_REREAD_MS) return old.link;
    const link = { isUp, speed: readSpeed(host, folder) };
    known.set(interfaceName, { link, readAt: now });
    return link;
  };
}
