/** Path of a series in a box of 300 by 60. Pure. */
import type { Ring } from '../store/ring.ts';

const [WIDTH, HEIGHT] = [300, 60];

export interface RingPath {
  readonly path: string;
  /** Value at the top of the box. */
  readonly most: number;
}

/** @param least minimum of the top */
export function ringPath(ring: Ring, from: number, until: number, least: number): RingPath {
  const most = Math.max(least, ring.maxSince(from)) || 1;
  let path = '';
  let isOn = false;
  for (let at = 0; at < ring.length; at += 1) {
    const [time, value] = [ring.timeAt(at), ring.valueAt(at)];
    if (time < from) continue;
    if (!Number.isFinite(value)) {
      isOn = false;
      continue;
    }
    const x = ((time - from) / Math.max(1, until - from)) * WIDTH;
    const y = (1 - Math.min(1, Math.max(0, value / most))) * HEIGHT;
    path += `${isOn ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`;
    isOn = true;
  }
  return { path, most };
}
