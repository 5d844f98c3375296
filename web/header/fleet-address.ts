/** The way back from a server's page to the list of all. */
import type { PageSettings } from '../api/settings.ts';
import { readLeft } from '../state/left.ts';
import { sessionStorageOrNull } from '../state/preferences.ts';

/** The list as it was left, when it was this tab that left it; null on a page that is not a hub's. */
export const fleetAddress = ({ hub }: PageSettings): string | null =>
  hub === undefined ? null : `${hub}browser${readLeft(sessionStorageOrNull())?.hash ?? ''}`;
