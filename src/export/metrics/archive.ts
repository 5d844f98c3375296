/** Metrics of the history on disk. */
import type { Family } from './family.ts';
import { family } from './own.ts';

/** State of a history on disk. */
export interface ArchiveHealth {
  readonly status: { readonly state: string };
  readonly bytes: number;
  readonly bounds: { readonly maxBytes: number };
  readonly series: number;
  /** Milliseconds since the epoch; null: not in this run. */
  readonly lastWritten: number | null;
  readonly folder: { readonly damaged: number } | null;
  /** Milliseconds since the epoch; null: empty. */
  since(): number | null;
}

const seconds = (time: number | null): number | null => (time === null ? null : time / 1000);

export function archiveFamilies(archive: ArchiveHealth, time: number): Family[] {
  const { status, bytes, bounds, series, lastWritten, folder } = archive;
  const gauge = (name: string, unit: string | null, help: string, value: number | null): Family =>
    family([`gander_archive_${name}`, 'gauge', unit, help], time, [[value]]);
  return [
    gauge('up', null, 'The history is written to disk.', Number(status.state === 'ok')),
    gauge('bytes', 'bytes', 'Size of all files of the history on disk.', bytes),
    gauge('max_bytes', 'bytes', 'Room for all files of the history on disk.', bounds.maxBytes),
    gauge('series', null, 'Series written to disk in this hour.', series),
    gauge('last_write_timestamp_seconds', 'seconds', 'When it was last written.', seconds(lastWritten)),
    gauge(
      'oldest_timestamp_seconds',
      'seconds',
      'Time of the oldest value on disk.',
      seconds(archive.since()),
    ),
    gauge('damaged_files', null, 'Files set aside because they cannot be read.', folder?.damaged ?? 0),
  ];
}
