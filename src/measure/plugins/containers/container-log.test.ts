import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { DOCKER, PODMAN, setUp } from '../../../../test/support/container-rig.ts';
import {
  dockerContainer,
  type FakeContainer,
  idOf,
  serveEngine,
} from '../../../../test/support/fake-docker.ts';
import { createContainerReader } from '../../../explain/logs/containers.ts';
import type { ContainerOutput } from './engine.ts';
import type { SourceReading } from '../../../explain/logs/reading.ts';
import { linesIn, parseContainerLine } from './container-log.ts';

const FROM = Date.parse('2026-11-26T14:00:00Z');
const TO = FROM + 900_000;
const { signal } = new AbortController();

/** A frame of Docker's streams: 2 is standard error. */
function frame(text: string, length = Buffer.byteLength(text), output = 2): Buffer {
  const header = Buffer.from([output, 0, 0, 0, 0, 0, 0, 0]);
  header.writeUInt32BE(length, 4);
  return Buffer.concat([header, Buffer.from(text)]);
}
const stamped = (second: number, text: string): string =>
  `${new Date(FROM + second * 1000).toISOString().replace('Z', '807123Z')} ${text}`;

interface Engine {
  container?: FakeContainer;
  /** Body of the log by the parameter `tail`. */
  log(tail: string, response: ServerResponse): Buffer | string | null;
  kind?: 'docker' | 'podman';
  /** Limit of requests. */
  limitMs?: number;
}

async function rig({ container = dockerContainer('web'), log, kind = 'docker', limitMs }: Engine) {
  const plugins = setUp({}, {}, limitMs);
  const engine = await serveEngine(plugins.at(kind === 'docker' ? DOCKER : PODMAN), kind);
  const { listed, details } = container;
  engine.containers = [{ listed: { ...listed, ...(kind === 'podman' && { Names: ['web'] }) }, details }];
  engine.intercept = (path, response) => {
    if (!path.includes('/logs?')) return false;
    const body = log(new URL(path, 'http://x').searchParams.get('tail') ?? '', response);
    if (body !== null) response.end(body);
    return true;
  };
  await plugins.read();
  const read = createContainerReader(async () => plugins.latest());
  return {
    engine,
    read: (name = 'web', output: ContainerOutput | null = 'stderr'): Promise<SourceReading> =>
      read(name, { from: FROM, to: TO, output, signal }),
  };
}

const tty = dockerContainer('web', { more: { Config: { Tty: true } } });

describe('the log of a container', () => {
  it.each(['docker', 'podman'] as const)('is one output of that time, from %s', async (kind) => {
    const texts = [
      stamped(-1, 'before'),
      stamped(1, 'one'),
      'no time',
      stamped(2, 'two\r'),
      stamped(901, 'after'),
    ];
    const { engine, read } = await rig({
      kind,
      log: () => Buffer.concat(texts.map((text) => frame(`${text}\n`))),
    });
    expect(await read()).toEqual({
      source: 'container',
      state: 'read',
      reason: null,
      lines: ['one', 'two'].map((text, at) => ({
        time: FROM + (at + 1) * 1000,
        text,
        origin: 'container',
        name: 'web',
        priority: null,
        output: 'stderr',
      })),
    });
    const asked = engine.asked.filter((path) => path.includes('/logs'));
    expect(asked).toEqual(
      // Its end reaches back before that time.
      [`/containers/${idOf('web')}/logs?stdout=false&stderr=true&timestamps=true&tail=1000`],
    );
  });

  it('is both outputs, told apart, in their order', async () => {
    const { engine, read } = await rig({
      log: () =>
        Buffer.concat([
          frame(`${stamped(1, 'one')}\n`, undefined, 1),
          frame(stamped(2, 'tw')),
          frame(`${stamped(2, 'three')}\n`, undefined, 1),
          frame('o\n'),
        ]),
    });
    const { lines } = await read('web', null);
    expect(lines.map(({ output, text }) => [output, text])).toEqual([
      ['stdout', 'one'],
      ['stdout', 'three'],
      ['stderr', 'two'],
    ]);
    expect(engine.asked.findLast((path) => path.includes('/logs'))).toBe(
      `/containers/${idOf('web')}/logs?stdout=true&stderr=true&timestamps=true&since=${FROM / 1000}&until=${TO / 1000}&tail=all`,
    );
  });

  it('has no frames where there is a terminal', async () => {
    const { engine, read } = await rig({ container: tty, log: () => `${stamped(1, 'typed')}\r\n` });
    expect((await read()).lines.map(({ text }) => text)).toEqual(['typed']);
    expect(engine.asked.at(-1)).toContain('stdout=true&stderr=false');
  });

  it('is its last 500 lines, of which an engine reads no more than the end', async () => {
    const texts = Array.from({ length: 550 }, (_, at) => frame(`${stamped(at, `line ${at}`)}\n`));
    const { engine, read } = await rig({ log: () => Buffer.concat(texts) });
    const { lines } = await read();
    expect([lines.length, lines[0]?.text, lines.at(-1)?.text]).toEqual([500, 'line 50', 'line 549']);
    expect(engine.asked.filter((path) => path.includes('/logs'))).toHaveLength(1);
  });

  it('is cut in bytes, and between lines', async () => {
    const long = frame(`${stamped(1, 'x'.repeat(700_000))}\n`);
    const { read } = await rig({ log: () => Buffer.concat([long, long]) });
    const { lines, reason } = await read();
    expect(lines).toHaveLength(1);
    expect(reason).toContain('longer than 1 MiB');
  });

  it('has its end where the engine is slow with all of it', async () => {
    const { read } = await rig({
      log: (tail) => (tail === 'all' ? null : frame(`${stamped(1, 'end')}\n`)),
      limitMs: 500,
    });
    expect(await read()).toMatchObject({
      state: 'read',
      reason: 'its log is long: only its last 1000 lines were read',
      lines: [{ text: 'end' }],
    });
  });

  it('is unreadable where the engine says so, empty where nothing was logged', async () => {
    const refusing = await rig({
      log(_, response) {
        response.statusCode = 501;
        return JSON.stringify({ message: 'configured logging driver does not support reading' });
      },
    });
    expect(await refusing.read()).toMatchObject({
      state: 'unreadable',
      reason: expect.stringContaining('does not support reading') as string,
    });
    expect(await (await rig({ log: () => '' })).read()).toMatchObject({ state: 'empty', reason: null });
  });

  it.each(['db', '../../images/json', 'web?x=1', '', '__proto__', idOf('web')])(
    'of a name that is not in the list is asked for nowhere: %j',
    async (name) => {
      const { engine, read } = await rig({ log: () => expect.fail('asked') });
      expect(await read(name)).toMatchObject({
        state: 'absent',
        reason: expect.stringContaining('no container') as string,
      });
      expect(engine.asked.some((path) => path.includes('logs'))).toBe(false);
    },
  );
});

describe('without an engine', () => {
  const asked = { from: FROM, to: TO, output: null, signal };

  it('it is absent', async () => {
    const plugins = setUp();
    await plugins.read().catch(() => {});
    expect(await createContainerReader(async () => plugins.latest())('web', asked)).toMatchObject({
      state: 'absent',
      reason: expect.stringContaining('no container engine found') as string,
    });
  });

  it('and without plugins that read containers, it says so', async () => {
    expect(await createContainerReader(async () => null)('web', asked)).toMatchObject({
      state: 'absent',
      reason: expect.stringContaining('are disabled') as string,
    });
  });
});

describe('parts of a stream', () => {
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['two frames', Buffer.concat([frame('a\n'), frame('b\n')]), 'a', 'b'],
    ['a line in two frames', Buffer.concat([frame('a'), frame('b\n')]), 'ab'],
    ['a frame that is cut', frame('abc', 1000), 'abc'],
    ['a header that is cut', Buffer.concat([frame('a'), Buffer.from([2, 0, 0])]), 'a'],
    ['bytes behind the frames', Buffer.concat([frame('a'), Buffer.from('garbage!')]), 'a'],
    ['empty frames', Buffer.alloc(80)],
    ['a text', Buffer.from('2026 text'), '2026 text'],
  ])('%s', (_, body, ...lines) => {
    expect([...linesIn(body)].map(([, line]) => line)).toEqual(lines);
  });

  it.each(['', ' x', 'x', 'yesterday x', `${'1'.repeat(100)} x`])('%j is no line', (line) => {
    expect(parseContainerLine(line, 'stdout')).toBeNull();
  });
});
