/** Acknowledged and silenced alerts. */
import { computed, shallowRef, type ShallowRef } from 'vue';
import type { Schedule } from '../../src/alerts/silences/schedule.ts';
import { isAbout, type Silence, type SilencedServer } from '../../src/alerts/silences/silences.ts';
import type { Client } from '../api/client.ts';
import type { Rights } from '../state/rights.ts';

/** A silence, and whether it is active now. */
export type ShownSilence = Silence & { readonly active?: boolean };

export interface SilenceList {
  silences: readonly ShownSilence[];
  editable: boolean;
  /** Why they cannot be changed. */
  reason: string | null;
}

/** Possible subjects of a silence: type and text. */
export type SilenceScope = readonly [type: string, words: string];

export interface SilenceControl {
  list: Readonly<ShallowRef<SilenceList>>;
  /** @param server one of the hub's; default: this host */
  of(type: string, server?: SilencedServer): ShownSilence | undefined;
  /** Rejects with the reason. @param hours null: until the event ends; with a schedule until removed */
  add(type: string, note: string, hours: number | null, schedule?: Schedule): Promise<void>;
  end(type: string): Promise<void>;
}

/** @param now Unix milliseconds @param isKept silences can be stored */
export function createSilenceControl(
  { client, rights }: { client: Pick<Client, 'get' | 'post' | 'open'>; rights: Pick<Rights, 'limited'> },
  now: () => number,
  isKept = true,
): SilenceControl {
  const list = shallowRef<SilenceList>({ silences: [], editable: false, reason: null });
  const read = async (): Promise<void> => {
    list.value = await client.get<SilenceList>('api/silences');
  };
  if (isKept) read().catch(() => undefined);
  return {
    list: computed(() => rights.limited(list.value, 'addSilence')),
    of: (type, server) => list.value.silences.find((silence) => isAbout(silence, type, server)),
    async add(type, note, hours, schedule) {
      await client.post('api/silences', {
        type,
        note,
        until: hours === null ? null : now() + hours * 3_600_000,
        ...(schedule && { schedule }),
      });
      await read();
    },
    async end(type) {
      await client.open(`api/silences?type=${encodeURIComponent(type)}`, { method: 'DELETE' });
      await read();
    },
  };
}
