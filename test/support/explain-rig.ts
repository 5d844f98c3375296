/** Explanations of a made past: a machine with usual load, in which an incident changes some values for five minutes. */
import { expect } from 'vitest';
import { untranslated } from './catalogues.ts';
import { explain } from '../../src/explain/explain.ts';
import type { Explanation } from '../../src/explain/explanation.ts';
import type { SavedEvent } from '../../src/core/event.ts';
import type { Share } from '../../src/history/past/history-source.ts';
import { alertEvent } from './alert-event.ts';
import { createRandom } from './filling.ts';
import { madePast, type MadePast, type ValueAt } from './made-past.ts';

export const MINUTE = 60_000;
export const NOON = new Date(2026, 10, 20, 12).getTime();
/** The window is 15 minutes, of which five are bad. */
export const WINDOW = { from: NOON, to: NOON + 15 * MINUTE };
export const BAD = { from: NOON + 5 * MINUTE, to: NOON + 10 * MINUTE };
export const GIB = 2 ** 30;
export const MIB = 2 ** 20;

export const isBad = (time: number): boolean => time >= BAD.from && time < BAD.to;

export type Series = MadePast['series'];
type Top = Readonly<Partial<Record<'cpu' | 'memory' | 'io', readonly Share[]>>>;

/** Usual load of a machine with two cores, with noise. */
export function usual(seed: number): Record<string, readonly [string | null, ValueAt]> {
  const random = createRandom(seed);
  const noise = new Map<string, number>();
  const around =
    (name: string, value: number, share = 0.2): ValueAt =>
    (time) => {
      const key = `${name} ${time}`;
      const known = noise.get(key) ?? random();
      noise.set(key, known);
      return value * (1 + share * (2 * known - 1));
    };
  const stall = (name: string): readonly [string, ValueAt] => ['millisecond', around(name, 5, 1)];
  return {
    'cpu/total': ['percent', around('total', 12)],
    'cpu/user': ['percent', around('user', 8)],
    'cpu/system': ['percent', around('system', 4)],
    'cpu/irq': ['percent', around('irq', 0.1)],
    'cpu/steal': ['percent', around('steal', 0.1)],
    'cpu/iowait': ['percent', around('iowait', 1)],
    'percpu/0/total': ['percent', around('core0', 12)],
    'percpu/1/total': ['percent', around('core1', 12)],
    'percpu/0/softirq': ['percent', around('soft0', 0.2)],
    'percpu/1/softirq': ['percent', around('soft1', 0.2)],
    'load/min1': ['float', around('load', 0.4)],
    'mem/percent': ['percent', around('mem', 40, 0.02)],
    'mem/available': ['bytes', around('available', 4.8 * GIB, 0.02)],
    'pressure/cpu/some_time_rate_per_sec': stall('psi-cpu'),
    'pressure/memory/some_time_rate_per_sec': stall('psi-memory'),
    'pressure/memory/full_time_rate_per_sec': stall('psi-memory-full'),
    'pressure/io/some_time_rate_per_sec': stall('psi-io'),
    'paging/minor_faults_rate_per_sec': ['number', around('minor', 1500)],
    'paging/swapped_in_rate_per_sec': ['byte', () => 0],
    'processcount/total': ['number', around('processes', 150, 0.02)],
    'processcount/thread': ['number', around('threads', 400, 0.02)],
    'processcount/running': ['number', around('running', 1.5)],
    'processcount/ended_cpu_percent': ['percent', around('ended', 3, 1)],
    'diskio/sda/read_bytes_rate_per_sec': ['byte', around('read', 100_000)],
    'diskio/sda/write_bytes_rate_per_sec': ['byte', around('write', 200_000)],
    'diskio/sda/read_count_rate_per_sec': ['number', around('reads', 4)],
    'diskio/sda/write_count_rate_per_sec': ['number', around('writes', 8)],
    'diskload/sda/busy': ['percent', around('busy', 2)],
    'diskload/sda/latency': ['millisecond', around('latency', 1.5)],
    'fs//srv/percent': ['percent', () => 71],
    'network/eth0/bytes_recv_rate_per_sec': ['byte', around('received', 20_000)],
    'packets/eth0/received_rate_per_sec': ['number', around('packets', 40)],
    'packets/eth0/lost': ['percent', () => 0],
    'tcp/retransmitted_percent': ['percent', around('resent', 0.1)],
    'tcp/sent_rate_per_sec': ['number', around('sent', 50)],
    'tcp/listen_drops_rate_per_sec': ['number', () => 0],
    'cgroups//app.service/throttled': ['percent', () => 0],
    'sensors/Package/value': ['C', around('heat', 50, 0.05)],
  };
}

const PROGRAMS: Top = {
  cpu: [['postgres', 10, 'postgresql.service']],
  memory: [['postgres', 1.5 * GIB, 'postgresql.service']],
  io: [['postgres', 200_000, 'postgresql.service']],
};

export interface Incident {
  /** In place of the usual values, in the bad minutes. */
  readonly values?: Readonly<Record<string, number>>;
  readonly top?: Top;
  readonly more?: Partial<MadePast>;
  readonly series?: Series;
  /** A plugin that is not recorded. */
  readonly without?: string;
}

export function pastOf(incident: Incident, seed = 1) {
  const { values = {}, top = {}, more = {}, series = {}, without } = incident;
  const quiet = { ...usual(seed), ...series };
  const changed = Object.fromEntries(
    Object.entries(quiet)
      .filter(([id]) => id.split('/', 1)[0] !== without)
      .map(([id, [unit, at]]) => {
        const bad = values[id];
        return [
          id,
          [unit, bad === undefined ? at : (time: number) => (isBad(time) ? bad : at(time))] as const,
        ];
      }),
  );
  return madePast({
    series: changed,
    oldest: NOON - 2 * 3_600_000,
    top: (at) => {
      const shares = isBad(at) ? { ...PROGRAMS, ...top } : PROGRAMS;
      return { cpu: shares.cpu ?? [], memory: shares.memory ?? [], io: shares.io ?? [] };
    },
    ...more,
  });
}

export async function explained(incident: Incident, seed?: number): Promise<Explanation> {
  const found = await explain(pastOf(incident, seed), WINDOW);
  expect(sentencesIn(found).flatMap(([english, said]) => untranslated(english, said))).toEqual([]);
  return found;
}

const sentencesIn = ({
  verdict,
  others,
  who,
  changed,
  happened,
  missing,
  missing_said: said,
}: Explanation) => [
  ...[verdict, ...others].map((one) => [one.sentence, one.said] as const),
  ...[...verdict.evidence, ...who, ...changed].map((one) => [one.text, one.said] as const),
  // Tests write the sentences of alerts and notes.
  ...happened.flatMap((one) => (one.said ? [[one.text, one.said] as const] : [])),
  ...missing.map((one, index) => [one, said?.[index]] as const),
];

/** An alert that began in the bad minutes. */
export function alertOf(kind: string, sentence: string): SavedEvent {
  const begin = BAD.from / 1000;
  return {
    id: 1,
    plugin: 'paging',
    field: 'oom_kill',
    identity: null,
    stat: kind.toLowerCase(),
    finding: { kind, label: null, sentence, details: {} },
    event: alertEvent(kind, 1, { begin, end: begin, state: 'CRITICAL' }),
  };
}

export const CPU_FULL = { 'cpu/total': 99, 'pressure/cpu/some_time_rate_per_sec': 600, 'load/min1': 5 };
