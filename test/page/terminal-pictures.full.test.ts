/** Pictures of the terminal in the documentation: real text of recorded machines, compared with reviewed pictures. */
import { boardOf } from '../support/alert-board.ts';
import { expect, it } from 'vitest';
import { createLocalSubject } from '../../src/show/terminal/data-source/local.ts';
import { useBrowser } from '../support/page-browser.ts';
import { playHost, type RecordedAgent } from '../support/recorded-agent.ts';
import { showOn } from '../support/recorded-terminal.ts';
import { comparePicture } from '../support/screenshot.ts';
import { screenRuns, terminalPage } from '../support/terminal-picture.ts';

const open = useBrowser();
const SAMPLES = 120;
const STEP_MS = 2000;

async function expectReviewed(name: string, html: string): Promise<void> {
  const page = await open({ url: 'about:blank', context: { deviceScaleFactor: 1 } });
  await page.setContent(html);
  expect(comparePicture(name, await page.locator('body').screenshot())).toBeNull();
}

/** Minutes before the two samples that are recorded. */
function givePast({ store, plugins }: RecordedAgent['agent']): void {
  const waves = (name: string): Float64Array =>
    Float64Array.from({ length: SAMPLES }, (_, at) => 0.7 + 0.3 * Math.sin(at / (4 + (name.length % 5))));
  for (const { name } of plugins) {
    const history = store.history(name);
    const [first] = history.names();
    const end = first === undefined ? undefined : history.points(first).at(0)?.[0];
    if (end === undefined) continue;
    const times = Float64Array.from({ length: SAMPLES }, (_, at) => end - (SAMPLES - at) * STEP_MS);
    const start = history.prepend(
      times,
      times.map(() => STEP_MS),
    );
    for (const full of history.names()) {
      const { field = '', identity = null } = history.find(full) ?? {};
      const last = history.points(full).at(-1)?.[1] ?? 0;
      history.fill(
        field,
        identity,
        start,
        waves(full).map((wave) => wave * last),
      );
    }
  }
}

it('the screen', async () => {
  const { agent, host } = await playHost('big-server');
  givePast(agent);
  const source = createLocalSubject({
    agent,
    alerts: boardOf(agent).list,
    clock: host.clock,
    refresh: 2,
    control: null,
  });
  const { emulator } = showOn(source, { width: 150, height: 44, depth: 'true' });
  await expectReviewed('terminal', terminalPage(screenRuns(emulator)));
});
