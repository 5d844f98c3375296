/** Pending updates in the words of package managers, which know them without the network. */

export interface PendingUpdates {
  readonly updates: number;
  /** Null: the distribution does not mark them. */
  readonly security: number | null;
}

const ARCHITECTURES = new Set('x86_64 aarch64 noarch i386 i686 ppc64le s390x armv7hl riscv64'.split(' '));
const isPackage = (word: string): boolean => ARCHITECTURES.has(word.slice(word.lastIndexOf('.') + 1));
const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

/** `apt-get --simulate dist-upgrade`: `Inst libc6 [2.36-9] (2.36-10 Debian-Security:12/stable-security [amd64])`. */
export function parseAptUpdates(text: string): PendingUpdates {
  const found = linesOf(text).filter((line) => line.startsWith('Inst '));
  return {
    updates: found.length,
    security: found.filter((line) => line.toLowerCase().includes('-security')).length,
  };
}

/** @param list `dnf list --upgrades` @param security `dnf updateinfo list --updates --security` */
export const parseDnfUpdates = (list: string, security: string): PendingUpdates => ({
  updates: linesOf(list).filter((line) => isPackage(line.split(' ', 1)[0] ?? '')).length,
  // One package may have several advisories.
  security: new Set(linesOf(security).flatMap((line) => line.split(/\s+/).filter(isPackage))).size,
});

/** `apk version -l '<'`: `busybox-1.36.1-r15 < 1.36.1-r19`. */
export const parseApkUpdates = (text: string): PendingUpdates => ({
  updates: linesOf(text).filter((line) => line.includes(' < ')).length,
  security: null,
});

/** `pacman -Qu`: `linux 6.6.1-1 -> 6.6.2-1`, with `[ignored]` behind packages that are held. */
export const parsePacmanUpdates = (text: string): PendingUpdates => ({
  updates: linesOf(text).filter((line) => line.includes(' -> ') && !line.endsWith('[ignored]')).length,
  security: null,
});
