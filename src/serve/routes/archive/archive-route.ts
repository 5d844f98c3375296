/** `/api/archive`: how the history on disk is doing, and why. */
import type { FastifyInstance } from 'fastify';
import type { Archive } from '../../../keep/archive/archive.ts';
import { endOf, type FileKind } from '../../../keep/archive/files/file-name.ts';
import type { RouteContext } from '../../context.ts';
import { notesRefused } from '../notes/notes-routes.ts';
import { sendValue } from '../../http/answer.ts';

/** The tier that a kind of file is kept for. */
const TIERS: readonly (readonly [tier: string, kind: FileKind])[] = [
  ['samples', 'hour'],
  ['minutes', 'day'],
  ['hours', 'month'],
];

export function archiveRoute(api: FastifyInstance, context: RouteContext): void {
  const { base, archive, fleetArchive, authenticator } = context;
  const isPrivate = authenticator !== null;
  api.get(`${base}/api/archive`, (request, reply) =>
    sendValue(request, reply, {
      ...reportOf(archive, isPrivate),
      notes_refused: notesRefused(context),
      fleet: fleetArchive && reportOf(fleetArchive, isPrivate),
    }),
  );
}

/** The report of a server without a history on disk. */
export const noArchiveReport = (reason: string, notesRefusal: string) => ({
  ...EMPTY,
  reason,
  notes_refused: notesRefusal,
  fleet: null,
});

const reportOf = (archive: RouteContext['archive'], isPrivate: boolean) =>
  'off' in archive ? { ...EMPTY, reason: archive.off } : report(archive, isPrivate);

const EMPTY = {
  state: 'off',
  reason: null,
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

/** @param isPrivate only those who have logged in can see this */
function report(archive: Archive, isPrivate: boolean) {
  const { status, path, bytes, bounds, room, lastWritten, folder } = archive;
  return {
    state: status.state,
    reason: status.reason,
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
