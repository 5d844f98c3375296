/** How the page of the fleet was left, so that coming back finds it as it was: kept for the tab, until it is closed. */

export interface Left {
  /** The view: what follows `#`, with it. */
  hash: string;
  /** How far it was scrolled, in CSS pixels. */
  top: number;
}

const KEY = 'gander.fleet.left';

export function readLeft(storage: Storage | null): Left | null {
  try {
    const value = JSON.parse(storage?.getItem(KEY) ?? 'null') as Partial<Left> | null;
    const { hash, top } = value ?? {};
    if (typeof hash !== 'string' || !/^(#|$)/.test(hash)) return null;
    return { hash, top: typeof top === 'number' && top > 0 ? top : 0 };
  } catch {
    return null;
  }
}

export function keepLeft(storage: Storage | null, left: Left): void {
  try {
    storage?.setItem(KEY, JSON.stringify(left));
  } catch {
    // A full or forbidden storage: the list begins at its top.
  }
}

const ORDER_KEY = 'gander.fleet.order';
const MOST = 1000;

/** Ids of the servers in the order in which they were listed; empty where that is not known. */
export function readOrder(storage: Storage | null): string[] {
  try {
    const value: unknown = JSON.parse(storage?.getItem(ORDER_KEY) ?? '[]');
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

export function keepOrder(storage: Storage | null, ids: readonly string[]): void {
  try {
    storage?.setItem(ORDER_KEY, JSON.stringify(ids.slice(0, MOST)));
  } catch {
    // As in keepLeft: the order is then that of the hub.
  }
}
