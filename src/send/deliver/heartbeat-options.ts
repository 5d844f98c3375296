/** The section `[heartbeat]`. */
import { numberOption, type OptionValues, parsedSecretOption } from '../../core/options.ts';
import { parseWebUrl } from './parse.ts';
import { withFileKeys } from './secret-value.ts';

const OWN_OPTIONS = {
  url: parsedSecretOption(
    parseWebUrl,
    'Address that is called; unset: none.',
    'https://hc-ping.com/0b6a1a7e-5d1c-4b2b-9c59-3d2f8a1c7e40',
  ),
  every: numberOption(60, 'Seconds between two calls.', [10, 86_400]),
};

export type HeartbeatOptions = OptionValues<typeof OWN_OPTIONS>;

export const HEARTBEAT_OPTIONS = withFileKeys(OWN_OPTIONS) as typeof OWN_OPTIONS;
