import { describe, expect, it } from 'vitest';
import { archiveOf } from '../../test/support/agent-archive.ts';
import { createFakeAgent } from '../../test/support/fake-agent.ts';
import { createFakeClock } from '../../test/support/fake-clock.ts';
import { sampleEvent } from '../../test/support/notify.ts';
import type { Resource } from '../core/culprits.ts';
import { CPU_FULL, explained, MIB } from '../../test/support/explain-rig.ts';
import { verdictAbout } from './verdict-about.ts';
import { createAlertCauses, TIMEOUT_MS } from './alert-causes.ts';

const START = 1_795_222_400_000;
const NOW = START + 3_600_000;
const BEGIN = START + 3_000_000;
const event = (begin = BEGIN / 1000) => sampleEvent({ begin });

/** An hour in which the CPU is busy from the 50th minute on. */
async function rig(highest = 99) {
  const agent = createFakeAgent();
  const clock = createFakeClock(NOW);
  const archive = await archiveOf(agent, clock);
  const cpu = agent.store.history('cpu');
  for (let time = START + 2000; time <= NOW; time += 2000) {
    cpu.begin(time);
    cpu.record('total', time > BEGIN ? highest : 10 + ((time / 2000) % 5));
  }
  await archive.flush();
  return { clock, archive, setup: { archive, clock, events: null } };
}

describe('the cause of an alert', () => {
  it('is the sentence of its explanation', async () => {
    const { setup } = await rig();
    expect(await createAlertCauses(setup)(event())).toMatch(/^CPU at 99 % from /);
  });

  it('is unknown where no rule holds, and without a history', async () => {
    const { setup } = await rig(12);
    expect(await createAlertCauses(setup)(event())).toBeNull();
    const off = {
      ...setup,
      archive: { off: 'enable=False', status: { state: 'off', reason: null } } as never,
    };
    expect(await createAlertCauses(off)(event())).toBeNull();
  });

  it('is about what the alert is about', async () => {
    const memory = { 'mem/percent': 97, 'pressure/memory/some_time_rate_per_sec': 500 };
    const both = await explained({ values: { ...CPU_FULL, ...memory } });
    const about = (resource: Resource | null) => verdictAbout(both, resource)?.cause ?? null;
    expect([about('cpu'), about('memory'), about('disk'), about(null)]).toEqual([
      'cpu',
      'memory',
      null,
      both.verdict.cause,
    ]);
    // A CPU without idle time explains its alert, whatever else is unusual.
    const full = { 'cpu/total': ['percent', () => 100] as const };
    const reading = {
      'pressure/io/some_time_rate_per_sec': 600,
      'diskload/sda/busy': 100,
      'diskio/sda/read_bytes_rate_per_sec': 90 * MIB,
    };
    const found = await explained({ series: full, values: reading });
    expect(found.verdict.cause).toBe('disk');
    expect(verdictAbout(found, 'cpu')?.sentence).toMatch(/^CPU at 100 %/);
  });

  it('is found although the journal cannot be read, and looked for once', async () => {
    const { setup } = await rig();
    let asked = 0;
    const causes = createAlertCauses({
      ...setup,
      events: async () => {
        asked += 1;
        throw new Error('no journal');
      },
    });
    const found = await Promise.all([causes(event()), causes(event(BEGIN / 1000 + 5))]);
    expect(found[0]).toMatch(/^CPU at 99 %/);
    expect(found[1]).toBe(found[0]);
    expect(asked).toBe(1);
    await causes(event(BEGIN / 1000 - 600));
    expect(asked).toBe(2);
  });

  it('holds no notification back for longer than two seconds', async () => {
    const { setup, clock } = await rig();
    const causes = createAlertCauses({ ...setup, events: () => new Promise(() => {}) });
    const found = causes(event());
    await clock.advance(TIMEOUT_MS);
    expect(await found).toBeNull();
  });
});
