/** Acknowledged and silenced alerts, of which no notifications are sent. */
import { shallowRef, type ShallowRef } from 'vue';
import type { Schedule } from '../../src/judge/events/schedule.ts';
import { isAbout, type Silence } from '../../src/judge/events/silences.ts';
import { useGander } from '../state/gander.ts';

/** A silence, and whether it holds back notifications now. */
export type ShownSilence = Silence & { readonly active?: boolean };

export interface SilenceList {
  silences: readonly ShownSilence[];
  editable: boolean;
  /** Why they cannot be changed. */
  reason: string | null;
}

export interface SilenceControl {
  list: Readonly<ShallowRef<SilenceList>>;
  of(type: string): ShownSilence | undefined;
  /** Rejects with the reason. @param hours null: until the event is over, or with a schedule until it is removed */
  add(type: string, note: string, hours: number | null, schedule?: Schedule): Promise<void>;
  end(type: string): Promise<void>;
}

export function useSilences(): SilenceControl {
  const { client, settings, store } = useGander();
  const list = shallowRef<SilenceList>({ silences: [], editable: false, reason: null });
  const read = async (): Promise<void> => {
    list.value = await client.get<SilenceList>('api/silences');
  };
  // They are kept with the events.
  if (settings.keepsEvents === true) read().catch(() => undefined);
  return {
    list,
    of: (type) => list.value.silences.find((silence) => isAbout(silence, type)),
    async add(type, note, hours, schedule) {
      await client.post('api/silences', {
        type,
        note,
        until: hours === null ? null : store.now() + hours * 3_600_000,
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
