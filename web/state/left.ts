/** State of the fleet page for returning readers, stored per tab. */

export interface Left {
  /** The view: fragment of the address with `#`. */
  hash: string;
  /** Scroll position in CSS pixels. */
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
    // Storage is full or forbidden: the list begins at its top.
  }
}

const ORDER_KEY = 'gander.fleet.order';
const MOST = 1000;

/** Ids of servers in list order; empty: unknown. */
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
    // As in keepLeft; the hub's order applies.
  }
}
