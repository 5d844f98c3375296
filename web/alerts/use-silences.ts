/** Silences on a host's page. The fleet page has its own state, so the control is in another file. */
import { useGander } from '../state/gander.ts';
import { createSilenceControl, type SilenceControl } from './silence-control.ts';

export function useSilences(): SilenceControl {
  const gander = useGander();
  const { settings, store } = gander;
  // Silences are stored with the events.
  return createSilenceControl(gander, store.now, settings.keepsEvents === true);
}
