import { describe, expect, it } from 'vitest';
import { verdict, type Value } from '../../../test/support/event-rig.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { defer, type Deferred } from '../../../test/support/sampling.ts';
import type { RunOutcome } from '../../core/host.ts';
import type { Served } from '../../core/served.ts';
import { createActions } from './actions.ts';

const DONE: RunOutcome = { code: 0, stdout: '', stderr: '', failure: null };

interface Setup {
  outcome?: RunOutcome | ((argv: readonly string[]) => Promise<RunOutcome>);
  /** Skips the quiet time after the start. */
  awake?: boolean;
}

function rig(section: Record<string, string>, { outcome = DONE, awake = true }: Setup = {}) {
  const clock = createFakeClock();
  const ran: string[][] = [];
  const lines: string[] = [];
  const actions = createActions({
    plugins: ['cpu', 'network'],
    section: (plugin) => (plugin === 'network' ? section : {}),
    refreshOf: () => 2,
    clock,
    run: (argv) => {
      ran.push([...argv]);
      return typeof outcome === 'function' ? outcome(argv) : Promise.resolve(outcome);
    },
    log: (severity, text) => void lines.push(`${severity} ${text}`),
  });
  const taken = (): string[] => ran.splice(0).map((argv) => argv.join(' '));
  /** Feeds values of one plugin, two seconds after the last. */
  const feed = async (...values: (Value & { served?: Served })[]): Promise<string[]> => {
    await clock.advance(2000);
    actions.take(
      'network',
      values.map((value) => ({
        ...verdict('network', { field: 'rx', ...value }),
        served: value.served ?? {},
      })),
    );
    await clock.advance(0);
    return taken();
  };
  const ready = awake ? clock.advance(4000) : Promise.resolve();
  return { actions, clock, feed, lines, ready, taken };
}

/** The commands that ran at each of several levels of one value. */
async function commandsOf(section: Record<string, string>, ...levels: Value['level'][]): Promise<string[][]> {
  const { feed, ready } = rig(section);
  await ready;
  const ran: string[][] = [];
  for (const level of levels) ran.push(await feed({ level, identity: 'eth0' }));
  return ran;
}

describe('an action', () => {
  it('runs when its level is entered, and again only after it was left', async () => {
    expect(
      await commandsOf({ rx_critical_action: 'beep' }, 'OK', 'CRITICAL', 'CRITICAL', 'WARNING', 'CRITICAL'),
    ).toEqual([[], ['beep'], [], [], ['beep']]);
  });

  it('does not run again when a value that could not be measured is where it was', async () => {
    const section = { rx_critical_action: 'beep', rx_error_action: 'cry' };
    expect(
      await commandsOf(section, 'CRITICAL', 'ERROR', 'ERROR', 'CRITICAL', 'OK', 'ERROR', 'CRITICAL'),
    ).toEqual([['beep'], ['cry'], [], [], [], ['cry'], ['beep']]);
  });

  it('runs nothing for another configuration alone; what is entered afterwards runs by it', async () => {
    const { actions, feed, ready } = rig({ rx_critical_action: 'beep' });
    await ready;
    expect(await feed({ level: 'CRITICAL' })).toEqual(['beep']);
    actions.replace(() => ({ rx_critical_action: 'cry', rx_ok_action: 'sing' }));
    expect(await feed({ level: 'CRITICAL' })).toEqual([]);
    expect(await feed({ level: 'OK' })).toEqual(['sing']);
    expect(await feed({ level: 'CRITICAL' })).toEqual(['cry']);
    actions.replace(() => ({ rx_critical_action_repeat: 'ring' }));
    expect(await feed({ level: 'CRITICAL' })).toEqual(['ring']);
  });

  it('of a plugin that had none runs when its level is entered after that', async () => {
    const { actions, feed, ready } = rig({});
    await ready;
    expect(actions.concerns('network')).toBe(false);
    actions.replace((plugin) =>
      plugin === 'network' ? { rx_critical_action: 'beep', rx_ok_action: '{{' } : {},
    );
    expect(actions.concerns('network')).toBe(true);
    expect(actions.problems()).toEqual([expect.stringContaining('rx_ok_action')]);
    expect(await feed({ level: 'CRITICAL' })).toEqual([]);
    expect(await feed({ level: 'OK' })).toEqual([]);
    expect(await feed({ level: 'CRITICAL' })).toEqual(['beep']);
  });

  it('runs at every sample if it repeats', async () => {
    expect(
      await commandsOf({ rx_warning_action_repeat: 'beep' }, 'WARNING', 'WARNING', 'OK', 'WARNING'),
    ).toEqual([['beep'], ['beep'], [], ['beep']]);
  });

  it.each(['OK', 'CAREFUL', 'WARNING', 'CRITICAL', 'DEFAULT'] as const)('may belong to %s', async (level) => {
    const other = level === 'OK' ? 'CAREFUL' : 'OK';
    const key = `rx_${level.toLowerCase()}_action`;
    expect(await commandsOf({ [key]: 'beep' }, other, level)).toEqual([[], ['beep']]);
  });

  it('is looked up for the item, the value, the plugin; once before repeated', async () => {
    const keys = [
      'eth0_rx_ok_action',
      'eth0_rx_ok_action_repeat',
      'rx_ok_action',
      'rx_ok_action_repeat',
      'ok_action',
      'ok_action_repeat',
    ];
    for (let first = 0; first < keys.length; first += 1) {
      const section = Object.fromEntries(keys.slice(first).map((key) => [key, key]));
      expect(await commandsOf(section, 'OK')).toEqual([[keys[first]]]);
    }
  });

  it('keeps items apart', async () => {
    const { feed, ready } = rig({ rx_critical_action: 'beep {{name}}' });
    await ready;
    const item = (name: string, level: Value['level']) => ({ identity: name, level, served: { name } });
    expect(await feed(item('a', 'CRITICAL'), item('b', 'OK'))).toEqual(['beep a']);
    expect(await feed(item('a', 'CRITICAL'), item('b', 'CRITICAL'))).toEqual(['beep b']);
    expect(await feed(item('b', 'CRITICAL'))).toEqual([]);
    expect(await feed(item('a', 'CRITICAL'), item('b', 'CRITICAL'))).toEqual(['beep a']);
  });

  it('does not run in the first two refresh periods; a level that still holds then counts', async () => {
    const { feed, ready } = rig({ rx_critical_action: 'beep' }, { awake: false });
    await ready;
    const critical = { level: 'CRITICAL' } as const;
    expect([await feed(critical), await feed(critical), await feed(critical)]).toEqual([[], ['beep'], []]);
  });

  it('is not run for values that another one speaks for', async () => {
    const { actions, clock, taken, ready } = rig({ ok_action: 'beep' });
    await ready;
    const rule = { header: '', log: 'never' as const };
    actions.take('network', [{ ...verdict('network', { level: 'OK' }), rule }]);
    await clock.advance(0);
    expect(taken()).toEqual([]);
  });

  it('knows the values, the thresholds and the time', async () => {
    const { feed, ready } = rig({ rx_ok_action: 'x {{n}} {{careful}}/{{warning}}/{{critical}} {{time}}' });
    await ready;
    expect(await feed({ level: 'OK', served: { n: 1.5, critical: 'hidden' } })).toEqual([
      'x 1.5 50/70/90 2026-01-01T00:00:06',
    ]);
  });

  it('may be several commands, of which those after && wait for success', async () => {
    const fails = (argv: readonly string[]) =>
      Promise.resolve({ ...DONE, code: argv[0] === 'false' ? 1 : 0 });
    const { feed, ready } = rig({ rx_ok_action: 'false && a && b, c && d' }, { outcome: fails });
    await ready;
    expect(await feed({ level: 'OK' })).toEqual(['false', 'c', 'd']);
  });

  it('concerns only plugins that have one', () => {
    const { actions } = rig({ rx_ok_action: 'beep', rx_careful: '5' });
    expect([actions.concerns('network'), actions.concerns('cpu'), actions.concerns('moon')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('commands that take their time', () => {
  const slow = () => {
    const pending: Deferred<RunOutcome>[] = [];
    const outcome = () => {
      const deferred = defer<RunOutcome>();
      pending.push(deferred);
      return deferred.promise;
    };
    return { pending, outcome };
  };

  it('are not repeated meanwhile', async () => {
    const { pending, outcome } = slow();
    const { feed, ready } = rig({ rx_ok_action_repeat: 'beep' }, { outcome });
    await ready;
    const ok = { level: 'OK' } as const;
    expect([await feed(ok), await feed(ok), await feed(ok)]).toEqual([['beep'], [], []]);
    pending[0]?.resolve(DONE);
    expect(await feed(ok)).toEqual(['beep']);
  });

  it('keep the order of the levels of a value', async () => {
    const { pending, outcome } = slow();
    const { feed, ready, taken, clock } = rig(
      { rx_ok_action: 'fine', rx_critical_action: 'bad' },
      { outcome },
    );
    await ready;
    expect([await feed({ level: 'CRITICAL' }), await feed({ level: 'OK' })]).toEqual([['bad'], []]);
    pending[0]?.resolve(DONE);
    await clock.advance(0);
    expect(taken()).toEqual(['fine']);
  });

  it('are four at a time, and not more than a hundred wait', async () => {
    const { outcome } = slow();
    const { feed, ready, lines } = rig({ rx_ok_action: 'beep' }, { outcome });
    await ready;
    const items = Array.from(
      { length: 106 },
      (_, index) => ({ level: 'OK', identity: `i${index}` }) as const,
    );
    expect(await feed(...items)).toHaveLength(4);
    expect(lines).toEqual([
      'WARNING network_rx_ok_action (NETWORK_I104_RX OK) is not run: 100 actions are waiting already',
      'WARNING network_rx_ok_action (NETWORK_I105_RX OK) is not run: 100 actions are waiting already',
    ]);
  });
});

describe('the log', () => {
  it.each<[Partial<RunOutcome>, string]>([
    [{}, 'INFO action network_rx_ok_action (NETWORK_RX OK): beep ended with code 0'],
    [
      { stdout: 'a\nb\n' },
      String.raw`INFO action network_rx_ok_action (NETWORK_RX OK): beep ended with code 0: "a\nb"`,
    ],
    [
      { code: 3, stdout: 'x', stderr: 'no' },
      'WARNING action network_rx_ok_action (NETWORK_RX OK): beep ended with code 3: "no"',
    ],
    [
      { code: null, failure: 'beep is not installed' },
      'WARNING action network_rx_ok_action (NETWORK_RX OK): beep is not installed',
    ],
  ])('of %j', async (outcome, line) => {
    const { feed, ready, lines } = rig(
      { rx_ok_action: 'beep {{secret}}' },
      { outcome: { ...DONE, ...outcome } },
    );
    await ready;
    await feed({ level: 'OK', served: { secret: 'hunter2' } });
    expect(lines).toEqual([line]);
  });

  it('of much output is short', async () => {
    const { feed, ready, lines } = rig(
      { rx_ok_action: 'beep' },
      { outcome: { ...DONE, stdout: 'x'.repeat(9999) } },
    );
    await ready;
    await feed({ level: 'OK' });
    expect(lines[0]?.length).toBeLessThan(400);
  });
});

it('actions that cannot be run are named, and the others are', async () => {
  const { actions, feed, ready } = rig({
    rx_ok_action: 'beep | mail',
    rx_careful_action: 'beep',
    rx_warning_action: '',
  });
  await ready;
  expect(actions.problems()).toEqual([
    '[network] rx_ok_action is not run: | is for a shell, and there is none: put the command into a script, or the character into quotes.',
  ]);
  expect([await feed({ level: 'OK' }), await feed({ level: 'CAREFUL' })]).toEqual([[], ['beep']]);
});
