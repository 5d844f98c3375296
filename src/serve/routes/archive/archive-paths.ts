/** How the history on disk is doing. */
import type { Schema } from '../../../core/schema.ts';
import { operation } from '../../openapi/operation.ts';
import { closed, text } from '../../openapi/schema-parts.ts';
import type { Paths } from '../../openapi/types.ts';
import { SERVICE } from '../service/service-paths.ts';

const count = (description: string): Schema => ({ type: 'integer', description });
const bytes = (description: string): Schema => ({ type: ['number', 'null'], description, 'x-unit': 'bytes' });
const time = (description: string): Schema => ({
  type: ['number', 'null'],
  description: `${description}, in milliseconds since 1970; null when there is none.`,
  'x-unit': 'millisecond',
});

const STATE = {
  state: {
    type: 'string',
    enum: ['off', 'starting', 'ok', 'waiting', 'paused', 'full', 'failing', 'stopped'],
    description:
      'waiting: another agent has the folder; paused: the disk is nearly full, or the clock is not set; full: the disk or the quota of the user has no room at all; failing: the folder cannot be written.',
  },
  reason: {
    type: ['string', 'null'],
    description: 'The problem and its remedy; null when there is none.',
  },
  folder: { type: ['string', 'null'], description: 'Path of the folder; only where a password is set.' },
  bytes: bytes('Size of all files, events and programs included; 0 until the folder is open.'),
  max_bytes: bytes('Maximum total size.'),
  disk_free: bytes('Free space on the disk.'),
  disk_total: bytes('Size of the disk.'),
  series: count('Series that were written in this hour.'),
  last_written: time('Last write of this run'),
  oldest: time('Time of the oldest value'),
  files_damaged: count('Files that were set aside because they cannot be read.'),
  files_newer: count('Files of a newer version, which are left alone.'),
  tiers: {
    type: 'array',
    items: closed('Files of one tier.', {
      name: text('samples, minutes or hours.'),
      from: time('Start of the first file'),
      to: time('End of the last file'),
      files: count('Number of files.'),
      bytes: bytes('Their size, including the part of the next tier that each file holds.'),
    }),
  },
};

const ANSWER = closed('The history on disk.', {
  ...STATE,
  notes_refused: {
    type: ['string', 'null'],
    description: 'Reason why notes cannot be written; null where they can.',
  },
  fleet: {
    ...closed('On a hub, the same for the servers that it watches; null elsewhere.', STATE),
    type: ['object', 'null'],
  },
});

export const archivePaths = (): Paths => ({
  '/api/archive': {
    get: operation({
      id: 'getArchive',
      tag: SERVICE.name,
      summary: 'State of the history on disk, with reasons',
      answer: ANSWER,
      says: 'Its state.',
      example: {
        state: 'ok',
        reason: null,
        folder: null,
        bytes: 48_234_496,
        max_bytes: 536_870_912,
        disk_free: 81_604_378_624,
        disk_total: 105_089_261_568,
        series: 113,
        last_written: 1_795_826_700_000,
        oldest: 1_787_443_200_000,
        files_damaged: 0,
        files_newer: 0,
        tiers: [
          { name: 'samples', from: 1_795_651_200_000, to: 1_795_824_000_000, files: 48, bytes: 9_437_184 },
        ],
        notes_refused: null,
        fleet: null,
      },
    }),
  },
});
