/** Events as Docker 20.10 and Podman 4.3 sent them for containers named after their fate. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../../test/support/fake-clock.ts';
import type { Dialect } from './dialect.ts';
import { docker } from './docker-dialect.ts';
import { createEndings, type Endings, type LifeEvent, SETTLE_MS } from './endings.ts';
import { podman } from './podman-dialect.ts';

const FOLDER = new URL('../../../../test/fixtures/container-events/', import.meta.url);

function eventsOf(dialect: Dialect, file: string): LifeEvent[] {
  const lines = readFileSync(new URL(file, FOLDER), 'utf8').trim().split('\n');
  return lines.flatMap((line) => {
    const event = dialect.parseEvent(JSON.parse(line));
    return event === null || event === 'images' ? [] : event;
  });
}

async function settled(events: readonly LifeEvent[]): Promise<Endings> {
  const clock = createFakeClock();
  const endings = createEndings(clock);
  for (const event of events) endings.note(event);
  await clock.advance(SETTLE_MS);
  return endings;
}

const DOCKER = eventsOf(docker, 'docker-20.10.jsonl');
const PODMAN = eventsOf(podman, 'podman-4.3.jsonl');

describe.each([
  ['docker', DOCKER],
  ['podman', PODMAN],
])('recorded events of %s', (engine, events) => {
  it.each([
    ['crash', false],
    ['oom', false],
    ['selfkill', false],
    ['stopped', true],
    ['termed', true],
    ['killed', true],
    // They run again, were removed, or never were.
    ['restarted', null],
    ['removed', null],
    ['rmjob', null],
    ['unheard of', null],
  ])('say whether the end of "%s" was planned: %s', async (name, planned) => {
    const endings = await settled(events);
    expect(endings.isPlanned(name)).toBe(planned);
    // A stream that was interrupted repeats the last events.
    for (const event of events) endings.note(event);
    if (planned !== false) expect(endings.isPlanned(name)).toBe(planned);
  });

  it('say nothing of an end before its last event can have come', () => {
    const endings = createEndings(createFakeClock());
    for (const event of events) endings.note(event);
    expect(endings.isPlanned('crash')).toBeNull();
    expect(endings.isPlanned(engine === 'docker' ? 'stopped' : 'clik')).toBe(true);
  });
});

it('what was long ago is known at once', () => {
  const clock = createFakeClock(Date.UTC(2026, 11, 1));
  const endings = createEndings(clock);
  for (const event of DOCKER) endings.note(event);
  expect(endings.isPlanned('crash')).toBe(false);
});

it('an end together with its engine is planned', async () => {
  const endings = await settled(DOCKER);
  expect(endings.isPlanned('plain')).toBe(true);
});

it.each([
  ['by the command line program of Podman, killed', 'clik', true],
  ['by the command line program of Podman, stopped', 'clis', true],
  ['whose process was killed by somebody else', 'pid1', false],
])('a container %s', async (_, name, planned) => {
  expect((await settled(PODMAN)).isPlanned(name)).toBe(planned);
});

describe('requests', () => {
  const event = (action: LifeEvent['action'], at: number): LifeEvent => ({ container: 'web', action, at });

  it.each<[string, LifeEvent[], boolean]>([
    ['long before the end are of another one', [event('kill', 0), event('die', 61_000)], false],
    ['of before the last start are over', [event('kill', 0), event('start', 5), event('die', 9)], false],
    ['may be reported after the end', [event('die', 1000), event('stop', 1100)], true],
    ['are not those that end nothing', [event('other', 0), event('die', 1000)], false],
    [
      'cause two cleanups',
      [event('die', 0), event('cleanup', 5), event('cleanup', 5), event('cleanup', 9)],
      true,
    ],
    [
      'do not cause the cleanup of later',
      [event('die', 0), event('cleanup', 5), event('cleanup', 60_000)],
      false,
    ],
  ])('%s', async (_, events, planned) => {
    expect((await settled(events)).isPlanned('web')).toBe(planned);
  });

  it('to reload a configuration are none', () => {
    const kill = (signal: string) =>
      docker.parseEvent({
        Type: 'container',
        Action: 'kill',
        Actor: { ID: 'web', Attributes: { signal } },
        timeNano: 5e6,
      });
    expect(kill('1')).toEqual({ container: 'web', action: 'other', at: 5 });
    expect(kill('15')).toEqual({ container: 'web', action: 'kill', at: 5 });
  });
});

it('containers that are gone are forgotten, and there are never too many', async () => {
  const endings = await settled(DOCKER);
  endings.keep(new Set(['stopped']));
  expect([endings.isPlanned('stopped'), endings.isPlanned('killed')]).toEqual([true, null]);
  for (let index = 0; index < 10_000; index += 1)
    endings.note({ container: `c${index}`, action: 'kill', at: index });
  expect(endings.isPlanned('stopped')).toBeNull();
});
