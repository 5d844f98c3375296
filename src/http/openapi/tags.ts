/** Chapters of the documentation, in displayed order. */
import type { Tag } from './types.ts';

export const SERVICE: Tag = {
  name: 'Service',
  description: 'The service itself: its version, its plugins, its documentation.',
};

export const EVERYTHING: Tag = { name: 'All plugins', description: 'All plugins in one answer.' };

export const ANY_PLUGIN: Tag = {
  name: 'Any plugin',
  description:
    'Fields and entries of a plugin, its history, thresholds and views. The paths are the same for every plugin.',
};

export const EVENTS: Tag = {
  name: 'Events',
  description: 'Removing events from the list that the alert plugin shows.',
};

export const PROCESSES: Tag = {
  name: 'Processes',
  description: 'Single processes, and the one selected for extended statistics.',
};

export const SETTINGS: Tag = {
  name: 'Settings',
  description: 'Configuration file and command line, with secrets masked.',
};

export const FLEET: Tag = {
  name: 'Servers',
  description: 'Other servers. All but `/api/values` exist only with `--browser`.',
};

export const AUTHENTICATION: Tag = {
  name: 'Authentication',
  description: 'Tokens. Only where a password is set.',
};

/** An older version of the API. */
export const versionTag = (version: 2 | 3): Tag => ({
  name: `Version ${version}`,
  description: `Version ${version} of the API, for clients of older servers. What differs is in docs/api-versions.md.`,
});
