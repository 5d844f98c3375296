/** The built agent as a separate process on this machine. `scripts/ensure.js` builds it. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import http from 'node:http';
import { fileURLToPath } from 'node:url';
import { agentProgram } from './agent-program.ts';
import { spawnAgent } from './spawn-agent.ts';
import type { PluginReport } from '../../src/api/values/plugin-states-route.ts';
import { NO_HOME } from './no-home.ts';
import { CLOCK_ENVIRONMENT } from './run-clock.ts';

export const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
/** Downloads of tests and differing pictures, which are kept, unlike all other files of a run. */
export const CACHE = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));
export { PROGRAM } from './agent-program.ts';

export interface Reply {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
  /** From the request to the last byte. */
  ms: number;
}

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stderr: string;
}

export interface LiveAgent {
  pid: number;
  port: number;
  /** A request on a connection that stays open. */
  request(path: string, method?: string, headers?: Record<string, string>): Promise<Reply>;
  /** The JSON of `GET /api/4<path>`; throws unless the status is 200. */
  get<T>(path: string): Promise<T>;
  /** The entry of `/api/plugins`. */
  plugin(name: string): Promise<PluginReport>;
  /** The JSON of `/api/4/<plugin>` of a sample whose tick began after this call. */
  fresh<T>(plugin: string): Promise<T>;
  /** Sends the signal and waits for the end; returns the duration. */
  stop(signal?: NodeJS.Signals): Promise<Ended & { ms: number }>;
}

export interface LiveAgentSetup {
  /** Options besides `-w -B 127.0.0.1 -p 0`. */
  argv?: readonly string[];
  /** Options of Node.js itself. */
  nodeArgv?: readonly string[];
  /** The launcher: a program and its arguments, to which the agent's command line is added. */
  wrapper?: readonly string[];
  /** In place of the agent's own command line. */
  command?: readonly string[];
  env?: Readonly<Record<string, string>>;
}

/** Independent of configuration files, log files and the home directory of the user. */
export const CLEAN_ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: process.env['PATH'] ?? '',
  HOME: NO_HOME,
  TZ: 'UTC',
  ...CLOCK_ENVIRONMENT,
};

/** How long a start may take: half a second on an idle machine, more beside the other suites. */
const START_MS = 120_000;

/** Starts the agent with a free port and waits until it serves. Callers must call `stop`. */
export async function serveLive(setup: LiveAgentSetup = {}): Promise<LiveAgent> {
  const { argv = [], nodeArgv = [], wrapper = [], env = {} } = setup;
  const own = setup.command ?? [...agentProgram(nodeArgv), '-w'];
  const child = spawnAgent({
    argv: [...wrapper, ...own, '-B', '127.0.0.1', '-p', '0', ...argv],
    cwd: REPOSITORY,
    env: { ...CLEAN_ENVIRONMENT, ...env },
  });
  child.stdin.end();
  const killWithUs = (): void => void child.kill('SIGKILL');
  process.once('exit', killWithUs);
  const ended = endOf(child).finally(() => process.off('exit', killWithUs));
  const port = await portOf(child, ended);
  const connections = new http.Agent({ keepAlive: true });
  const request = (path: string, method = 'GET', headers = {}): Promise<Reply> =>
    exchange({ host: '127.0.0.1', port, path, method, headers, agent: connections });
  /** Waits for the first read of the requested plugin, which can take longer than a request waits on a busy machine. */
  const bodyOf = async (path: string): Promise<Buffer> => {
    for (;;) {
      const { status, body } = await request(path);
      if (status === 200) return body;
      const text = body.toString().slice(0, 300);
      if (status !== 503 || !text.includes('has not ended yet'))
        throw new Error(`${path}: ${status} ${text}`);
      await pause(100);
    }
  };
  const json = async <T>(path: string): Promise<T> => JSON.parse((await bodyOf(path)).toString()) as T;
  const reports = (): Promise<PluginReport[]> => json('/api/plugins');
  const plugin = async (name: string): Promise<PluginReport> => found(await reports(), name);
  return {
    pid: child.pid ?? 0,
    port,
    request,
    get: (path) => json(`/api/4${path}`),
    plugin,
    async fresh<T>(name: string) {
      // The agent's clock may differ by a few milliseconds: it does not follow every correction.
      const since = Date.now() + 20;
      for (;;) {
        const before = await reports();
        // Requested at once, which activates an idle plugin; accepted only if new.
        const body = await bodyOf(`/api/4/${name}`);
        if (tickOf(before, name) > since) return JSON.parse(body.toString()) as T;
        await pause(50);
      }
    },
    async stop(signal = 'SIGTERM') {
      const start = performance.now();
      child.kill(signal);
      const end = await ended;
      connections.destroy();
      return { ...end, ms: performance.now() - start };
    },
  };
}

/** Runs the agent to its end; what it printed. */
export async function runLive(
  argv: readonly string[],
  { wrapper = [], env = {} }: Pick<LiveAgentSetup, 'wrapper' | 'env'> = {},
): Promise<Ended & { stdout: string }> {
  const child = spawnAgent({
    argv: [...wrapper, ...agentProgram(), ...argv],
    cwd: REPOSITORY,
    env: { ...CLEAN_ENVIRONMENT, ...env },
  });
  child.stdin.end();
  let stdout = '';
  child.stdout.on('data', (part: Buffer) => (stdout += part.toString()));
  return { ...(await endOf(child)), stdout };
}

function found(reports: readonly PluginReport[], name: string): PluginReport {
  const report = reports.find((one) => one.name === name);
  if (report === undefined) throw new Error(`no plugin ${name}`);
  return report;
}

/**
 * When the tick of a plugin's last sample began. Plugins of one refresh are read one after the other, and what one of
 * them has read serves the next ones. A stalled one waits for the kernel, and the others go on without it.
 */
function tickOf(reports: readonly PluginReport[], name: string): number {
  const { refresh } = found(reports, name);
  const together = reports.filter(
    (report) => report.name === name || (report.refresh === refresh && report.state !== 'stalled'),
  );
  return Math.min(...together.map(({ last_sample: time, duration_ms: ms }) => (time ?? 0) - (ms ?? 0)));
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function endOf(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  let stderr = '';
  child.stderr.on('data', (part: Buffer) => (stderr += part.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, stderr }));
  });
}

/** The printed port. */
function portOf(child: ChildProcessWithoutNullStreams, ended: Promise<Ended>): Promise<number> {
  return new Promise((resolve, reject) => {
    let stdout = '';
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`the agent does not serve after ${START_MS} ms: ${stdout}`));
    }, START_MS);
    child.stdout.on('data', (part: Buffer) => {
      stdout += part.toString();
      const port = /REST API on https?:\/\/127\.0\.0\.1:(\d+)/.exec(stdout)?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      resolve(Number(port));
    });
    ended.then(({ code, stderr }) => {
      clearTimeout(timer);
      reject(new Error(`the agent ended with ${code}: ${stdout}${stderr}`));
    }, reject);
  });
}

function exchange(options: http.RequestOptions): Promise<Reply> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const request = http.request(options, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(parts),
          ms: performance.now() - start,
        }),
      );
    });
    request.on('error', reject);
    request.end();
  });
}
