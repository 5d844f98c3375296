/** Servers that discover each other, in networks made for the tests. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { isInThisRun } from '../support/full-run.ts';
import { itInFull } from '../support/it-in-full.ts';
import { lacking } from '../support/live-tools.ts';
import { createLab, type Lab, LAB_NEEDS, type Machine, printed, type Running } from '../support/net-lab.ts';

const missing = lacking('servers that find each other in a network', LAB_NEEDS);
const ZEROCONF = '/usr/lib/python3/dist-packages/zeroconf/__init__.py';
const cannotAsk = missing ?? (existsSync(ZEROCONF) ? null : 'python3-zeroconf');
if (missing === null && cannotAsk !== null)
  console.warn(`skipped: another implementation of multicast DNS (needs ${cannotAsk})`);
const PEER = join(import.meta.dirname, '../support/mdns-peer.py');
const FLOOD = join(import.meta.dirname, '../support/mdns-flood.js');
const WITHIN = { timeout: 60_000, interval: 200 };

interface Row {
  name: string;
  ip: string;
  port: number;
  protocol: string;
  type: string;
  key: string;
  status: string;
}

describe.skipIf(missing !== null)('servers in one network', () => {
  let lab: Lab;
  let here: Machine;
  let there: Machine;

  /** On `here`, for all tests. */
  let hub: Awaited<ReturnType<Machine['agent']>>;

  beforeAll(async () => {
    lab = createLab(201);
    here = lab.machine('hub1');
    there = lab.machine('db1');
    hub = await here.agent({ argv: ['--browser'] });
  });
  afterAll(() => lab.remove());

  const stopAfter = <T extends Running>(program: T): T => {
    onTestFinished(() => void program.stop('SIGKILL'));
    return program;
  };
  const agentOn = async (machine: Machine, ...argv: string[]) => stopAfter(await machine.agent({ argv }));
  const foundBy = async (machine: Machine, port = 61_208): Promise<Row[]> => {
    const { body } = await machine.fetch(`http://127.0.0.1:${port}/api/4/serverslist`);
    return (body as Row[]).filter(({ type }) => type === 'DYNAMIC');
  };

  /** Announcements seen by another implementation. */
  const eventsOf = (peer: Running): Record<string, unknown>[] =>
    peer
      .printed()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  const foundByOthers = (port: number, protocol: string) => ({
    event: 'found',
    name: `db1:${port}._glances._tcp.local.`,
    addresses: [there.address],
    port,
    properties: { protocol, ...(protocol === 'rest' && { api: '5' }) },
    weight: 0,
    priority: 0,
  });

  it('find each other, over both protocols, and miss who says plannedStop, as others of the field do', async () => {
    const peer = cannotAsk === null ? stopAfter(here.run('/usr/bin/python3', PEER, 'browse')) : null;
    const [agent] = await Promise.all([agentOn(there, '--enable-rpc'), peer && printed(peer, /ready/)]);
    await vi.waitFor(async () => {
      const rows = await foundBy(here);
      expect(rows.map(({ name, port }) => `${name}:${port}`).toSorted()).toEqual([
        'db1:61208',
        'db1:61209',
        'hub1:61208',
      ]);
      expect(rows).toContainEqual(
        expect.objectContaining({
          name: 'db1',
          ip: there.address,
          port: 61_208,
          protocol: 'rest',
          key: 'db1:61208._glances._tcp.local.',
          status: 'ONLINE',
        }),
      );
    }, WITHIN);
    expect(agent.log()).toContain('Announced on the local network as db1:61208._glances._tcp.local.');
    if (peer !== null)
      await vi.waitFor(() => {
        expect(eventsOf(peer)).toContainEqual(foundByOthers(61_208, 'rest'));
        expect(eventsOf(peer)).toContainEqual(foundByOthers(61_209, 'rpc'));
      }, WITHIN);
    expect(await agent.stop()).toBe(0);
    await vi.waitFor(async () => {
      expect((await foundBy(here)).map(({ name }) => name)).toEqual(['hub1']);
    }, WITHIN);
    if (peer !== null)
      await vi.waitFor(() => {
        const lost = { event: 'lost', name: 'db1:61208._glances._tcp.local.' };
        expect(eventsOf(peer)).toContainEqual(lost);
      }, WITHIN);
  });

  it.skipIf(cannotAsk !== null)('find others of the field', async () => {
    const argv = ['announce', 'old1', there.address, '61209', 'rpc'];
    const peer = stopAfter(there.run('/usr/bin/python3', PEER, ...argv));
    await printed(peer, /ready/);
    await vi.waitFor(async () => {
      const row = (await foundBy(here)).find(({ name }) => name === 'old1');
      expect(row).toMatchObject({ ip: there.address, port: 61_209, protocol: 'rpc' });
    }, WITHIN);
    await peer.stop();
    await vi.waitFor(async () => {
      expect((await foundBy(here)).map(({ name }) => name)).not.toContain('old1');
    }, WITHIN);
  });

  itInFull('do not where one of them does not want to', async () => {
    await Promise.all([
      agentOn(here, '--browser', '-p', '61210', '--disable-autodiscover'),
      agentOn(there, '--disable-autodiscover'),
    ]);
    const loud = await agentOn(there, '-p', '61220');
    await vi.waitFor(async () => {
      const ports = (await foundBy(here)).map(({ port }) => port);
      expect(ports).toEqual(expect.arrayContaining([61_208, 61_220]));
    }, WITHIN);
    // Earlier announcements have been received.
    expect((await foundBy(here)).map(({ port }) => port).toSorted()).toEqual([61_208, 61_220]);
    expect(await foundBy(here, 61_210)).toEqual([]);
    // It says plannedStop, so that later tests are not affected.
    expect(await loud.stop()).toBe(0);
  });

  it.runIf(isInThisRun('more of discovery'))('of one name are told apart', async () => {
    const twin = lab.machine('db1');
    const agents = await Promise.all([agentOn(there), agentOn(twin)]);
    await vi.waitFor(async () => {
      const rows = (await foundBy(here)).filter(({ name }) => name.startsWith('db1'));
      expect(rows.map(({ name }) => name).toSorted()).toEqual(['db1', 'db1-2']);
      expect(rows.map(({ ip }) => ip).toSorted()).toEqual([there.address, twin.address].toSorted());
    }, WITHIN);
    for (const agent of agents) expect(await agent.stop()).toBe(0);
  });

  itInFull('stand whatever is sent to all of them', async () => {
    const attacker = lab.machine('attacker');
    const agent = await agentOn(there);
    await vi.waitFor(async () => expect(await foundBy(here)).toHaveLength(2), WITHIN);
    const flood = stopAfter(attacker.run(process.execPath, FLOOD, attacker.address, '6000'));
    await printed(flood, /sent/);
    const rows = await foundBy(here);
    // Some of the messages were plausible.
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.length).toBeLessThanOrEqual(4096);
    for (const { name, ip, protocol } of rows) {
      expect(name).toMatch(/^[^\p{C}]{1,255}$/u);
      // Mutated messages may name any other machine.
      expect(ip).toMatch(/^(?!0\.|127\.|169\.254\.|2(?:2[4-9]|[3-5]\d)\.)\d+\.\d+\.\d+\.\d+$/);
      expect(['rest', 'rpc']).toContain(protocol);
    }
    expect((await there.fetch('http://127.0.0.1:61208/api/4/status')).status).toBe(200);
    for (const one of [hub, agent]) {
      expect(residentMegabytes(one.pid)).toBeLessThan(300);
      expect(one.log()).not.toMatch(/ERROR|CRITICAL/);
      expect(await one.stop()).toBe(0);
    }
  });
});

describe.skipIf(missing !== null)('a server', () => {
  itInFull('without a network says so once, and is announced when there is one', async () => {
    const lab = createLab(202);
    onTestFinished(() => lab.remove());
    const lonely = lab.machine('lonely', { isAlone: true });
    const agent = await lonely.agent();
    await vi.waitFor(() => expect(agent.log()).toContain('No network for finding servers'), WITHIN);
    expect((await lonely.fetch('http://127.0.0.1:61208/api/4/status')).status).toBe(200);
    expect(agent.log().match(/No network/g)).toHaveLength(1);
    lonely.plugIn();
    await vi.waitFor(() => expect(agent.log()).toContain('as lonely:61208._glances'), WITHIN);
    expect(await agent.stop()).toBe(0);
  });

  it.runIf(isInThisRun('more of discovery'))('on its own address only is not announced', async () => {
    const lab = createLab(203);
    onTestFinished(() => lab.remove());
    const here = lab.machine('hub1');
    const there = lab.machine('db1');
    await here.agent({ argv: ['--browser'] });
    await there.agent({ argv: ['-B', '127.0.0.1'] });
    await there.agent({ argv: ['-B', there.address, '-p', '61220'] });
    await vi.waitFor(async () => {
      const { body } = await here.fetch('http://127.0.0.1:61208/api/4/serverslist');
      const ports = (body as Row[]).filter(({ name }) => name === 'db1').map(({ port }) => port);
      expect(ports).toEqual([61_220]);
    }, WITHIN);
  });
});

const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
