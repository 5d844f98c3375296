/** Acknowledged and silenced alerts, of which no notifications are sent. */
import { shallowRef, type ShallowRef } from 'vue';
import type { Silence } from '../../src/judge/events/silences.ts';
import { useGander } from '../state/gander.ts';

export interface SilenceList {
  silences: readonly Silence[];
  editable: boolean;
  /** Why they cannot be changed. */
  reason: string | null;
}

export interface SilenceControl {
  list: Readonly<ShallowRef<SilenceList>>;
  of(type: string): Silence | undefined;
  /** Rejects with the reason. @param hours null: until the event is over */
  add(type: string, note: string, hours: number | null): Promise<void>;
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
    of: (type) => list.value.silences.find((silence) => silence.type === type),
    async add(type, note, hours) {
      await client.post('api/silences', {
        type,
        note,
        until: hours === null ? null : store.now() + hours * 3_600_000,
      });
      await read();
    },
    async end(type) {
      await client.open(`api/silences?type=${encodeURIComponent(type)}`, { method: 'DELETE' });
      await read();
    },
  };
}
