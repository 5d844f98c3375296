/** Silences of a hub's servers. */
import { type Service, service } from '../../core/parts/service.ts';

export type SilencedServers = (
  type: string,
  servers: readonly { readonly names: readonly string[]; readonly tags: readonly string[] }[],
) => boolean;
export const SilencedServers: Service<SilencedServers> = service<SilencedServers>('silences of servers');
