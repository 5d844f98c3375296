/** Keys of `[notify]`, and those common to all `[notify_NAME]`. */
import {
  choiceOption,
  flagOption,
  integerOption,
  type OptionValues,
  type Options,
  parsedOption,
  patternsOption,
  textOption,
} from '../../core/options.ts';
import { defineSection } from '../../core/section.ts';
import { parseWebUrl } from '../../net/deliver/parse.ts';
import { parseQuietHours } from './quiet-hours.ts';

export const NOTIFY_OPTIONS = {
  host_label: textOption('', 'Name of this host in messages; empty: its own.'),
  url: parsedOption(
    parseWebUrl,
    'Address of the page of this host, as people reach it; messages then link to the moment of the event.',
    'https://gander.example.org/',
  ),
  queue_size: integerOption(
    100,
    'Messages kept per target while it cannot be reached; the oldest are dropped.',
    [2, 10_000],
  ),
  max_tries: integerOption(20, 'Attempts after which a message is dropped.', [1, 1000]),
  max_age: integerOption(86_400, 'Seconds after which a message is dropped.', [60, 2_592_000]),
  timeout: integerOption(10, 'Seconds that a target has to take a message.', [1, 120]),
} satisfies Options;

export const NOTIFY_SECTION = defineSection(
  'notify',
  'Notifications of events. Every target has a section [notify_NAME], with a name of your choice; without one nothing is sent. Passwords, tokens and secret addresses may also come from a file or from the environment variable GANDER_NOTIFY_<NAME>_<KEY>.',
  NOTIFY_OPTIONS,
);

export type NotifyOptions = OptionValues<typeof NOTIFY_OPTIONS>;

export const TARGET_OPTIONS = {
  disable: flagOption(false, 'Send nothing to this target.'),
  min_level: choiceOption(['warning', 'critical'], 'warning', 'Lowest level of events that are sent.'),
  plugins: patternsOption(undefined, 'Plugins whose events are sent, as regular expressions; empty: all.'),
  items: patternsOption(
    undefined,
    'Items (mount points, interfaces) whose events are sent, as regular expressions; empty: all. Events without an item are not affected.',
  ),
  servers: patternsOption(
    undefined,
    'Servers of a hub whose alerts are sent, as regular expressions of names, ids and tags (tag:prod); localhost is the hub itself; empty: all.',
  ),
  notify_end: flagOption(true, 'Also notify the end of an event.'),
  repeat: integerOption(0, 'Seconds after which an ongoing event is notified again; 0: never.', [0, 604_800]),
  group_wait: integerOption(
    10,
    'Seconds in which the alerts of one host are collected into one message; 0: a message for each.',
    [0, 300],
  ),
  quiet_hours: parsedOption(
    parseQuietHours,
    'Local time in which nothing is sent; what still holds afterwards is sent then.',
    '22:00-07:00',
  ),
  quiet_hours_critical: flagOption(true, 'Critical events are sent in quiet hours too.'),
  ca_file: textOption(
    undefined,
    'Certificates (PEM) of authorities to trust instead of those of the system.',
  ),
} satisfies Options;

export type TargetOptions = OptionValues<typeof TARGET_OPTIONS>;
