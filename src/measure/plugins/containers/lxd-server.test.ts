import { plain } from '../../../core/said.ts';
import { join } from 'node:path';
import { anything, assert, jsonValue, property } from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createFakeClock } from '../../../../test/support/fake-clock.ts';
import { optionsFrom } from '../../../../test/support/step-plugin.ts';
import { temporaryTree } from '../../../../test/support/temporary-directory.ts';
import { createHost } from '../../host/local-host.ts';
import type { Json } from '../../../core/served.ts';
import plugin from './containers.ts';
import { ServiceError } from '../../../core/service-error.ts';
import { cgroupName, parseInstances, parseServer, parseState, statePath } from './lxd-instance.ts';
import { createLxd } from './lxd.ts';
import { SERVER, instance, serveLxd, LIST, setUp } from '../../../../test/support/lxd-rig.ts';

/** None for an unknown form. */
function instancesIn(
  ...[body, server]: Parameters<typeof parseInstances>
): ReturnType<typeof parseInstances> {
  try {
    return parseInstances(body, server);
  } catch (error) {
    expect(error).toBeInstanceOf(ServiceError);
    return [];
  }
}

describe('a server', () => {
  it('that fails once is asked again; after the second time what was known is marked', async () => {
    const { lxd, clock, engine, sample } = await setUp();
    lxd.answers.set(LIST, [instance('a', { status: 'Stopped' })]);
    expect((await sample()).containers).toHaveLength(1);
    lxd.answers.delete(LIST);
    expect(await sample()).toMatchObject({
      containers: [{ name: 'a', engineState: 'answers' }],
      problems: [],
    });
    await vi.waitFor(() =>
      expect(engine.poll()).toMatchObject({
        containers: [{ name: 'a', engineState: 'silent', usage: null }],
        problems: [{ values: { text: expect.stringContaining('404') } }],
      }),
    );
    lxd.answers.set(LIST, [instance('b', { status: 'Stopped' })]);
    await clock.advance(60_000);
    await vi.waitFor(() =>
      expect(engine.poll()).toMatchObject({
        containers: [{ name: 'b', engineState: 'answers' }],
        problems: [],
      }),
    );
  });

  it('that stops is not there any more, and found when it is back', async () => {
    const { folder, lxd, engine, sample } = await setUp();
    lxd.answers.set(LIST, [instance('a', { status: 'Stopped' })]);
    expect((await sample()).containers).toHaveLength(1);
    await lxd.stop();
    expect(engine.poll()).toMatchObject({ containers: [], found: 0, problems: [] });
    expect(engine.poll().missing).toContain(join(folder, 'unix.socket'));
    const next = await serveLxd(join(folder, 'unix.socket'));
    next.answers.set(LIST, [instance('b', { status: 'Stopped' })]);
    engine.poll();
    await engine.settling();
    expect(engine.poll().containers.map(({ name }) => name)).toEqual(['b']);
  });

  it('that hangs is asked once, and waited for only a moment', async () => {
    const { lxd, clock, engine } = await setUp();
    lxd.intercept = () => true;
    engine.poll();
    await vi.waitFor(() => expect(lxd.asked).toEqual(['/1.0']));
    expect(engine.settling()).not.toBeNull();
    await clock.advance(2000);
    engine.poll();
    expect(engine.settling()).toBeNull();
    expect(lxd.asked).toEqual(['/1.0']);
  });

  it.each([
    [
      'refuses the connection',
      () => Promise.reject(new ServiceError('no permission to read x', { code: 'EACCES' })),
    ],
    ['does not trust us', () => Promise.resolve({ metadata: { auth: 'untrusted' } })],
  ])('that %s is named with what to do', async (_, getJson) => {
    const clock = createFakeClock();
    const unasked = () => expect.fail('LXD gives out no log, and its version with its state');
    const service = () => ({
      state: () => 'present' as const,
      getJson,
      getHeaders: unasked,
      getStart: unasked,
      follow: () => () => {},
    });
    const host = { ...createHost({ env: { LXD_DIR: '/x/' }, clock }), service };
    const engine = createLxd({ host, options: optionsFrom(plugin, {}) as never, onChange: () => {} });
    engine.poll();
    await engine.settling();
    const { problems, found } = engine.poll();
    expect(found).toBe(0);
    expect(plain(problems[0] ?? '')).toBe(
      "no permission to read /x/unix.socket: add the agent's user to group lxd, or run the agent as root",
    );
    expect(plain(problems.at(-1) ?? '')).toContain(
      "/var/lib/incus/unix.socket: add the agent's user to group incus-admin",
    );
  });

  it('is shown once when two paths lead to it, and beside another that calls its instances the same', async () => {
    const root = temporaryTree({ 'var/lib/lxd/x': '', 'var/lib/incus/x': '' });
    const sockets = ['var/lib/lxd', 'var/lib/incus'].map((at) => join(root, at, 'unix.socket'));
    const servers = await Promise.all(sockets.map(serveLxd));
    const names = async (fingerprints: string[]): Promise<(string | undefined)[]> => {
      servers.forEach(({ answers }, index) => {
        const environment = { certificate_fingerprint: fingerprints[index] };
        answers.set('/1.0', { ...SERVER, environment }).set(LIST, [instance('a', { status: 'Stopped' })]);
      });
      const host = createHost({ root, env: {}, clock: createFakeClock() });
      const engine = createLxd({ host, options: optionsFrom(plugin, {}) as never, onChange: () => {} });
      engine.poll();
      await engine.settling();
      return engine.poll().containers.map(({ id }) => id);
    };
    expect(await names(['f', 'f'])).toEqual(['a']);
    expect(await names(['f', 'g'])).toEqual(['a', 'a@/var/lib/incus/unix.socket']);
    expect(await names(['', ''])).toEqual(['a', 'a@/var/lib/incus/unix.socket']);
  });

  it('is looked for where LXD and Incus have their sockets', () => {
    const places = (env: Record<string, string>) =>
      createLxd({
        host: createHost({ root: temporaryTree(), env }),
        options: optionsFrom(plugin, {}) as never,
        onChange: () => {},
      }).poll().missing;
    const usual = ['/var/snap/lxd/common/lxd', '/var/lib/lxd', '/var/lib/incus'].map(
      (at) => `${at}/unix.socket`,
    );
    expect(places({})).toEqual(usual);
    expect(places({ LXD_DIR: '/var/lib/lxd' })).toEqual(['/var/lib/lxd/unix.socket', usual[0], usual[2]]);
  });
});

describe('answers of any form', () => {
  it('are read', () => {
    const server = parseServer({});
    assert(
      property(anything(), jsonValue(), (first, second) => {
        for (const body of [
          first as Json,
          second as Json,
          { metadata: first as Json },
          { metadata: [second as Json] },
        ]) {
          const from = parseServer(body);
          expect(from.listPath).toMatch(/^\/1\.0\/\w+\?/);
          for (const one of instancesIn(body, server)) {
            expect(statePath(one, from)).toMatch(/^\/1\.0\/containers\/[^/?#]+\/state(\?project=[^&#]*)?$/);
            expect(cgroupName(one)).toMatch(/^lxc\.payload\./);
          }
          expect(parseState(body).pid).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});
