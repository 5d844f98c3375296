/** Numbers in the files of other programs, under the names that they have there. */
import { findFiles } from '../../../measure/own/ways/files.ts';
import { parsePrometheus } from '../../../measure/own/formats/prometheus.ts';
import type { Sample } from '../../../measure/own/sample.ts';
import type { Collector, Put } from '../collector.ts';

/** That of Gander's package, and that of Debian's package of node_exporter. */
const FOLDERS = ['/var/lib/gander/textfile', '/var/lib/prometheus/node-exporter'];

/** @param folders absolute; those that are missing are left out */
export const textfileIn = (folders: readonly string[]): Collector => ({
  name: 'textfile',
  async collect(host, put) {
    // The files belong to the machine that the agent runs on.
    if (!host.isLocal) return;
    const seen = new Set<string>();
    let isFailed = false;
    for (const folder of folders) {
      const { files } = await findFiles(`${folder}/*.prom`).catch(() => ({ files: [] }));
      for (const file of files) {
        isFailed ||= 'reason' in file;
        if ('reason' in file) continue;
        const { samples, refusals } = parsePrometheus(file.text, host.clock.now(), Number.POSITIVE_INFINITY);
        isFailed ||= refusals > 0;
        put('node_textfile_mtime_seconds', 'When the file was written.', file.modifiedMs / 1000, [
          'file',
          file.path,
        ]);
        for (const sample of samples) putOnce(sample, seen, put);
      }
    }
    put('node_textfile_scrape_error', '1: a file or a line was refused.', Number(isFailed));
  },
});

export const textfile = textfileIn(FOLDERS);

function putOnce({ name, labels, value, about: { help = '' } }: Sample, seen: Set<string>, put: Put): void {
  const series = JSON.stringify([name, labels]);
  if (seen.has(series)) return;
  seen.add(series);
  put(name, help, value, ...labels);
}
