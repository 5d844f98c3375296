/** The way from a server's page to the list of all. */
import type { PageSettings } from '../api/settings.ts';
import { readLeft } from '../state/left.ts';
import { sessionStorageOrNull } from '../state/preferences.ts';

/** The list as it was left, when it was this tab that left it; null on the page of an agent that is no hub. */
export const fleetAddress = ({ fleet }: PageSettings): string | null =>
  fleet === undefined ? null : `${fleet}${readLeft(sessionStorageOrNull())?.hash ?? ''}`;
