/** The keys of the section `[archive]`. */
import { parseDuration, parseSize } from '../../core/amounts.ts';
import { absolutePath, OptionError } from '../../core/option-parse.ts';
import {
  flagOption,
  integerOption,
  parsedOption,
  patternsOption,
  prefilledOption,
} from '../../core/options.ts';
import { defineSection } from '../../core/section.ts';

const LEAST_SIZE = 16 * 2 ** 20;
/** Least free space, whatever is configured. */
export const LEAST_FREE = 64 * 2 ** 20;

/** Free space to keep on a disk of a given size. */
type MinFree = (total: number) => number;

/** Throws `OptionError`. */
export function parseMinFree(text: string): MinFree {
  const [, percent] = /^(\d+(?:\.\d+)?)\s*%$/.exec(text.trim()) ?? [];
  if (percent === undefined) {
    const bytes = parseSize(text);
    return () => Math.max(LEAST_FREE, bytes);
  }
  if (Number(percent) > 90) throw new OptionError('expected at most 90%');
  return (total) => Math.max(LEAST_FREE, (total * Number(percent)) / 100);
}

function parseMaxSize(text: string): number {
  const bytes = parseSize(text);
  if (bytes < LEAST_SIZE) throw new OptionError('expected at least 16M');
  return bytes;
}

export const ARCHIVE_SECTION = defineSection(
  'archive',
  'History on disk. Servers (-w and -s) keep it; it is what charts of days and years are drawn from.',
  {
    enable: flagOption(true, 'Keep the history on disk; --disable-archive turns it off.'),
    folder: parsedOption(
      absolutePath,
      'Folder of its files, as an absolute path; unset: archive in the state folder.',
      '',
    ),
    max_size: prefilledOption('512M', 'Room for all files together, at least 16M.', parseMaxSize),
    min_free: prefilledOption('5%', 'Room that is left on the disk: a share of it or a size.', parseMinFree),
    samples: prefilledOption('2d', 'How long every sample is kept.', parseDuration),
    minutes: prefilledOption(
      '90d',
      'How long average, smallest and largest of each minute are kept.',
      parseDuration,
    ),
    hours: prefilledOption(
      '5y',
      'How long average, smallest and largest of each hour are kept.',
      parseDuration,
    ),
    flush: integerOption(60, 'Seconds between writes, lost at worst; 300 spares memory cards.', [10, 600]),
    series: patternsOption(
      undefined,
      'Regular expressions of the series to keep, such as cpu/.*; unset: all with history.',
    ),
    hide: patternsOption(undefined, 'Regular expressions of series that are left out.'),
    fleet_max_size: prefilledOption('2G', 'On a hub: room for the history of its servers.', parseMaxSize),
    fleet_samples: prefilledOption(
      '1d',
      'On a hub: how long every sample of its servers is kept.',
      parseDuration,
    ),
    processes: flagOption(true, 'Keep which programs used CPU, memory and disks most, minute by minute.'),
  },
);
