/** The explanation of a time, and the values of its evidence. */
import { onBeforeUnmount, type Ref, shallowRef, watch } from 'vue';
import type { Explanation } from '../../src/keep/explain/explanation.ts';
import type { PastRange } from '../api/archive.ts';
import { ownId } from '../api/server-page.ts';
import { useGander } from '../state/gander.ts';
import { messageOf } from '../state/task.ts';
import type { Window } from '../time/window.ts';

/** Years of many series take longer than other answers. */
const PATIENCE_MS = 60_000;
const POINTS = 120;

/** What a server with the same tag says of that time. */
export interface ServerWhy {
  readonly id: string;
  readonly sentence: string | null;
  /** From the server of this page; null: it has not said. */
  readonly differs: boolean | null;
  readonly reason: string | null;
}

export interface Why {
  readonly found: Ref<Explanation | null>;
  /** Why there is no answer; empty while there is one, or it is awaited. */
  readonly problem: Ref<string>;
  /** Of the evidence, as long before the window as in it; null: not there yet, or not to be had. */
  readonly values: Ref<PastRange | null>;
  /** Servers of the hub with the same tag; empty on the page of an agent. */
  readonly servers: Ref<readonly ServerWhy[]>;
  /** Asks once more. */
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
    const all = await client.get<{ servers: ServerWhy[] }>(path, signal, PATIENCE_MS).catch(() => null);
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
      found.value = await client.get<Explanation>(path, signal, PATIENCE_MS);
      const ids = [...new Set(found.value.verdict.evidence.map(({ series }) => series))];
      const { from, to } = found.value.window;
      if (ids.length > 0)
        values.value = await archive.range({ ids, from: 2 * from - to, to, points: POINTS }, signal);
    } catch (error) {
      // The evidence is in words, too.
      if (!signal.aborted && found.value === null) problem.value = messageOf(error);
    }
  };
  watch(window, load, { immediate: true });
  onBeforeUnmount(() => request.abort());
  return { found, problem, values, servers, again: () => void load(window()) };
}
