/** `gander -c`: one agent shows another, over real sockets. */
import { describe, expect, it } from 'vitest';
import { firstOf, isInThisRun } from '../support/full-run.ts';
import { type Ended, startAgent } from '../support/built-agent.ts';
import { hasOpenssl, selfSigned } from '../support/certificates.ts';
import { hasScript, runOnTerminal } from '../support/pseudo-terminal.ts';
import { temporaryTree } from '../support/temporary-directory.ts';
import { lacking } from '../support/live-tools.ts';
import { startSnmpd } from '../support/snmp-daemon.ts';
import { nobody, serveBytes, serveWeb } from '../support/web-server.ts';

type Environment = Record<string, string>;

/** Starts a server; the result is the address that it prints. */
async function serve(argv: readonly string[], environment?: Environment) {
  const agent = startAgent(argv, environment);
  const [, url = ''] = await agent.printed(/(?:REST API|XML-RPC server) on (\S+?)(?:\/api\/4|\/RPC2)\n/);
  return { ...agent, url, place: url.replace(/^https?:\/\//, '') };
}

const rest = (environment?: Environment) => serve(['-w', '-p', '0', '-B', '127.0.0.1'], environment);
const rpc = (environment?: Environment, bind = '127.0.0.1') =>
  serve(['-s', '-p', '0', '-B', bind], environment);

const show = (target: string, argv: readonly string[], environment?: Environment): Promise<Ended> =>
  startAgent(['-c', target, ...argv], environment).ended;

const locked = (): Environment => ({ GANDER_PASSWORD: 'sesame', HOME: temporaryTree() });

const MORE = 'more of -c';
const itInFull = it.runIf(isInThisRun(MORE));

/** One case is in snmp.test.ts. */
const isSnmpSkipped = !isInThisRun(MORE) || lacking('-c over SNMP', { programs: ['snmpd'] }) !== null;

describe.skipIf(isSnmpSkipped)('-c over SNMP', () => {
  it('shows a host without an agent, and says so', async () => {
    const { port } = await startSnmpd();
    const argv = ['--snmp-port', String(port), '--snmp-community', 'lab', '--stop-after', '2', '-t', '0.5'];
    const target = await nobody();
    const [ended, json] = await Promise.all([
      show(target, [...argv, '--stdout', 'load,mem.percent,processlist']),
      show(target, [...argv, '--snmp-force', '--stdout-json', 'fs,network,uptime']),
    ]);
    expect(ended.code).toBe(0);
    expect(ended.stdout).toMatch(/^(load: \{'min1': .*\}\nmem\.percent: [\d.]+\n){2}$/);
    expect(ended.stderr).toMatch(/asked by SNMP, which tells less than an agent: connection refused by/);
    expect(ended.stderr).toContain('processlist is not offered there and left out');
    expect(json).toMatchObject({ code: 0, stderr: '' });
    const [first = ''] = json.stdout.split('\n');
    expect(JSON.parse(first)).toMatchObject({
      fs: expect.arrayContaining([expect.objectContaining({ percent: expect.any(Number) })]),
      uptime: expect.any(String),
    });
  });

  it('ends with 2 where nobody answers by SNMP either', async () => {
    const target = await nobody();
    const [, port = ''] = target.split(':');
    const forced = await show(target, ['--stdout', 'load', '--snmp-port', port, '--snmp-force']);
    expect(forced).toMatchObject({ code: 2, stdout: '' });
    expect(forced.stderr).toMatch(/^gander: [^\n]*SNMP[^\n]*\n$/);
    const ended = await show(target, ['--stdout', 'load', '--snmp-port', port]);
    expect(ended.stderr).toMatch(/^gander: [^\n]*connection refused by[^\n]*\n$/);
  });
});

describe('-c', () => {
  const LOAD_ONCE = ['--stdout', 'load.cpucore', '--stop-after', '1'];
  const TWICE = ['--stop-after', '2', '-t', '0.5'];
  const VALUES = {
    argv: ['--stdout', 'mem.percent,load.cpucore,uptime', ...TWICE],
    printed: /^(mem\.percent: [\d.]+\nload\.cpucore: \d+\nuptime: \{'seconds': \d+\}\n){2}$/,
  };

  it('prints what the API serves', async () => {
    const { place } = await rest();
    const [lines, json] = await Promise.all([
      show(place, VALUES.argv),
      show(place, ['--stdout-json', 'mem,fs,libversion', '--stop-after', '1']),
    ]);
    expect(lines).toMatchObject({ code: 0, stderr: '' });
    expect(lines.stdout).toMatch(VALUES.printed);
    expect(json).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(json.stdout)).toMatchObject({
      mem: { total: expect.any(Number) },
      libversion: expect.any(String),
    });
  });

  itInFull('prints a table, a summary, and the processes that -f selects', async () => {
    const { place, child } = await rest();
    const [table, summary, selected] = await Promise.all([
      show(place, ['--stdout-csv', 'load.min1,mem.percent', ...TWICE]),
      show(place, []),
      show(place, ['--stdout', 'processlist.pid', '-f', 'pid:.*', '--stop-after', '1']),
    ]);
    expect(table.stdout).toMatch(/^load\.min1,mem\.percent\n[\d.]+,[\d.]+\n$/);
    expect(summary.code).toBe(0);
    expect(summary.stdout).toMatch(/Load .*\n[^]*CPU .*\n[^]*Memory /);
    expect(selected.stdout).toContain(`processlist.${child.pid}.pid: ${child.pid}\n`);
  });

  const hasIpv6 = lacking('-c over IPv6', { ipv6: true }) === null;

  itInFull(`prints what XML-RPC serves${hasIpv6 ? ' over IPv6' : ''}`, async () => {
    const { place } = await rpc({}, hasIpv6 ? '::1' : '127.0.0.1');
    if (hasIpv6) expect(place).toMatch(/^\[::1\]:\d+$/);
    const lines = await show(place, VALUES.argv);
    expect(lines).toMatchObject({ code: 0, stderr: '' });
    expect(lines.stdout).toMatch(VALUES.printed);
  });

  itInFull('takes the password from the configuration, by name or the default', async () => {
    const api = await rest(locked());
    const withPasswords = async (place: string, text: string, code: number): Promise<void> => {
      const config = `${temporaryTree({ 'gander.conf': `[passwords]\n${text}\n` })}/gander.conf`;
      const ended = await show(place, [...LOAD_ONCE, '-C', config]);
      expect([text, ended.code]).toEqual([text, code]);
      expect(ended.stdout).toMatch(code === 0 ? /^load\.cpucore: \d+\n$/ : /^$/);
      expect(ended.stderr).not.toContain('sesame');
    };
    const withoutPassword = async ({ place }: typeof api): Promise<void> => {
      const ended = await show(place, ['--stdout', 'load']);
      expect(ended).toMatchObject({ code: 2, stdout: '' });
      expect(ended.stderr).toMatch(
        /^gander: \S+ cannot be shown: \S+ asks for a password; [^\n]*\[passwords\][^\n]*\n$/,
      );
    };
    const given = async ({ place }: typeof api): Promise<void> => {
      const ended = await show(place, [...LOAD_ONCE, '-u', 'gander'], { GANDER_PASSWORD: 'sesame' });
      expect(ended.code).toBe(0);
    };
    await Promise.all([withPasswords(api.place, '127.0.0.1=sesame', 0), withoutPassword(api)]);
    const xml = await rpc(locked());
    await Promise.all([
      withPasswords(xml.place, 'default=sesame', 0),
      withPasswords(api.place, '127.0.0.1=x\ndefault=sesame', 2),
      given(api),
      withoutPassword(xml),
    ]);
  });

  it.skipIf(!hasScript() || !isInThisRun(MORE))(
    'asks for a password on a terminal, and does not show it',
    async () => {
      const { place } = await rest(locked());
      const argv = ['-c', place, ...LOAD_ONCE];
      const wrong = runOnTerminal([...argv, '--password'], { HOME: temporaryTree() });
      const terminal = runOnTerminal([...argv, '--username'], { HOME: temporaryTree() });
      await terminal.until('Username: ');
      terminal.type('gander\r');
      await terminal.until('Password for 127.0.0.1: ');
      terminal.type('sesame\r');
      await terminal.until('load.cpucore: ');
      expect(await terminal.ended).toBe(0);
      expect(terminal.screen()).not.toContain('sesame');

      await wrong.until('Password for 127.0.0.1: ');
      wrong.type('open\r');
      await wrong.until('refuses the user or the password');
      expect(await wrong.ended).toBe(2);
    },
  );

  it.runIf(hasOpenssl() && isInThisRun(MORE))('trusts certificates of known authorities only', async () => {
    const { key, certFile } = selfSigned();
    const folder = temporaryTree({ 'key.pem': key });
    const config = temporaryTree({
      'gander.conf': `[outputs]\nssl_certfile=${certFile}\nssl_keyfile=${folder}/key.pem\n`,
    });
    const { url } = await serve(['-w', '-p', '0', '-B', '127.0.0.1', '-C', `${config}/gander.conf`]);
    const [known, unknown] = await Promise.all([
      show(url, LOAD_ONCE, { NODE_EXTRA_CA_CERTS: certFile }),
      show(url, LOAD_ONCE),
    ]);
    expect(known).toMatchObject({ code: 0, stderr: '' });
    expect(unknown).toMatchObject({ code: 2, stdout: '' });
    expect(unknown.stderr).toMatch(/no certificate that is trusted.*NODE_EXTRA_CA_CERTS/);
    const plain = await show(url.replace('https://', ''), LOAD_ONCE);
    expect(plain).toMatchObject({ code: 2, stdout: '' });
    expect(plain.stderr).toContain('write https://');
  });

  it.each<[string, () => Promise<string>, RegExp]>(
    firstOf(MORE, 1, [
      [
        'a web page',
        () => serveWeb((_, answer) => void answer.setHeader('content-type', 'text/html').end('<html>')),
        /HTML instead of JSON/,
      ],
      ['nothing that listens', nobody, /connection refused by/],
      [
        'a redirect',
        () => serveWeb((_, answer) => void answer.writeHead(301, { location: 'http://127.0.0.1:1' }).end()),
        /not followed/,
      ],
      [
        'another version',
        () =>
          serveWeb(
            (_, answer) =>
              void answer.setHeader('content-type', 'application/json').end('{"version":"3.4.0"}'),
          ),
        /has version 3\.4\.0/,
      ],
      [
        'an endless reply',
        () =>
          serveWeb((_, answer) => {
            answer.setHeader('content-type', 'application/json');
            const pour = (): void => void answer.write(Buffer.alloc(1_000_000, 'x'), pour);
            pour();
          }),
        /sent more than \d+ bytes/,
      ],
      [
        'something else',
        () => serveBytes((socket) => socket.end('220 mail ESMTP\r\n')),
        /does not speak HTTP/,
      ],
      ['silence', () => serveBytes(() => {}), /did not answer within 10 seconds/],
      ['no host', async () => 'a b', /names no host/],
      ['no name', async () => 'nosuch.invalid', /has no address|cannot be looked up/],
    ]),
  )('ends with 2 and one sentence at %s', async (_name, start, message) => {
    const ended = await show(await start(), ['--stdout', 'cpu']);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(/^gander: [^\n]*\n$/);
    expect(ended.stderr).toMatch(message);
  });

  it('goes on when the agent goes and comes', async () => {
    const port = (await nobody()).split(':').at(-1) ?? '';
    const argv = ['-w', '-p', port, '-B', '127.0.0.1'];
    const first = await serve(argv);
    const client = startAgent(['-c', first.place, '--stdout', 'load.cpucore', '-t', '0.5']);
    await client.printed(/^load\.cpucore: \d+\n/);
    // It reports this once, perhaps before the test knows the end of the other agent.
    let told = '';
    client.child.stderr.on('data', (part: Buffer) => (told += part.toString()));
    first.child.kill('SIGTERM');
    await first.ended;
    await expect.poll(() => told, { timeout: 60_000 }).toMatch(/cannot be shown at present: .*\n/);
    await serve(argv);
    const before = told;
    await client.printed(/(load\.cpucore: \d+\n){2}/);
    client.child.kill('SIGTERM');
    const ended = await client.ended;
    expect(ended.code).toBe(0);
    expect(before.match(/at present/g)?.length).toBeLessThan(4);
  });
});
