/** Cost of exporting all plugins every two seconds: an agent that exports, compared with one that samples equally and sends nothing. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { OWN, pause, startBuild } from '../child.ts';
import { digits, type Figure } from '../figure.ts';

const PORT = 61_402;
const SECONDS = 30;
/** After the first optimizations. */
const WARM_SECONDS = 10;
const REACH_PERCENT = 1;

/** Accepts everything, as InfluxDB does. */
async function takingServer(): Promise<{ port: number; requests(): number; close(): void }> {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    request.resume().once('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { port, requests: () => requests, close: () => void server.close() };
}

export async function measureExportShare(): Promise<Figure> {
  const target = await takingServer();
  const folder = mkdtempSync(join(tmpdir(), 'gander-bench-'));
  const file = join(folder, 'gander.conf');
  const section = (name: string): string => `[${name}]\nhost=127.0.0.1\nport=${target.port}\npath=/\n`;
  writeFileSync(file, section('influxdb') + section('restful'));
  const flags = ['--disable-archive', '--disable-plugin', 'alert', '-C', file];
  const sending = await startBuild(OWN, PORT, [...flags, '--export', 'influxdb,restful']);
  const silent = await startBuild(OWN, PORT + 1, flags);
  // Requests the plugins that exporters read.
  const awake = setInterval(
    () =>
      void fetch(`http://127.0.0.1:${PORT + 1}/api/4/all`, { method: 'HEAD' }).then((reply) =>
        reply.arrayBuffer(),
      ),
    2000,
  );
  try {
    await pause(WARM_SECONDS * 1000);
    const before = [sending.cpuMs(), silent.cpuMs(), target.requests()] as const;
    await pause(SECONDS * 1000);
    const [own, peer] = [sending.cpuMs() - before[0], silent.cpuMs() - before[1]].map(
      (ms) => ms / SECONDS / 10,
    );
    const share = own! - peer!;
    return {
      name: 'Export of all plugins each 2 s to influxdb and restful, share of one core',
      value: `${digits(share)} % more (${digits(own!)} % in all), ${target.requests() - before[2]} requests`,
      peer: `the same sampling and /all: ${digits(peer!)} %`,
      reach: `≤ ${REACH_PERCENT} % more`,
      isReached: share <= REACH_PERCENT && target.requests() > before[2],
    };
  } finally {
    clearInterval(awake);
    await sending.stop();
    await silent.stop();
    target.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
