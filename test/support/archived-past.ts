/** An archive of a recorded machine: thirty hours of minutes with a pause, a removed container, and events. */
import type { TestApi } from './test-api.ts';
import type { SavedEvent } from '../../src/core/event.ts';
import { Slice } from '../../src/core/slice.ts';
import { ColumnCodec } from '../../src/history/archive/format/column-codec.ts';
import { TopLog } from '../../src/history/archive/top/top-log.ts';
import { importRows, type PeriodRow } from '../../src/history/archive/transfer/import.ts';
import { describeNames } from '../../src/history/archive/write/declared-series.ts';
import { archiveOf } from './agent-archive.ts';
import { createFakeClock } from './fake-clock.ts';
import { createMemoryDisk } from './memory-disk.ts';
import type { RecordedAgent } from './recorded-agent.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export interface ArchivedPast {
  /** The full hour up to which everything is on disk. */
  readonly end: number;
  readonly setup: Pick<TestApi, 'archive' | 'pastEvents'>;
}

/** Values of a busy day: a peak of the CPU in the minute `peak` hours before the end. */
export async function archivedPast({ agent }: RecordedAgent, now = Date.now()): Promise<ArchivedPast> {
  const end = Math.floor(now / HOUR) * HOUR;
  const disk = createMemoryDisk();
  // The minutes of this run are in memory.
  for (const plugin of ['cpu', 'mem', 'load']) {
    const history = agent.store.history(plugin);
    for (let time = now - 10 * MINUTE; time <= now; time += 2000) {
      history.begin(time);
      for (const field of ['total', 'user', 'percent', 'min1']) history.record(field, 12);
    }
  }
  const clock = createFakeClock(now);
  const archive = await archiveOf(agent, clock, { disk });
  const { folder } = archive;
  if (folder === null) throw new Error('the archive is not open');
  // The recording is from another time.
  const files = (['hour', 'day', 'month'] as const).flatMap((kind) => folder.list(kind));
  for (const name of [...folder.logs(), ...files.map((file) => file.name)])
    if (name.start < end - HOUR) await folder.remove(name);
  await importRows(rows(end), {
    folder,
    codec: new ColumnCodec(),
    describe: describeNames(agent.plugins),
    slice: new Slice({ ms: 100 }),
    now,
  });
  // After the next write it knows the folder's content.
  await archive.flush();
  const log = new TopLog(disk, `${archive.path}/top`, clock);
  for (let time = end - 4 * HOUR; time < end; time += MINUTE) {
    const isPeak = Math.abs(time - (end - 3 * HOUR)) <= 5 * MINUTE;
    await log.append({
      time,
      seconds: 60,
      cpu: isPeak
        ? [
            ['borg', 380.5, 'borg.service'],
            ['node', 42],
          ]
        : [['node', 12]],
      memory: [['postgres', 4e9, 'docker.service', 'db']],
      io: isPeak ? [['borg', 9e7, 'borg.service']] : [],
    });
  }
  await log.close();
  const marks = [
    { kind: 'killed', time: end - 8 * HOUR, detail: null },
    { kind: 'start', time: end - 7 * HOUR, detail: null },
  ];
  const events = [eventAt(end - 3 * HOUR - 5 * MINUTE, 10 * 60)];
  return {
    end,
    setup: {
      archive,
      pastEvents: async (from, to) => ({
        events: events.filter(({ event }) => event.begin * 1000 < to && event.end * 1000 >= from),
        marks: marks.filter(({ time }) => time >= from && time < to),
      }),
    },
  };
}

/** The agent did not run from eight to seven hours before the end. */
async function* rows(end: number): AsyncGenerator<PeriodRow> {
  for (let time = end - 30 * HOUR; time < end; time += MINUTE) {
    const before = (end - time) / HOUR;
    if (before > 7 && before <= 8) continue;
    const isPeak = Math.abs(before - 3) <= 1 / 12;
    const wave = 20 + 10 * Math.sin(before);
    const values = new Map([
      ['cpu/total', isPeak ? 97 : wave + (time % (7 * MINUTE)) / MINUTE],
      ['cpu/user', isPeak ? 80 : wave / 2],
      ['mem/percent', isPeak ? 71 : 44],
      ['load/min1', isPeak ? 300 : 3],
      ['network/eth0_bytes_recv_rate_per_sec', isPeak ? 5e7 : 1e6],
    ]);
    if (before > 12) values.set('containers/old-job_cpu_percent', 33);
    yield { time, until: time + MINUTE, values };
  }
}

const eventAt = (begin: number, seconds: number): SavedEvent => ({
  id: 1,
  plugin: 'cpu',
  field: 'total',
  identity: null,
  stat: 'cpu_total',
  event: {
    begin: begin / 1000,
    end: begin / 1000 + seconds,
    state: 'CRITICAL',
    type: 'CPU_TOTAL',
    max: 97,
    avg: 97,
    min: 97,
    sum: 970,
    count: 10,
    top: ['borg'],
    desc: '',
    sort: 'cpu_percent',
    global_msg: '',
  },
});
