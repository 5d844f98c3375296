/** `/api/archive`: state of the history on disk, with reasons. */
import type { Archive } from '../archive/archive.ts';
import { ARCHIVE_STATES } from '../archive/setup.ts';
import { endOf, type FileKind } from '../archive/files/file-name.ts';
import { sendValue } from '../../http/server/answer.ts';
import {
  closed,
  describedAs,
  extended,
  integer,
  listOf,
  number,
  oneOf,
  orNull,
  text,
  type TypeOf,
} from '../../core/shape.ts';
import { SERVICE } from '../../http/openapi/tags.ts';
import { defineRoute } from '../../http/route/route.ts';
import { Off, optional, orOff, type Resolved } from '../../core/parts/service.ts';
import { FleetArchive, OwnArchive } from '../archive/own-archive.ts';
import { Access } from '../../http/route/services.ts';
import { Incident } from '../past/opened-incident.ts';
import { EventFolder } from '../events/event-folder.ts';
import { withoutPassword } from '../../http/route/refusals.ts';
import { TimelineNotes } from './timeline-notes.ts';

const count = (description: string) => integer(description);
const bytes = (description: string) => number(description, { 'x-unit': 'bytes' });
const time = (description: string) =>
  orNull(
    number(`${description}, in milliseconds since 1970; null when there is none.`, {
      'x-unit': 'millisecond',
    }),
  );

const STATE = closed('The history on disk.', {
  state: oneOf(
    ['off', ...ARCHIVE_STATES],
    'waiting: another agent has the folder; paused: the disk is nearly full, or the clock is not set; full: the disk or the quota of the user has no room at all; failing: the folder cannot be written.',
  ),
  reason: orNull(text('The problem and its remedy; null when there is none.')),
  notice: orNull(
    text(
      'Further problems, as sentences; null when there are none. After the clock was set forward, files that look too old are kept for a day. Unreadable files are gaps.',
    ),
  ),
  folder: orNull(text('Path of the folder; null where no password is set, or there is none.')),
  bytes: bytes('Size of all files, events and programs included; 0 until the folder is open.'),
  max_bytes: orNull(bytes('Maximum total size; null where there is no history on disk.')),
  disk_free: orNull(bytes('Free space on the disk; null: the file system does not answer.')),
  disk_total: orNull(bytes('Size of the disk; null: likewise.')),
  series: count('Number of series written in this hour.'),
  last_written: time('Last write of this run'),
  oldest: time('Time of the oldest value'),
  files_damaged: count('Number of unreadable files that were set aside.'),
  files_newer: count('Number of files of a newer version, which are left alone.'),
  tiers: listOf(
    closed('Files of one tier.', {
      name: text('samples, minutes or hours.'),
      from: time('Start of the first file'),
      to: time('End of the last file'),
      files: count('Number of files.'),
      bytes: bytes('Size of the files, including the part of the next tier that each file holds.'),
    }),
  ),
});

const ANSWER = extended(STATE, {
  notes_refused: orNull(text('Reason why notes cannot be written; null where they can.')),
  fleet: orNull(describedAs(STATE, 'On a hub, the same for the servers that it watches; null elsewhere.')),
});
export type ArchiveReport = TypeOf<typeof ANSWER>;

/** Tiers by the kind of file. */
const TIERS: readonly (readonly [tier: string, kind: FileKind])[] = [
  ['samples', 'hour'],
  ['minutes', 'day'],
  ['hours', 'month'],
];

const uses = {
  access: Access,
  archive: orOff(OwnArchive),
  events: optional(EventFolder),
  fleetArchive: optional(FleetArchive),
  incident: optional(Incident),
  notes: optional(TimelineNotes),
} as const;

export const archiveRoute = defineRoute({
  path: '/api/archive',
  access: 'viewer',
  uses,
  id: 'getArchive',
  tag: SERVICE,
  summary: 'State of the history on disk, with reasons',
  answer: ANSWER,
  says: 'State of the history on disk.',
  example: {
    state: 'ok',
    reason: null,
    notice: null,
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
    tiers: [{ name: 'samples', from: 1_795_651_200_000, to: 1_795_824_000_000, files: 48, bytes: 9_437_184 }],
    notes_refused: null,
    fleet: null,
  },
  handler(given) {
    const { access, archive, fleetArchive, incident } = given;
    const isPrivate = access.authenticator !== null;
    if (incident !== null) {
      const found = {
        ...noArchiveReport('', IN_A_FILE),
        state: 'ok',
        reason: null,
        oldest: incident.past.oldest,
      };
      return (request, reply) => sendValue(request, reply, found);
    }
    return (request, reply) =>
      sendValue(request, reply, {
        ...reportOf(archive, isPrivate),
        notes_refused: notesRefused(given),
        fleet: fleetArchive && reportOf(fleetArchive, isPrivate),
      });
  },
});

/** Why no notes can be written; null: they can. */
function notesRefused({ access, events, notes }: Resolved<typeof uses>): string | null {
  if (notes === null) return 'this agent keeps no events';
  return (
    withoutPassword(
      access,
      'Notes are written only where a password is set: start the agent with --password',
    ) ??
    events?.obstacle() ??
    null
  );
}

const IN_A_FILE = 'This is a file: notes are written where it was made';

/** Returns the report of a server without a history on disk. */
export const noArchiveReport = (reason: string, notesRefusal: string) => ({
  ...EMPTY,
  reason,
  notes_refused: notesRefusal,
  fleet: null,
});

const reportOf = (archive: Archive | Off, isPrivate: boolean) =>
  archive instanceof Off ? { ...EMPTY, reason: archive.reason } : report(archive, isPrivate);

const EMPTY = {
  state: 'off',
  reason: null,
  notice: null,
  folder: null,
  bytes: 0,
  max_bytes: null,
  disk_free: null,
  disk_total: null,
  series: 0,
  last_written: null,
  oldest: null,
  files_damaged: 0,
  files_newer: 0,
  tiers: [],
};

/** @param isPrivate whether only authenticated clients can see this */
function report(archive: Archive, isPrivate: boolean) {
  const { status, path, bytes, bounds, room, lastWritten, folder } = archive;
  return {
    state: status.state,
    reason: status.reason,
    notice: archive.notice,
    folder: isPrivate ? path : null,
    bytes,
    max_bytes: bounds.maxBytes,
    disk_free: room?.free ?? null,
    disk_total: room?.total ?? null,
    series: archive.series,
    last_written: lastWritten,
    oldest: archive.since(),
    files_damaged: folder?.damaged ?? 0,
    files_newer: folder?.newer ?? 0,
    tiers: TIERS.map(([name, kind]) => {
      const files = folder?.list(kind) ?? [];
      const last = files.at(-1);
      return {
        name,
        from: files[0]?.name.start ?? null,
        to: last === undefined ? null : endOf(last.name),
        files: files.length,
        bytes: files.reduce((sum, file) => sum + file.bytes, 0),
      };
    }),
  };
}
