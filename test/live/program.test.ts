import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { firstOf, isFull, isInThisRun } from '../support/full-run.ts';
import { runAgent, startAgent } from '../support/built-agent.ts';
import { temporaryTree } from '../support/temporary-directory.ts';

const MORE = 'more of the command line as a program';
const itInFull = it.runIf(isInThisRun(MORE));
const SERVE = ['-w', '-p', '0', '-B', '127.0.0.1'];

/** Starts a server; the result is its process and its port. */
async function serve(...argv: string[]) {
  const agent = startAgent([...SERVE, ...argv]);
  const [, port] = await agent.printed(/REST API on http:\/\/127\.0\.0\.1:(\d+)/);
  return { ...agent, port: Number(port) };
}

function get(port: number, path: string, agent?: http.Agent): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    http
      .get({ host: '127.0.0.1', port, path, ...(agent && { agent }) }, (response) => {
        let body = '';
        response.on('data', (part: Buffer) => (body += part.toString()));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      })
      .on('error', reject);
  });
}

itInFull('alerts are tried on the history on disk, without an agent', async () => {
  const folder = temporaryTree({
    'rows.csv': `time,cpu/total\n${Array.from(
      { length: 120 },
      (_, minute) =>
        `${new Date(Date.now() - 86_400_000 + minute * 60_000).toISOString()},${minute >= 30 && minute < 60 ? 80 : 5}\n`,
    ).join('')}`,
  });
  const archive = ['--folder', join(folder, 'archive')];
  await runAgent('archive', 'import', ...archive, join(folder, 'rows.csv'));
  const [{ code, stdout }, unknown] = await Promise.all([
    runAgent('alerts', 'test', 'CPU_TOTAL', '--for', '300', ...archive, '--json'),
    runAgent('alerts', 'test', 'NOPE', ...archive),
  ]);
  expect([code, JSON.parse(stdout)]).toMatchObject([
    0,
    [{ type: 'CPU_TOTAL', spans: [{ days: 7, count: 1 }, { count: 1 }, { count: 1 }] }],
  ]);
  expect(unknown).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no judged value NOPE on this machine') as string,
  });
});

itInFull('an incident is written to a file, and the file is shown as the page', async () => {
  const end = Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000;
  const folder = temporaryTree({
    'rows.csv': `time,cpu/total,load/min1\n${Array.from(
      { length: 120 },
      (_, minute) =>
        `${new Date(end - (120 - minute) * 60_000).toISOString()},${minute >= 110 ? '98,9' : '5,0.1'}\n`,
    ).join('')}`,
  });
  const archive = ['--folder', join(folder, 'archive')];
  await runAgent('archive', 'import', ...archive, join(folder, 'rows.csv'));
  const file = join(folder, 'incident.json.gz');
  const snapshot = ['snapshot', ...archive, '-o', file];
  const time = ['--from', String(end - 900_000), '--to', String(end)];
  const written = await runAgent(...snapshot, ...time);
  expect(written).toMatchObject({ code: 0, stderr: '' });
  expect(written.stdout).toContain(`Show it with: gander open ${file}\n`);
  expect(written.stdout).toMatch(/^CPU at 98 % from /);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await runAgent(...snapshot, ...time)).toMatchObject({
    code: 1,
    stderr: `gander: ${file} cannot be written: it exists already. Name another file with --output.\n`,
  });
  const opened = startAgent(['open', file]);
  const [, port] = await opened.printed(/Open http:\/\/127\.0\.0\.1:(\d+)\/ in a browser/);
  const explained = await get(Number(port), `/api/explain?from=${end - 900_000}&to=${end}`);
  expect(explained.body).toContain('"cause":"cpu"');
  expect((await get(Number(port), '/')).body).toContain(`&#34;from&#34;:${end - 900_000}`);
  // Another machine's, from its agent.
  writeFileSync(join(folder, 'gander.conf'), `[archive]\nfolder=${join(folder, 'archive')}\n`);
  const agent = await serve('-C', join(folder, 'gander.conf'));
  const host = `127.0.0.1:${agent.port}`;
  await expect
    .poll(async () => (await get(agent.port, '/api/archive')).body, { timeout: 60_000 })
    .toContain('"state":"ok"');
  const fetched = join(folder, 'fetched.json.gz');
  const [remote, sentence] = await Promise.all([
    runAgent('snapshot', '-c', host, '-o', fetched, ...time),
    runAgent('explain', '-c', host, ...time),
  ]);
  expect(remote).toMatchObject({ code: 0, stderr: '' });
  expect(remote.stdout).toBe(written.stdout.replace(file, fetched).replace(file, fetched));
  expect(sentence.stdout).toContain(remote.stdout.split('\n')[0]);
  expect(statSync(fetched).mode & 0o777).toBe(0o600);
  expect(await runAgent('snapshot', '-c', host, '--folder', folder)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('leave --folder out') as string,
  });
  // Nothing listens at port 1.
  expect(await runAgent('snapshot', '-c', '127.0.0.1:1', ...time)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('127.0.0.1:1 cannot be shown') as string,
  });
  opened.child.kill('SIGTERM');
  expect(await opened.ended).toMatchObject({ code: 0, stderr: '' });
  expect(await runAgent('open', join(folder, 'rows.csv'))).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/no incident file of Gander: it cannot be unpacked\.\n$/) as string,
  });
});

it('a pipe, a folder or a device as configuration is refused, not waited for', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gander-fifo-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const pipe = join(folder, 'gander.conf');
  execFileSync('mkfifo', [pipe]);
  const refused = async (path: string, reason: string): Promise<void> => {
    const { code, stderr } = await runAgent(...SERVE, '-C', path);
    expect([code, stderr]).toEqual([2, expect.stringContaining(reason)]);
  };
  await refused(pipe, 'it is a pipe that nobody writes to');
  if (!isFull) return;
  await Promise.all([refused(folder, 'is a directory'), refused('/dev/zero', 'it is larger than')]);
});

it('text of a file that is refused does not steer the terminal', async () => {
  const folder = temporaryTree();
  const file = join(folder, 'rows.csv');
  writeFileSync(file, 'time,cpu/total\n\u001B]0;x\u0007\u009B2J,1\n');
  const { code, stderr } = await runAgent('archive', 'import', '--folder', join(folder, 'archive'), file);
  expect([code, stderr]).toEqual([2, expect.stringContaining('line 2: "?]0;x??2J" is not a time')]);
});

describe('what is refused', () => {
  it.each(
    firstOf(MORE, 1, [
      [['--nope'], 2, /^Usage: gander .*\ngander: Unknown option '--nope'\.\n$/],
      [['-w', '-p', 'x'], 2, /^Usage: .*\ngander: --port: expected a whole number, not "x"\.\n$/],
      [['-w', '-s'], 2, /^gander: -s and -w exclude each other.*\n$/],
      [
        ['-w', '--password'],
        1,
        /^gander: There is no password of user gander in [^\n]* GANDER_PASSWORD[^\n]*\n$/,
      ],
      [['-w', '--username'], 2, /^gander: --username asks on a terminal[^\n]*\n$/],
      [['-w', '-u', 'a/b'], 2, /^gander: "a\/b" cannot be a user name[^\n]*\n$/],
      [['-w', 'surplus'], 2, /^Usage: [^\n]*\ngander: "surplus" is not an option[^\n]*\n$/],
      [
        ['explain', '--at', '25:99'],
        2,
        /^Usage: gander explain [^\n]*\ngander: --at: expected a time of day/,
      ],
      [[], 2, /^gander: The screen needs a terminal/],
      [['-w', '--disable-plugin', 'cpuu'], 2, /^gander: There is no plugin "cpuu"; did you mean "cpu"\?\n$/],
      [['--stdout', 'memm'], 2, /^gander: There is no plugin "memm"; did you mean "mem"\?\n$/],
      [
        ['--stdout', 'network.a.b.speed'],
        2,
        /^gander: "network\.a\.b\.speed" has more than three parts.*\n$/,
      ],
      [['--stdout-json', 'cpu.user'], 2, /^gander: .*write cpu in place of cpu\.user\.\n$/],
      [['-w', '-C', '/nonexistent.conf'], 2, /^gander: [^\n]*\/nonexistent\.conf does not exist[^\n]*\n$/],
      [
        ['-w', '--rootfs', '/nonexistent'],
        2,
        /^gander: --rootfs: \/nonexistent is not the root of a host.*\n$/,
      ],
      [
        ['-w', '-B', '192.0.2.77', '-p', '0'],
        2,
        /^gander: 192\.0\.2\.77 is not an address of this machine.*\n$/,
      ],
    ]),
  )('%j ends with %d and one sentence', async (argv, code, message) => {
    const ended = await runAgent(...argv);
    expect(ended).toMatchObject({ code, stdout: '' });
    expect(ended.stderr).toMatch(message);
  });

  it.each(
    firstOf(MORE, 1, [
      [['-w', '-p'], 1, '--port'],
      [['-s', '-p'], 2, '--port'],
      [['-w', '-p', '0', '--enable-rpc', '--rpc-port'], 2, '--rpc-port'],
    ]),
  )('a port in use, after %j', async (argv, code, option) => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const ended = await runAgent('-B', '127.0.0.1', ...argv, String(port));
    server.close();
    expect(ended).toMatchObject({ code, stdout: '' });
    expect(ended.stderr).toMatch(
      new RegExp(`^gander: Port ${port} on 127\\.0\\.0\\.1 is in use.* with ${option}\\.\\n$`),
    );
  });
});

describe('the server', () => {
  it('says where it is and what is open, and answers', async () => {
    const agent = await serve('-t', '5');
    // Beside load, the first answer may come before the second sample.
    await vi.waitFor(async () => {
      const { status, body } = await get(agent.port, '/api/4/all');
      expect([status, JSON.parse(body)]).toMatchObject([200, { cpu: { total: expect.any(Number) } }]);
    });
    const args = await get(agent.port, '/api/4/args/time');
    expect(JSON.parse(args.body)).toBe(5);
    // It opens after all servers.
    await agent.printed(/History on disk: /);
    agent.child.kill('SIGTERM');
    const { stdout, stderr } = await agent.ended;
    expect(stdout).toMatch(
      /^Gander 4\.\S+\n(Warning: .+\n)+Web page on \S+\nREST API on \S+\nHistory on disk: \S+, .+\n$/,
    );
    expect(stderr).toBe('');
  });
});
