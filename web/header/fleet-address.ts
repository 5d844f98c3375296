/** Link from a server's page to the list. */
import type { PageSettings } from '../api/settings.ts';
import { readLeft } from '../state/left.ts';
import { sessionStorageOrNull } from '../state/preferences.ts';

/** Returns the address of the list as this tab left it; null on a page that is not below a hub. */
export const fleetAddress = ({ fleet }: PageSettings): string | null =>
  fleet === undefined ? null : `${fleet}${readLeft(sessionStorageOrNull())?.hash ?? ''}`;
