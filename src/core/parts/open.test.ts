import { describe, expect, it } from 'vitest';
import { openParts, PlanError, planOf } from './open.ts';
import { contribution, definePart, pieceOf } from './part.ts';
import { createHeldSignal, createSignal } from './signal.ts';
import { Absent, Failed, give, Off, off, optional, orOff, service, viewOf } from './service.ts';

const Journal = service<{ lines: string[] }>('journal');
const Notes = service<{ all(): string[] }>('notes');
const Boards = service<string>('boards');

const journal = definePart({ name: 'journal', provides: Journal, open: () => ({ lines: ['a'] }) });
const notes = definePart({
  name: 'notes',
  needs: { journal: Journal },
  provides: Notes,
  open: ({ journal: { lines } }) => ({ all: () => lines }),
});

describe('a plan', () => {
  it('has parts behind those that they need', () => {
    expect([...planOf([notes, journal]).keys()].map(({ name }) => name)).toEqual(['journal', 'notes']);
  });

  it('names what is missing, given twice, or circular', () => {
    const other = definePart({
      name: 'other',
      needs: { notes: Notes },
      provides: Journal,
      open: () => ({ lines: [] }),
    });
    expect(() => planOf([notes])).toThrow(new PlanError('notes needs journal, which nothing provides'));
    expect(() => planOf([notes, journal, journal])).toThrow('two parts provide journal');
    expect(() => planOf([notes, other])).toThrow('notes -> other -> notes');
    expect([...planOf([notes], [give(Journal, { lines: [] })])]).toEqual([[notes, []]]);
  });
});

describe('parts', () => {
  it('open side by side, and stop in reverse', async () => {
    const told: string[] = [];
    const slow = (name: string, ...needs: readonly (typeof Journal)[]) =>
      definePart({
        name,
        needs: Object.fromEntries(needs.map((need, index) => [index, need])),
        provides: service<null>(name),
        async open(_, scope) {
          told.push(`${name} opens`);
          await new Promise((resolve) => setTimeout(resolve, 5));
          scope.onStart(() => told.push(`${name} starts`));
          scope.onStop(() => told.push(`${name} stops`));
          return null;
        },
      });
    const running = await openParts([slow('b', Journal), slow('c', Journal), journal]);
    await running.start();
    await running.stop();
    expect(told).toEqual(['b opens', 'c opens', 'b starts', 'c starts', 'c stops', 'b stops']);
    expect(running.states().map(({ state }) => state)).toEqual(['stopped', 'stopped', 'stopped']);
  });

  it('are off with those that they need, and say why', async () => {
    const none = definePart({ name: 'journal', provides: Journal, open: () => off('there is no folder') });
    const running = await openParts([none, notes]);
    expect(running.states()).toMatchObject([
      { name: 'journal', state: 'off', reason: 'there is no folder' },
      { name: 'notes', state: 'off', reason: 'journal: there is no folder' },
    ]);
    expect([running.get(optional(Notes)), running.get(orOff(Journal))]).toEqual([
      null,
      off('there is no folder'),
    ]);
    expect(() => running.get(Notes)).toThrow('notes: journal: there is no folder');
    expect(running.lackOf(Boards)).toBeInstanceOf(Absent);
  });

  it('that break do not end the others', async () => {
    const stopped: string[] = [];
    const problems: string[] = [];
    const broken = definePart({
      name: 'boards',
      provides: Boards,
      open(_, scope) {
        scope.onStop(() => stopped.push('half'));
        throw new Error('no permission');
      },
    });
    const running = await openParts([broken, journal], {
      onProblem: (name, reason) => problems.push(`${name}: ${reason}`),
    });
    expect(running.lackOf(Boards)).toBeInstanceOf(Failed);
    expect(running.lackOf(Journal)).toBeNull();
    expect([stopped, problems]).toEqual([['half'], ['boards: no permission']]);
  });

  it('that are essential end the start, with what is open', async () => {
    const stopped: string[] = [];
    const first = definePart({
      name: 'first',
      provides: Boards,
      open(_, scope) {
        scope.onStop(() => stopped.push('first'));
        return '';
      },
    });
    const error = new Error('no such host');
    const essential = definePart({
      name: 'host',
      isEssential: true,
      needs: { boards: Boards },
      open: () => Promise.reject(error),
    });
    await expect(openParts([first, essential])).rejects.toBe(error);
    expect(stopped).toEqual(['first']);
  });

  it('that are essential cannot do without what failed, but without what is off', async () => {
    const essential = definePart({ name: 'http', isEssential: true, needs: { boards: Boards } });
    const failed = definePart({
      name: 'boards',
      provides: Boards,
      open: () => Promise.reject(new Error('no permission')),
    });
    await expect(openParts([failed, essential])).rejects.toThrow('no permission');
    const none = definePart({ name: 'boards', provides: Boards, open: () => off('not wanted') });
    const { states } = await openParts([none, essential]);
    expect(states()).toMatchObject([{ state: 'off' }, { name: 'http', state: 'off' }]);
  });

  it('that fail at their start are unavailable from then on, and stopped', async () => {
    const stopped: string[] = [];
    const failing = definePart({
      name: 'boards',
      provides: Boards,
      open(_, { onStart, onStop }) {
        onStart(() => Promise.reject(new Error('port in use')));
        onStop(() => stopped.push('boards'));
        return 'b';
      },
    });
    const running = await openParts([failing]);
    await running.start();
    expect(running.states()).toMatchObject([{ name: 'boards', state: 'failed', reason: 'port in use' }]);
    expect([running.lackOf(Boards), stopped]).toEqual([new Failed('port in use'), ['boards']]);
  });

  it('that hang have their time to stop', async () => {
    const problems: string[] = [];
    const hanging = definePart({
      name: 'disk',
      open: (_, scope) => scope.onStop(() => new Promise(() => {})),
    });
    const running = await openParts([hanging], {
      stopMs: 5,
      onProblem: (_, reason) => problems.push(reason),
    });
    await running.stop();
    expect(problems).toEqual(['does not stop within 5 ms']);
  });

  it('see pieces of services, and fakes of tests', async () => {
    const First = service<string>('first line');
    const shout = definePart({
      name: 'shout',
      needs: { first: First, count: viewOf(Journal, ({ lines }) => lines.length) },
      provides: Boards,
      open: ({ first, count }) => `${first}! ${count}`,
    });
    const piece = pieceOf(First, Journal, ({ lines }) => lines[0] ?? off('no lines'));
    const { get } = await openParts([piece, shout], { given: [give(Journal, { lines: ['x'] })] });
    expect(get(Boards)).toBe('x! 1');
    const empty = await openParts([piece, shout], { given: [give(Journal, { lines: [] })] });
    expect(empty.lackOf(Boards)).toBeInstanceOf(Off);
  });

  it('that open while the program ends are stopped, too', async () => {
    const told: string[] = [];
    const late = definePart({
      name: 'late',
      async open(_, scope) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        scope.onStop(() => told.push('late stops'));
      },
    });
    await openParts([late], { atEnd: (stop) => void stop() });
    expect(told).toEqual(['late stops']);
  });

  it('that collect open last and stop first', async () => {
    const told: string[] = [];
    const Words = contribution<string>('words');
    const api = definePart({
      name: 'api',
      collects: [Words],
      open(_, { parts, services, onStop }) {
        told.push(...Words.in(parts), services.get(Boards));
        onStop(() => told.push('api stops'));
      },
    });
    const boards = definePart({
      name: 'boards',
      provides: Boards,
      brings: [Words.of('a')],
      open(_, { onStop }) {
        onStop(() => told.push('boards stops'));
        return 'b';
      },
    });
    const running = await openParts([api, boards]);
    await running.stop();
    expect(told).toEqual(['a', 'b', 'api stops', 'boards stops']);
  });

  it('bring things along', () => {
    const Words = contribution<string>('words');
    const Others = contribution<number>('numbers');
    const part = definePart({ name: 'x', brings: [Words.of('a', 'b'), Others.of(1)] });
    expect([Words.in([part, part]), Others.in([part])]).toEqual([['a', 'b', 'a', 'b'], [1]]);
  });
});

describe('a signal', () => {
  it('reaches all listeners at once, and waits for them', async () => {
    const { on, emit } = createSignal<string>();
    const told: string[] = [];
    const end = on(async (word) => {
      told.push(word);
      await Promise.resolve();
      told.push(`${word} later`);
    });
    on((word) => told.push(`second ${word}`));
    const sent = emit('a');
    expect(told).toEqual(['a', 'second a']);
    await sent;
    end();
    await emit('b');
    expect(told).toEqual(['a', 'second a', 'a later', 'second b']);
  });

  it('of a part waits until all parts have started, in order', async () => {
    const told: string[] = [];
    const Words = service<ReturnType<typeof createHeldSignal<string>>>('words');
    const source = definePart({
      name: 'source',
      provides: Words,
      open(_, scope) {
        const words = createHeldSignal<string>(scope);
        void words.emit('while parts open');
        scope.onStart(() => void words.emit('while they start'));
        return words;
      },
    });
    const listener = definePart({
      name: 'listener',
      needs: { words: Words },
      open: ({ words }) => void words.on((word) => told.push(word)),
    });
    const { start, get } = await openParts([source, listener]);
    expect(told).toEqual([]);
    await start();
    void get(Words).emit('later');
    expect(told).toEqual(['while parts open', 'while they start', 'later']);
  });
});
