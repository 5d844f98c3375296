/** Cost of judging new snapshots and of keeping events. `npx tsx bench/event-cost.ts`. */
import { fileURLToPath } from 'node:url';
import { fallbackOf } from '../src/core/option-parse.ts';
import { eventOptions, type EventOptions } from '../src/core/event.ts';
import { createJudge } from '../src/judge/levels/judge.ts';
import { limitsOf } from '../src/judge/levels/limits.ts';
import { createEvents } from '../src/judge/events/engine.ts';
import { inSlices, Turns } from '../src/core/turns.ts';
import { createSystemClock } from '../src/measure/host/system-clock.ts';
import cpu from '../src/measure/plugins/cpu/cpu.ts';
import load from '../src/measure/plugins/load/load.ts';
import mem from '../src/measure/plugins/mem/mem.ts';
import memswap from '../src/measure/plugins/memswap/memswap.ts';
import network from '../src/measure/plugins/network/network.ts';
import type { Plugin } from '../src/core/plugin.ts';
import { longestTurn } from './longest-turn.ts';

export interface EventCost {
  /** Microseconds for the plugins that are logged by default, nothing being wrong: what every cycle costs. */
  quietCycleUs: number;
  /** Microseconds per value of a long list of which nothing is wrong. */
  quietValueUs: number;
  /** Microseconds per value of which each keeps an event going. */
  alarmValueUs: number;
}

const INTERFACES = 1000;
/** Of a host of containers, each of which has a link of its own. */
const MANY_INTERFACES = 5000;

const OBJECTS: readonly (readonly [Plugin, object])[] = [
  [cpu as Plugin, { total: 20, user: 10, system: 5, iowait: 1, steal: 0, ctx_switches_rate_per_sec: 9000 }],
  [load as Plugin, { min1: 1, min5: 1, min15: 1, cpucore: 4 }],
  [mem as Plugin, { percent: 30 }],
  [memswap as Plugin, { total: 1, percent: 1 }],
];

/** Links whose two directions run at `percent` of their speed. */
const links = (percent: number, count = INTERFACES): object[] =>
  Array.from({ length: count }, (_, index) => ({
    interface_name: `eth${index}`,
    bytes_recv_rate_per_sec: percent,
    bytes_sent_rate_per_sec: percent,
    speed: 800,
  }));

/** Takes snapshots of one plugin from judging to events. Each has to be a new object: what has been judged once is not judged again. */
function pipeline(plugin: Plugin, section: Record<string, string> = {}): (served: unknown) => void {
  const options = Object.fromEntries(
    Object.entries(eventOptions).map(([name, option]) => [name, fallbackOf(option)]),
  ) as EventOptions;
  const judge = createJudge(plugin, limitsOf(plugin, { section, historySize: 1, cores: 4 }));
  const events = createEvents({
    clock: createSystemClock(),
    options,
    ranking: null,
    publish: () => {},
    onChange: () => {},
  });
  return (served) => events.take(plugin.name, judge(served), Date.now());
}

/** Microseconds of one run, the least of several measurements. */
function microseconds(run: () => void, times: number): number {
  for (let warm = 0; warm < times; warm += 1) run();
  const measured = Array.from({ length: 5 }, () => {
    const start = performance.now();
    for (let index = 0; index < times; index += 1) run();
    return ((performance.now() - start) * 1000) / times;
  });
  return Math.min(...measured);
}

/** The longest turn of the event loop while many links are judged for the first time, in milliseconds of CPU. */
export function measureFirstJudging(): Promise<number> {
  const limits = limitsOf(network as Plugin, { section: {}, historySize: 1, cores: 4 });
  const steps = createJudge(network as Plugin, limits).inSteps(links(10, MANY_INTERFACES));
  const slice = new Turns().begin();
  return longestTurn(async () => {
    await slice.next();
    await inSlices(steps, slice);
  });
}

export function measureEventCost(): EventCost {
  const quiet = OBJECTS.map(([plugin, served]) => ({ take: pipeline(plugin), served }));
  const long = pipeline(network as Plugin, { log: 'True' });
  const alarmed = pipeline(network as Plugin, { log: 'True' });
  const [calm, busy] = [links(10), links(95)];
  return {
    quietCycleUs: microseconds(() => {
      for (const { take, served } of quiet) take({ ...served });
    }, 2000),
    quietValueUs: microseconds(() => long([...calm]), 20) / (INTERFACES * 2),
    alarmValueUs: microseconds(() => alarmed([...busy]), 20) / (INTERFACES * 2),
  };
}

async function print(): Promise<void> {
  console.log(`longest turn of the first judging: ${(await measureFirstJudging()).toFixed(1)} ms`);
  const { quietCycleUs, quietValueUs, alarmValueUs } = measureEventCost();
  console.log(`a cycle, nothing wrong: ${quietCycleUs.toFixed(1)} µs`);
  console.log(`per value: ${quietValueUs.toFixed(2)} µs, with an event: ${alarmValueUs.toFixed(2)} µs`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) void print();
