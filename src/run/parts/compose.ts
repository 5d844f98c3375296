/** Builds an agent from the command line, ready to start. */
import { type Agent, createAgent } from './agent.ts';
import { createAlertBoard, type OwnAlertBoard, ongoingAlerts } from './alert-board.ts';
import { type Configuration, loadSettings } from '../config/load.ts';
import { problemsOf, UsageError } from '../../core/errors.ts';
import type { FileProblems } from '../../core/file-problems.ts';
import { reasonOf } from '../../core/files/reason-of.ts';
import { ALERT_KINDS } from '../../alerts/failure-rules/index.ts';
import { parentFinder } from '../../alerts/failure-rules/parents.ts';
import { FILE_PROBLEMS, LAST_RUN } from '../../core/alert-feeds.ts';
import { diskFiles } from '../config/files.ts';
import { type PageFile, pageFilePath } from '../config/page-rules.ts';
import { findConfig } from '../config/search.ts';
import type { PastEvents } from '../../core/event.ts';
import type { Plugin } from '../../core/plugin.ts';
import { parseStat } from '../../measure/linux/stat.ts';
import { createHost, type LocalHost } from '../../measure/host/local-host.ts';
import { createSystemClock } from '../../measure/host/system-clock.ts';
import { keptSamples } from './archive.ts';
import { browsersOf } from './browsers.ts';
import { configFlags } from '../cli/config-flags.ts';
import { Failure } from '../../core/commands/endings.ts';
import type { Log } from '../process/log.ts';
import type { AgentEventJournal } from './event-journal.ts';
import type { ChosenExporters } from '../../export/exporters/resolve.ts';
import type { ExportChoice } from './choose-exporters.ts';
import { type Notifications, openNotifications, targetsOf } from './notifications.ts';
import { createSilenced, type Silenced } from '../../alerts/silences/silenced.ts';
import type { Silences } from '../../alerts/silences/silences.ts';
import type { Browsers } from '../../alerts/notify/web-push/browsers.ts';
import type { Target } from '../../alerts/notify/target.ts';
import { readPageFile } from './page-rules.ts';
import { withUsablePage } from './usable-page.ts';
import { createPush } from './push.ts';
import { createReloading, type Reloading } from './reload.ts';
import { portOf } from '../cli/options.ts';
import type { Push } from '../../alerts/push/push.ts';
import type { CommandLine } from '../cli/parse.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface Composition {
  host: LocalHost;
  agent: Agent;
  /** Current alerts. */
  alerts: OwnAlertBoard;
  /** Logical cores of the watched host. */
  cores: number;
  /** Configuration of the start. */
  configuration: Configuration;
  reloading: Reloading;
  /** Null: nothing is served. */
  notifications: Notifications | null;
  /** Null: nothing is served, or events cannot be kept. */
  journal: AgentEventJournal | null;
  /** Notifications held back by silences. */
  silenced: Silenced;
  /** Browsers that get notifications; null: nothing is served. */
  browsers: Browsers | null;
  /** Browsers with notifications; null: not available. */
  push: Push | null;
  /** Null if no exporter runs. */
  exporters: ChosenExporters | null;
}

/** The machine to watch. Throws {@link UsageError} if `--rootfs` contains none. */
export function openHost(
  { values }: CommandLine,
  environment: Environment,
  clock = createSystemClock(),
): LocalHost {
  const root = values.rootfs ?? (environment['GANDER_ROOTFS'] || undefined);
  const host = createHost({ root, clock, neverBlocks: true });
  try {
    parseStat(host.read('/proc/stat'));
  } catch (error) {
    const reason = reasonOf(error);
    if (root === undefined)
      throw new Failure(
        `/proc/stat cannot be read: ${reason}. Mount the root of the watched host and name it with --rootfs.`,
      );
    throw new UsageError(
      `${values.rootfs === null ? 'GANDER_ROOTFS' : '--rootfs'}: ${root} is not the root of a host, because ${root}/proc/stat cannot be read: ${reason}. Mount the root of the watched host there.`,
    );
  }
  return host;
}

export interface ComposeSetup {
  command: CommandLine;
  environment: Environment;
  registry: readonly Plugin[];
  host: LocalHost;
  log: Log;
  problems: FileProblems;
}

/** What a server has opened before. */
export interface OpenedBefore {
  readonly checked: Checked;
  /** Null: events cannot be kept. */
  readonly journal: AgentEventJournal | null;
  readonly silences: Silences | null;
}

/** Throws `ConfigError` and `UsageError`. @param opened null: nothing is served */
export async function compose(setup: ComposeSetup, opened: OpenedBefore | null = null): Promise<Composition> {
  const { command, environment, registry, host, log } = setup;
  const { values } = command;
  const isServer = opened !== null;
  const { journal, silences } = opened ?? { journal: null, silences: null };
  const { configuration, targets, exporters } = opened?.checked ?? (await readAtStart(setup));
  for (const warning of configuration.warnings) log.write('WARNING', warning);
  for (const notice of configuration.notices) log.write('INFO', notice);
  const cores = countCores(host);
  const port = portOf(values);
  const browsers = isServer ? browsersOf(environment, port, host.clock, setup.problems) : null;
  const silenced = createSilenced(silences);
  const notifications = isServer
    ? openNotifications({
        configuration,
        targets,
        environment,
        host,
        log,
        port,
        browsers,
        silenced,
        silences,
      })
    : null;
  const agent = createAgent({
    host,
    registry,
    settings: configuration.settings,
    cores,
    keptSamples: keptSamples(configuration),
    runActions: !values.disable_config_exec,
    log: log.write,
    kinds: configuration.sections.alerts,
    journal,
    silences,
    onAlert: async (change) => notifications?.onAlert(change),
    onOver: silenced.ended,
    onHealth: (plugin, health, reason) =>
      health === 'ok'
        ? log.write('INFO', `${plugin} works`)
        : log.write('WARNING', `${plugin} is ${health}: ${reason ?? 'no reason known'}`),
  });
  const alerts = createAlertBoard({
    ...agent,
    silences,
    isSilenced: silenced.covers,
    states: agent.sampler.states,
    ongoing: () => ongoingAlerts(agent.events?.lasting() ?? [], agent.calm?.told() ?? []),
    now: host.clock.now,
    notifies: () => notifications?.hasTargets() === true,
    parentOf: parentFinder(ALERT_KINDS, () => agent.events?.lasting() ?? []),
    notified: () => agent.calm?.notified() ?? [],
  });
  notifications?.showAs(alerts.shown);
  if (journal !== null) {
    notifications?.recall(agent.calm?.told() ?? [], journal.past.stoppedAt);
    agent.kinds?.publish(LAST_RUN, journal.lastRun);
    journal.pastKnown.on((past) => {
      recallLate(journal, past, agent, notifications);
      agent.kinds?.publish(LAST_RUN, journal.lastRun);
    });
  }
  for (const problem of agent.problems) log.write('WARNING', problem);
  const showProblems = (): void => agent.kinds?.publish(FILE_PROBLEMS, setup.problems.list());
  setup.problems.changed.on(showProblems);
  showProblems();
  const reloading = createReloading({
    configuration,
    read: () => readAgain(setup),
    registry,
    agent,
    notifications,
    log,
  });
  const push =
    browsers &&
    notifications &&
    createPush({
      browsers,
      notifications,
      alert: notifications.alert,
      silences,
      clock: host.clock,
    });
  return {
    host,
    agent,
    alerts,
    cores,
    configuration,
    reloading,
    notifications,
    journal,
    silenced,
    browsers,
    push,
    exporters,
  };
}

/** Adds events of the previous run that were unknown at the start, unless this run has started them again. */
function recallLate(
  { alerts }: AgentEventJournal,
  past: PastEvents,
  { events, calm }: Agent,
  notifications: Notifications | null,
): void {
  if (events === null || calm === null) return;
  events.recall(past);
  const before = new Set(calm.told().map(({ saved }) => saved.id));
  calm.load(alerts.stored(), past);
  notifications?.recall(
    calm.told().filter(({ saved }) => !before.has(saved.id)),
    past.stoppedAt,
  );
}

/** The configuration with the results of its check: secret files are read once. */
export interface Checked {
  configuration: Configuration;
  /** Journal of events, if something is served. */
  targets: readonly Target[];
  exporters: ChosenExporters | null;
}

/** For a start, which goes on without damaged rules of the page. Throws a `ConfigError` with all mistakes, or `UsageError`. */
export const readAtStart = (setup: ComposeSetup): Promise<Checked> =>
  withUsablePage(
    { path: pagePath(setup), plugins: byName(setup.registry), problems: setup.problems },
    (page) => readChecked(setup, page),
  );

/** As at the start. Damaged rules of the page are mistakes, too: what was in force stays. */
export async function readAgain(setup: ComposeSetup): Promise<Checked> {
  const path = pagePath(setup);
  const checked = await readChecked(setup, readPageFile(path, byName(setup.registry)));
  if (path !== null) setup.problems.report(path, null);
  return checked;
}

const pagePath = ({ command: { values }, environment }: ComposeSetup): string | null =>
  pageFilePath(findConfig(values.conf_file ?? undefined, environment, diskFiles), environment);

/** Throws a `ConfigError` with all mistakes, or `UsageError`. @param page its rules; null: none */
export async function readChecked(
  { command, environment, registry, host }: ComposeSetup,
  page: PageFile | null,
): Promise<Checked> {
  const { values } = command;
  const mayRun = values.enable_config_exec && !values.disable_config_exec;
  const isServer = values.webserver || values.server;
  let targets: readonly Target[] = [];
  let exporters: ChosenExporters | null = null;
  const file = findConfig(values.conf_file ?? undefined, environment, diskFiles);
  const configuration = await loadSettings({
    page,
    async check(parts) {
      const choice = { command, configuration: parts, environment };
      const chooser = runsExporters(choice) ? await import('./choose-exporters.ts') : null;
      return [
        ...(isServer ? problemsOf(() => (targets = targetsOf(parts, environment))) : []),
        ...problemsOf(() => (exporters = chooser?.chooseExporters(choice) ?? null)),
      ];
    },
    registry,
    file,
    files: diskFiles,
    flags: configFlags(command, registry),
    ...(mayRun && { run: host.run }),
  });
  return { configuration, targets, exporters };
}

export const byName = (registry: readonly Plugin[]): ReadonlyMap<string, Plugin> =>
  new Map(registry.map((plugin) => [plugin.name, plugin]));

/** Exporters are loaded only if some run. */
const runsExporters = ({ command: { values }, configuration }: ExportChoice): boolean =>
  values.export_test === null && (values.export !== null || configuration.sections.export.enable.length > 0);

/** Logical cores of the watched host. */
const countCores = (host: LocalHost): number => Math.max(1, parseStat(host.read('/proc/stat')).cpus.length);
