import type { Host } from '../../../core/host.ts';
import { linkedName, namesLike } from '../sysfs.ts';

/** A graphics card as the kernel's DRM knows it, whatever drives it. */
export interface DrmCard {
  /** `card0`. */
  readonly name: string;
  /** `/sys/class/drm/card0`. */
  readonly path: string;
  /** Names beside its link `device`. */
  readonly files: ReadonlySet<string>;
  /** Names in its device's directory. */
  readonly deviceFiles: ReadonlySet<string>;
  /** Name of its kernel driver: `amdgpu`. */
  readonly driver: string | null;
  /** Address of its device: `0000:03:00.0`, `fb000000.gpu`. */
  readonly device: string | null;
}

const CARDS = '/sys/class/drm';

/** All cards, in the order of their numbers. One that goes away is left out, or has no files. */
export function listDrmCards(host: Host): DrmCard[] {
  return namesLike(host, CARDS, /^card\d+$/).map((name) => {
    const path = `${CARDS}/${name}`;
    return {
      name,
      path,
      files: new Set(namesLike(host, path, /./)),
      deviceFiles: new Set(namesLike(host, `${path}/device`, /./)),
      driver: driverOf(host, `${path}/device`),
      device: linkedName(host, `${path}/device`),
    };
  });
}

/** From the link; recordings lack links, but have the uevent file. */
function driverOf(host: Host, device: string): string | null {
  return (
    linkedName(host, `${device}/driver`) ??
    /^DRIVER=(\S+)$/m.exec(host.readText(`${device}/uevent`) ?? '')?.[1] ??
    null
  );
}
