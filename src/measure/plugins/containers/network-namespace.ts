/** Network namespaces of containers: traffic of a shared one is counted once. */
import type { Host } from '../../../core/host.ts';
import { orNull } from '../../../core/or-null.ts';
import { decode } from '../../linux/bytes.ts';
import type { NamedContainer } from './engine.ts';

/** Tables of addresses are compared up to here. */
const TABLE_BYTES = 16_384;

/** Returns the link of the namespace, which only root may read for processes of others. */
const linkOf = (host: Host, pid: string): string | null => orNull(() => host.readLink(`/proc/${pid}/ns/net`));

/** Addresses of the namespace, or its counters where that table is missing: readable by everybody, different in each namespace. */
const tableOf = (host: Host, pid: string): string | null =>
  orNull(() => decode(host.readHead(`/proc/${pid}/net/fib_trie`, TABLE_BYTES))) ||
  orNull(() => decode(host.readHead(`/proc/${pid}/net/dev`, TABLE_BYTES)));

export interface Namespace {
  /** Equal for containers in one namespace; null: unknown. */
  readonly key: string | null;
  /** It is that of the host, so its traffic belongs to no container; null: unknown. */
  readonly isOfHost: boolean | null;
}

/** Compares namespaces: modes such as `container:…` or `ns:…` are words of the engine, and differ between engines. */
export function namespaceOf(host: Host, pid: number): Namespace {
  for (const keyOf of [linkOf, tableOf]) {
    const key = keyOf(host, String(pid));
    const ofHost = keyOf(host, '1') ?? keyOf(host, 'self');
    if (key !== null && ofHost !== null) return { key, isOfHost: key === ofHost };
  }
  return { key: linkOf(host, String(pid)) ?? tableOf(host, String(pid)), isOfHost: null };
}

/** Leaves the traffic of a shared namespace to its owner: the container that was started first. */
export function countOnce(containers: readonly NamedContainer[]): NamedContainer[] {
  const owners = new Map<string, NamedContainer>();
  for (const named of containers) {
    const key = keyIn(named);
    if (key === null) continue;
    const owner = owners.get(key);
    if (owner === undefined || startOf(named) < startOf(owner)) owners.set(key, named);
  }
  return containers.map((named) => {
    const { container } = named;
    const key = keyIn(named);
    if (key === null || container.usage === null || owners.get(key) === named) return named;
    return { ...named, container: { ...container, usage: { ...container.usage, network: null } } };
  });
}

const keyIn = ({ container: { usage } }: NamedContainer): string | null =>
  usage === null || usage.network === null ? null : (usage.namespace ?? null);

const startOf = ({ container: { startedAt } }: NamedContainer): number =>
  startedAt ?? Number.POSITIVE_INFINITY;
