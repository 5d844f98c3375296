/** Plugins whose older form is a text, or contains another text. */
import type { Served } from '../../../core/served.ts';
import type { Shape } from '../shape.ts';

/** The date in the configured format. */
export const now: Shape = { whole: (value) => (value as Served)['custom'] ?? null };

/** Version 2 had no time zone; a user's own format is unchanged. */
export const nowOf2: Shape = {
  whole(value) {
    const { custom = null, iso } = value as Served;
    const plain = String(iso).slice(0, 19).replace('T', ' ');
    return String(custom).startsWith(`${plain} `) ? plain : custom;
  },
};

/** `4.0.0` as `[4, 0, 0]`. */
export const libversion: Shape = {
  whole: (value) => (typeof value === 'string' ? (value.match(/\d+/g) ?? []).slice(0, 3).map(Number) : []),
};

/** The description of the host without the kernel at its end. */
export const system: Shape = {
  whole(value) {
    const shown = value as Served;
    const { hr_name: line, os_name: kernel, os_version: release } = shown;
    const end = ` / ${String(kernel)} ${String(release)}`;
    if (typeof line !== 'string' || !line.endsWith(end)) return shown;
    return { ...shown, hr_name: line.slice(0, -end.length) };
  },
};
