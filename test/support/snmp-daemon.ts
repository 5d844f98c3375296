/** A real snmpd with a configuration of its own, on a free port of the loopback interface. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createSnmpReader, type SnmpOptions } from '../../src/measure/snmp/read-snmp.ts';
import { freeUdpPort } from './free-port.ts';
import { scratchFolder } from './live-tools.ts';

export interface SnmpDaemon {
  port: number;
  /** Default: version 2c. */
  options(more?: Partial<SnmpOptions>): SnmpOptions;
  stop(): Promise<void>;
}

const START_MS = 20_000;

/**
 * Knows the community `lab`, and the user `reader` with the keys `authsecret` and `privsecret`. Ends with the test.
 * @param atEnd that of the context, where tests are concurrent
 */
export async function startSnmpd(atEnd = onTestFinished): Promise<SnmpDaemon> {
  const folder = scratchFolder();
  const port = await freeUdpPort();
  const lines = [
    'rocommunity lab',
    `agentaddress udp:127.0.0.1:${port}`,
    'sysName lab-host',
    'createUser reader SHA "authsecret" AES "privsecret"',
    'rouser reader auth',
  ];
  writeFileSync(join(folder.path, 'snmpd.conf'), `${lines.join('\n')}\n`);
  const child = spawn('snmpd', ['-f', '-Le', '-C', '-c', join(folder.path, 'snmpd.conf')], {
    stdio: 'ignore',
    env: { PATH: process.env['PATH'], SNMP_PERSISTENT_DIR: folder.path, SNMPCONFPATH: folder.path, MIBS: '' },
  });
  const ended = once(child, 'close');
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
    folder.remove();
  };
  atEnd(stop);
  const options: SnmpDaemon['options'] = (more = {}) => ({
    host: '127.0.0.1',
    port,
    version: '2c',
    community: 'lab',
    user: 'reader',
    auth: 'authsecret',
    timeoutMs: 3000,
    ...more,
  });
  const end = performance.now() + START_MS;
  for (;;) {
    const problem = await createSnmpReader(options({ timeoutMs: 750 }))
      .read()
      .catch((error: unknown) => error);
    if (!(problem instanceof Error)) return { port, options, stop };
    if (performance.now() > end) throw problem;
  }
}
