/** State and speed of a network interface: /sys/class/net/<interface>. */
import type { Host } from '../../core/host.ts';

export interface InterfaceLink {
  /** Up and able to carry traffic. */
  isUp: boolean;
  /** Bits per second as clients expect them, 1 Mbit/s being 1,048,576; 0 when unknown. */
  speed: number;
}

const FOLDER = '/sys/class/net';
/** The answers of drivers that do not know their speed: -1 in 16 and in 32 bits (SPEED_UNKNOWN). */
const UNKNOWN_SPEEDS: ReadonlySet<number> = new Set([65_535, 4_294_967_295]);
export const MEGABIT = 1_048_576;
/** Asking for the speed calls into the driver, so it is not done at each sample. */
const SPEED_REREAD_MS = 30_000;

/** If none of this many has files, there are none: a single one may just be gone. */
const LOOKED_AT = 4;

/**
 * False if /sys is not mounted or not readable, as in some containers. Listing takes long if other network namespaces have many
 * interfaces, which the kernel skips one by one.
 */
export const hasLinks = (host: Host, interfaceNames: readonly string[]): boolean =>
  interfaceNames.slice(0, LOOKED_AT).some((name) => host.readText(`${FOLDER}/${name}/operstate`) !== null);

function readSpeed(host: Host, folder: string): number {
  const megabits = Number(host.readText(`${folder}/speed`) ?? 0);
  return megabits > 0 && !UNKNOWN_SPEEDS.has(megabits) ? megabits * MEGABIT : 0;
}

/** Reads links; speeds are remembered for a while, unless the link goes up or down. */
export interface LinkReader {
  /** The link of an interface; with `isOldEnough`, the previous one. */
  linkOf(interfaceName: string, isOldEnough: boolean): InterfaceLink;
  /** Announces the speeds that {@link linkOf} will read of these interfaces, which ask their devices. */
  expectSpeeds(interfaceNames: readonly string[]): void;
  /** Forgets all but these: one that comes later is another of the same name. */
  forgetOthers(interfaceNames: readonly string[]): void;
}

export function createLinkReader(host: Host): LinkReader {
  const known = new Map<string, { link: InterfaceLink; readAt: number }>();
  const isFresh = (readAt: number): boolean => host.clock.monotonic() - readAt < SPEED_REREAD_MS;
  return {
    expectSpeeds(interfaceNames) {
      const due = interfaceNames.filter(
        (name) => !isFresh(known.get(name)?.readAt ?? Number.NEGATIVE_INFINITY),
      );
      host.expect?.(due.map((name) => `${FOLDER}/${name}/speed`));
    },
    linkOf(interfaceName, isOldEnough) {
      const old = known.get(interfaceName);
      if (old && isOldEnough) return old.link;
      const folder = `${FOLDER}/${interfaceName}`;
      // An interface that is not up reads as `down`, whatever its device reports (operstate_show in net-sysfs.c).
      const operstate = host.readText(`${folder}/operstate`);
      const isUp = operstate === 'up' || operstate === 'unknown';
      if (old && old.link.isUp === isUp && isFresh(old.readAt)) return old.link;
      const link = { isUp, speed: readSpeed(host, folder) };
      known.set(interfaceName, { link, readAt: host.clock.monotonic() });
      return link;
    },
    forgetOthers(interfaceNames) {
      const names = new Set(interfaceNames);
      for (const name of known.keys()) if (!names.has(name)) known.delete(name);
    },
  };
}
