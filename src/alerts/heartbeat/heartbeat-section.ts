/** `[heartbeat]`. */
import { numberOption, parsedSecretOption } from '../../core/options.ts';
import { defineSection } from '../../core/section.ts';
import { parseWebUrl } from '../../net/deliver/parse.ts';
import { withFileKeys } from '../../net/deliver/secret-value.ts';

const OWN_OPTIONS = {
  url: parsedSecretOption(
    parseWebUrl,
    'Address that is called; unset: none.',
    'https://hc-ping.com/0b6a1a7e-5d1c-4b2b-9c59-3d2f8a1c7e40',
  ),
  every: numberOption(60, 'Seconds between two calls.', [10, 86_400]),
};

export const HEARTBEAT_SECTION = defineSection(
  'heartbeat',
  "Calls of an external service that raises an alarm when they stop (a dead man's switch). The address may also come from a file or from the environment variable GANDER_HEARTBEAT_URL.",
  withFileKeys(OWN_OPTIONS) as typeof OWN_OPTIONS,
);
