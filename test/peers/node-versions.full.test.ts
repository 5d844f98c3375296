/** The built agent on other versions of Node.js than the one that runs the tests: 24 always, all others in `npm run test:full`. */
import { describe, expect, it } from 'vitest';
import { nodeProgramOrSkip } from '../support/node-program.ts';
import { PROGRAM, serveLive } from '../support/live-agent.ts';
import { temporaryTree } from '../support/temporary-directory.ts';
import { hasTmux, openTmux } from '../support/tmux.ts';

const VERSIONS = ['24', '22', '26'];

describe.each(VERSIONS)('on Node %s', (version) => {
  const node = nodeProgramOrSkip(version);

  it.skipIf(node === null)('the agent serves values and its page, and keeps its history', async () => {
    const setup = {
      command: [node ?? '', PROGRAM, '-w', '-t', '0.5'],
      env: { STATE_DIRECTORY: temporaryTree() },
    };
    const agent = await serveLive(setup);
    const all = await agent.get<{ cpu: { cpucore: number }; processlist: unknown[] }>('/all');
    expect(all.cpu.cpucore).toBeGreaterThan(0);
    expect(all.processlist.length).toBeGreaterThan(0);
    const page = (await agent.request('/')).body.toString();
    const [, script = ''] = /src="\.\/(static\/[^"]+\.js)"/.exec(page) ?? [];
    expect((await agent.request(`/${script}`)).status).toBe(200);
    await agent.fresh('mem');
    // The history opens after the start; what is sampled before is in memory only.
    await expect
      .poll(
        async () =>
          (JSON.parse((await agent.request('/api/archive')).body.toString()) as { state: string }).state,
      )
      .toBe('ok');
    expect(await agent.stop()).toMatchObject({ code: 0 });
    const stopped = Date.now();

    const next = await serveLive(setup);
    const path = `/api/history/range?series=mem/percent&from=-1h&to=${stopped}&step=1s&agg=avg`;
    await expect
      .poll(async () => {
        const { series } = JSON.parse((await next.request(path)).body.toString()) as {
          series?: Record<string, { avg: (number | null)[] }>;
        };
        return series?.['mem/percent']?.avg.some((value) => value !== null);
      })
      .toBe(true);
    expect(await next.stop()).toMatchObject({ code: 0 });
  });

  it.skipIf(node === null || !hasTmux())('the terminal shows the machine', async () => {
    const terminal = openTmux(80, 24);
    terminal.run(`${node} ${PROGRAM} -C /dev/null; echo "ended with $?"`);
    await terminal.until(/CPU%.*Command[^]*\n\? help {2}q quit/);
    terminal.keys('q');
    await terminal.until('ended with 0');
  });
});
