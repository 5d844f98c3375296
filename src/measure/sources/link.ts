/** State and speed of a network interface: /sys/class/net/<interface>. */
import type { Host } from '../../core/host.ts';
import { STEP } from '../../core/steps.ts';

export interface InterfaceLink {
  /** Up and able to carry traffic. */
  isUp: boolean;
  /** Bits per second as clients expect them, 1 Mbit/s being 1,048,576; 0 when unknown. */
  speed: number;
}

const FOLDER = '/sys/class/net';
/** Replies of drivers that do not know their speed: -1 in 16 and in 32 bits (SPEED_UNKNOWN). */
const UNKNOWN_SPEEDS: ReadonlySet<number> = new Set([65_535, 4_294_967_295]);
export const MEGABIT = 1_048_576;
/** Asking for the speed calls into the driver, so it is not done at each sample. */
const SPEED_REREAD_MS = 30_000;
/** When the speed of an interface was read that was not asked yet. */
const NEVER = Number.MIN_SAFE_INTEGER;

/** With more interfaces, only so many speeds are read per sample, the oldest first; the others are the last known, or unknown. */
export const MOST_SPEEDS = 2 * STEP;

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
interface LinkReader {
  /** Returns the link of an interface; with `isOldEnough`, the previous one. */
  linkOf(interfaceName: string, isOldEnough: boolean): InterfaceLink;
  /** Announces the speeds that {@link linkOf} will read of these interfaces, which ask their devices. */
  expectSpeeds(interfaceNames: readonly string[]): void;
  /** Forgets all but these: one that comes later is another of the same name. */
  forgetOthers(interfaceNames: readonly string[]): void;
}

export function createLinkReader(host: Host): LinkReader {
  const known = new Map<string, { link: InterfaceLink; readAt: number }>();
  /** Those of many interfaces whose speeds are read in this sample; null: any may be. */
  let asked: ReadonlySet<string> | null = null;
  const isFresh = (readAt: number): boolean => host.clock.monotonic() - readAt < SPEED_REREAD_MS;
  const readAtOf = (name: string): number => known.get(name)?.readAt ?? NEVER;
  return {
    expectSpeeds(interfaceNames) {
      const isMany = interfaceNames.length > MOST_SPEEDS;
      let due = interfaceNames.filter((name) => !isFresh(readAtOf(name)));
      if (due.length > MOST_SPEEDS) due = due.sort((a, b) => readAtOf(a) - readAtOf(b)).slice(0, MOST_SPEEDS);
      asked = isMany ? new Set(due) : null;
      host.expect?.(due.map((name) => `${FOLDER}/${name}/speed`));
    },
    linkOf(interfaceName, isOldEnough) {
      const old = known.get(interfaceName);
      const isAsked = asked?.has(interfaceName) === true;
      if (old && isOldEnough && !isAsked) return old.link;
      const folder = `${FOLDER}/${interfaceName}`;
      // An interface that is not up reads as `down`, whatever its device reports (operstate_show in net-sysfs.c).
      const operstate = host.readText(`${folder}/operstate`);
      const isUp = operstate === 'up' || operstate === 'unknown';
      const mayAsk = asked === null || isAsked;
      if (old && old.link.isUp === isUp && (isFresh(old.readAt) || !mayAsk)) return old.link;
      const link = { isUp, speed: mayAsk ? readSpeed(host, folder) : (old?.link.speed ?? 0) };
      known.set(interfaceName, { link, readAt: mayAsk ? host.clock.monotonic() : NEVER });
      return link;
    },
    forgetOthers(interfaceNames) {
      const names = new Set(interfaceNames);
      for (const name of known.keys()) if (!names.has(name)) known.delete(name);
    },
  };
}
