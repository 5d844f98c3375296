/** The screen: shows this machine on the terminal, from the agent in this process. */
import { reniceProcess, signalProcess } from '../../measure/host/signal-process.ts';
import type { Part } from '../../core/parts/part.ts';
import type { LocalHost } from '../../measure/host/local-host.ts';
import type { Configuration } from '../config/load.ts';
import { Agent } from '../parts/agent.ts';
import { OwnAlertBoard } from '../parts/alert-board.ts';
import { alertBoardPart } from '../parts/alert-board-part.ts';
import type { SectionValues } from '../config/sections.ts';
import type { Forecaster } from '../../history/forecast/forecaster.ts';
import { processes } from '../../measure/sources/processes/processes.ts';
import { type AppSetup, createApp } from '../../show/terminal/app.ts';
import { depthOf, isUnicode } from '../../show/terminal/screen/abilities.ts';
import { ASCII, UNICODE } from '../../show/terminal/screen/glyph-set.ts';
import { settingsFrom } from '../../show/terminal/state/from-options.ts';
import { createLocalSubject } from '../../show/terminal/data-source/local.ts';
import { createProcessControl } from '../../show/terminal/data-source/processes.ts';
import type { Past, ProcessControl, DataSource } from '../../show/terminal/data-source/data-source.ts';
import { speakTo } from '../../show/terminal/language.ts';
import { createTty } from '../../show/terminal/tty.ts';
import { LOCAL, openPrinting } from '../parts/local-parts.ts';
import type { Run } from '../parts/run.ts';
import { type HistoryPaths, ownHistoryPaths } from '../../history/archive/history-paths.ts';
import { refreshOf } from '../parts/output-setup.ts';

interface TerminalSetup extends Pick<Run, 'process' | 'command' | 'life'> {
  outputs: TerminalOutputs;
}

/** The keys of `[outputs]` for the terminal. */
type TerminalOutputs = Pick<SectionValues['outputs'], 'separator' | 'disable_bg'>;

/** Resolves with the exit code when the user quits. */
export async function run(run: Run): Promise<number> {
  const { get, host, configuration } = await openPrinting(run, PARTS);
  const machine = { agent: get(Agent), host, configuration };
  const setup = { ...run, outputs: configuration.sections.outputs };
  await showThisMachine(setup, machine, get(OwnAlertBoard).list);
  return 0;
}

export const PARTS: readonly Part[] = [...LOCAL, alertBoardPart];

interface Machine {
  readonly agent: Agent;
  readonly host: LocalHost;
  readonly configuration: Configuration;
}

async function showThisMachine(
  setup: TerminalSetup,
  machine: Machine,
  alerts: OwnAlertBoard['list'],
): Promise<void> {
  const { agent, host, configuration } = machine;
  let forecaster: Forecaster | null = null;
  const source = createLocalSubject({
    agent,
    alerts,
    clock: host.clock,
    refresh: refreshOf(setup.command, configuration),
    control: controlOf(setup, machine),
    past: pastOf(setup, machine),
    explain: explainOf(setup, machine),
    forecasts: () => forecaster?.latest().forecasts ?? [],
  });
  const cancel = host.clock.setTimer(
    () => void forecasterOf(setup, machine).then((made) => (forecaster = made)),
    FORECASTS_AFTER_MS,
  );
  await showSubject(setup, source);
  cancel();
  (forecaster as Forecaster | null)?.stop();
}

/** Delay, since the first screen does not wait for the history. */
const FORECASTS_AFTER_MS = 3000;

/** Returns the forecaster of the opened history; null without one. */
async function forecasterOf(setup: TerminalSetup, machine: Machine): Promise<Forecaster | null> {
  const paths = historyOf(setup, machine);
  if (paths === null) return null;
  const { openFolderForecasts } = await import('../parts/folder-forecasts.ts');
  const { agent, configuration, host } = machine;
  const { registry } = configuration;
  const forecaster = openFolderForecasts({ path: paths.path, agent, clock: host.clock, registry });
  forecaster.start();
  return forecaster;
}

/** Of the agent that serves this machine. */
function historyOf({ process, command }: TerminalSetup, { configuration }: Machine): HistoryPaths | null {
  if (command.values.disable_archive) return null;
  return ownHistoryPaths(configuration.sections.archive.folder, process.env);
}

/** Read when a chart needs it. */
function pastOf(setup: TerminalSetup, machine: Machine): Past | null {
  const paths = historyOf(setup, machine);
  if (paths === null) return null;
  const { registry } = machine.configuration;
  return {
    read: async (query) =>
      (await import('../parts/past-series.ts')).readPastSeries(paths.path, registry, query),
  };
}

/** Loads the reader and the rules on demand. */
function explainOf(setup: TerminalSetup, machine: Machine): DataSource['explain'] {
  const paths = historyOf(setup, machine);
  if (paths === null) return null;
  return async (window) => {
    const [{ explainFolder }, { partsIn }] = await Promise.all([
      import('../parts/explain-folder.ts'),
      import('../../explain/explanation-parts.ts'),
    ]);
    return partsIn(await explainFolder(paths, window, () => {})) ?? [];
  };
}

/** Processes of another root cannot be ended from here. */
function controlOf({ command }: TerminalSetup, { agent, host }: Machine): ProcessControl | null {
  const hasList = agent.plugins.some(({ name }) => name === 'processlist');
  if (command.values.rootfs !== null || !hasList) return null;
  const chosen = () => agent.sampler.instance(processes);
  return createProcessControl({
    read: host.read,
    signal: signalProcess,
    renice: reniceProcess,
    select: (pid) => void (pid === null ? chosen().clear() : chosen().select(pid)),
  });
}

/** Resolves when the user quits. */
export async function showSubject(setup: TerminalSetup, source: DataSource): Promise<void> {
  const screen = await openScreen(setup);
  const app = createApp({ ...screen, source });
  setup.life.atEnd(() => app.stop());
  await source.start();
  app.start();
  await Promise.race([app.ended, setup.life.stopped]);
  app.stop();
  screen.tty.release();
}

/** Opens the terminal, restored however the process ends. Texts are in its language; in ASCII they are English. */
export async function openScreen({
  process,
  command,
  life,
  outputs,
}: TerminalSetup): Promise<Omit<AppSetup, 'source'>> {
  const { values } = command;
  const { env } = process;
  const isPlain = values.disable_unicode || !isUnicode(env);
  const depth = depthOf(env);
  if (!isPlain) await speakTo(env);
  const tty = createTty(process);
  // Before messages about the end, which would disappear with the screen.
  process.prependListener('uncaughtException', () => tty.release());
  process.prependListener('unhandledRejection', () => tty.release());
  process.prependListener('exit', () => tty.release());
  process.once('SIGQUIT', () => {
    tty.release();
    process.kill(process.pid, 'SIGQUIT');
  });
  life.atEnd(() => tty.release());
  return { tty, depth, glyphs: isPlain ? ASCII : UNICODE, settings: settingsFrom(values, outputs) };
}
