/** Explanation of a time, and the values of its evidence. */
import { onBeforeUnmount, type Ref, shallowRef, watch } from 'vue';
import type { Said } from '../../src/core/said.ts';
import type { Explanation } from '../../src/explain/explanation.ts';
import type { PastRange } from '../api/archive.ts';
import { ownId } from '../api/server-page.ts';
import { useGander } from '../state/gander.ts';
import { messageOf } from '../../src/core/message-of.ts';
import type { Window } from '../time/window.ts';

/** Years of many series take longer than other replies. */
const TIMEOUT_MS = 60_000;
const POINTS = 120;

/** Result of a server with the same tag. */
export interface ServerWhy {
  readonly id: string;
  readonly sentence: string | null;
  readonly said?: Said;
  /** From this page's server; null: unknown. */
  readonly differs: boolean | null;
  readonly reason: string | null;
}

export interface Why {
  readonly found: Ref<Explanation | null>;
  /** Why there is no reply; empty: received or pending. */
  readonly problem: Ref<string>;
  /** Values of the evidence, as long before the window as in it; null: not loaded, or unavailable. */
  readonly values: Ref<PastRange | null>;
  /** The hub's servers with the same tag; empty on an agent's page. */
  readonly servers: Ref<readonly ServerWhy[]>;
  /** Repeats the request. */
  again(): void;
}

export function useWhy(window: () => Window | null): Why {
  const { archive, client, settings } = useGander();
  const found = shallowRef<Explanation | null>(null);
  const problem = shallowRef('');
  const values = shallowRef<PastRange | null>(null);
  const servers = shallowRef<readonly ServerWhy[]>([]);
  let request = new AbortController();
  const loadServers = async ({ from, to }: Window, signal: AbortSignal): Promise<void> => {
    const id = ownId(location);
    if (settings.hub === undefined || id === null) return;
    const query = `server=${encodeURIComponent(id)}&from=${Math.round(from)}&to=${Math.round(to)}`;
    const path = `${settings.hub}api/servers/explain?${query}`;
    const all = await client.get<{ servers: ServerWhy[] }>(path, signal, TIMEOUT_MS).catch(() => null);
    if (!signal.aborted) servers.value = all?.servers.slice(1) ?? [];
  };
  const load = async (wanted: Window | null): Promise<void> => {
    request.abort();
    request = new AbortController();
    const { signal } = request;
    [found.value, problem.value, values.value, servers.value] = [null, '', null, []];
    if (wanted === null) return;
    void loadServers(wanted, signal);
    try {
      const path = `api/explain?from=${Math.round(wanted.from)}&to=${Math.round(wanted.to)}`;
      found.value = await client.get<Explanation>(path, signal, TIMEOUT_MS);
      const ids = [...new Set(found.value.verdict.evidence.map(({ series }) => series))];
      const { from, to } = found.value.window;
      if (ids.length > 0)
        values.value = await archive.range({ ids, from: 2 * from - to, to, points: POINTS }, signal);
    } catch (error) {
      // The evidence also has text.
      if (!signal.aborted && found.value === null) problem.value = messageOf(error);
    }
  };
  watch(window, load, { immediate: true });
  onBeforeUnmount(() => request.abort());
  return { found, problem, values, servers, again: () => void load(window()) };
}
