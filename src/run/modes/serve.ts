/** Serves until a signal stops it. */
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { explain } from '../../core/explain.ts';
import { FileProblems } from '../../core/file-problems.ts';
import { maskSecrets } from '../../core/redact.ts';
import { addressLines, banner, pageUrl, securityWarnings, type Serving } from '../cli/banner.ts';
import { createAlertCauses } from '../parts/alert-causes.ts';
import { watchArchives } from '../parts/archive-events.ts';
import { volatileFolder } from '../parts/archive-place.ts';
import { archiveLine, type ArchiveOff } from '../parts/archive.ts';
import type { FleetArchive } from '../parts/fleet-archive.ts';
import { calledBy } from '../../fleet/hub/server.ts';
import type { Archive } from '../../history/archive/archive.ts';
import type { Running } from '../../core/parts/open.ts';
import { optional } from '../../core/parts/service.ts';
import { portOf } from '../cli/options.ts';
import { Neighbours } from '../../fleet/discovery/discovery-part.ts';
import { createGuard } from '../parts/guard.ts';
import type { OpenedHub } from '../parts/hub.ts';
import { idleOptions } from '../cli/idle-options.ts';
import { chooseAccount, type ChosenAccount } from '../cli/password/choose-account.ts';
import { apiKeyPath, passwordFolders } from '../cli/password/folders.ts';
import { takePassword } from '../cli/password/from-environment.ts';
import { createTerminal } from '../cli/password/terminal.ts';
import { plugins } from '../../measure/plugins/index.ts';
import { archiveSetup, CompositionEnd, OpenedArchive, ServersEnd } from '../parts/serve-parts.ts';
import { openServingMachine, type ServingMachine } from '../parts/serving-machine.ts';
import type { Run } from '../parts/run.ts';
import type { Life } from '../process/life.ts';
import { seedAvailability } from '../parts/seed-availability.ts';
import { createServers, listenAll, listeningOf, type Ports, type ServersSetup } from '../parts/servers.ts';

/** Longest wait of notifications for the journal at the end. */
const JOURNAL_MS = 200;

/** Serves until a signal stops it. Resolves with the exit code. */
export async function run(run: Run): Promise<number> {
  const { process, command, life, log, pageFolder } = run;
  const { env: environment } = process;
  const given = takePassword(environment);
  const machine = await openServingMachine(run);
  const folders = passwordFolders(machine.configuration.sections.passwords.local_password_path, environment);
  const chosen = await chooseAccount({
    values: command.values,
    given,
    folders,
    terminal: createTerminal(process),
  });
  const served = await serve({
    composition: machine,
    parts: machine.parts,
    listening: machine.listening,
    command,
    registry: plugins,
    environment,
    chosen,
    keyPath: apiKeyPath(folders),
    life,
    log,
    // A log on standard error has already printed everything.
    print: log.isOnStderr ? () => {} : run.print,
    pageFolder,
  });
  life.atEnd(machine.manager.stopping);
  await machine.manager.ready(served.join('; '));
  await life.stopped;
  return 0;
}

interface ServeSetup extends Omit<ServersSetup, 'guard' | 'parts' | 'fleet' | 'fleetArchive'> {
  parts: Running;
  listening: ServingMachine['listening'];
  environment: Readonly<Record<string, string | undefined>>;
  /** The account whose password clients need; null: none. */
  chosen: ChosenAccount | null;
  /** File of API keys. */
  keyPath: string;
  life: Life;
  print(line: string): void;
}

/** Resolves with the addresses as text when everything is served. Throws `Failure` if an address cannot be used. */
async function serve(setup: ServeSetup): Promise<string[]> {
  const { composition, command, life, parts, print } = setup;
  const { agent, host, configuration, notifications, journal } = composition;
  const { values } = command;
  const guard = await createGuard({
    ...setup,
    outputs: configuration.sections.outputs,
    warnings: configuration.warnings,
    clock: host.clock,
    port: portOf(values),
    problems: setup.parts.get(FileProblems),
  });
  await agent.sampler.begin();
  const sampling = agent.sampler.start();
  // Loading the HTTP library takes nearly the time between the first two samples.
  const watching = values.browser && values.webserver ? await loadHub(setup) : null;
  const archive = parts.get(OpenedArchive);
  const fleetPast = watching && (await loadFleetArchive(setup, watching));
  const events = journal?.between ?? null;
  notifications?.explainBy(createAlertCauses({ archive, clock: host.clock, events }));
  const servers = await createServers({
    ...setup,
    guard,
    fleet: watching?.hub ?? null,
    fleetArchive: fleetPast?.archive ?? null,
  });
  const instances = servers.map(({ instance }) => instance);
  let written: Promise<void> | undefined;
  parts.get(ServersEnd).atStop(async () => {
    // Running requests may wait for a sample, or for another server.
    const { closeServer } = await import('../../http/server/closing.ts');
    // The journal's pending changes are still notified; a disk may hang.
    written = Promise.resolve(agent.calm?.stop()).then(() => journal?.stop());
    const kept = Promise.race([written, sleep(JOURNAL_MS, undefined, { ref: false })]);
    const told = kept.then(() => notifications?.stop());
    await Promise.all([told, ...instances.map(closeServer)]);
    agent.sampler.stop();
    watching?.hub.stop();
  });
  parts.get(CompositionEnd).atStop(async () => {
    const archives = [archive, fleetPast?.archive].map((one) => one && 'stop' in one && one.stop());
    await Promise.all([written, ...archives]);
  });
  if (watching !== null)
    parts.get(optional(Neighbours))?.watch({ onFound: watching.hub.found, onLost: watching.hub.lost });
  await parts.start();
  notifications?.start(agent.calm);
  await Promise.all([sampling, ...instances.map((instance) => instance.ready())]);
  const ports = await listenAll(servers, values);
  if (watching !== null && fleetPast !== null) void beginWatching(watching.hub, fleetPast, setup, ports.rest);
  life.atEnd(guard.follow(instances.map(({ server }) => server)));
  const serving = servingOf(setup, ports, watching !== null);
  announce(setup, serving, watching?.warnings ?? []);
  const addresses = addressLines(serving);
  if (!values.quiet) for (const line of addresses) print(line);
  // After everything that serves: reading history and queues may take longer than the start.
  setup.listening.begin(servers.flatMap(listeningOf));
  void beginArchive(archive, fleetPast?.archive ?? null, setup);
  const page = pageUrl(serving);
  if (values.open_web_browser && page !== null)
    void host.run(['xdg-open', page], { timeoutMs: 10_000, maxBytes: 4096 });
  return addresses;
}

/** Logs where the history is once it is open, or why there is none. */
async function beginArchive(
  archive: Archive | ArchiveOff,
  fleet: Archive | ArchiveOff | null,
  setup: ServeSetup,
): Promise<void> {
  const { agent, host, journal } = setup.composition;
  const warning = 'off' in archive ? null : volatileFolder(archive.path);
  if ('off' in archive) journal?.mark('off', archive.off);
  else {
    await archive.start();
    await seedAvailability(archive, agent.checks, host.clock.now()).catch((error: unknown) =>
      setup.log.write('WARNING', `The availability of checks begins now: ${explain(error)}.`),
    );
  }
  // That of the fleet is off for the same reason.
  const both = [
    { name: null, archive },
    ...(fleet === null || 'off' in fleet ? [] : [{ name: 'fleet' as const, archive: fleet }]),
  ];
  if (agent.events !== null) setup.life.atEnd(watchArchives(both, agent.events, host.clock));
  tell(setup, archiveLine(archive));
  if (warning !== null) tell(setup, `Warning: ${warning}`);
}

function tell({ log, print, command }: ServeSetup, line: string): void {
  log.write('INFO', line);
  if (!command.values.quiet) print(line);
}

/** Longest wait of a hub for a hanging disk. */
const PATIENCE_MS = 1000;

/** Polls start when the numbers of the previous run are loaded, or soon: later ones are merged. */
async function beginWatching(
  hub: OpenedHub['hub'],
  { archive, record }: FleetArchive,
  setup: ServeSetup,
  port: number | null,
): Promise<void> {
  if (!('off' in archive))
    await Promise.race([archive.start(), sleep(PATIENCE_MS, undefined, { ref: false })]);
  const { ssl_certfile, url_prefix: prefix } = setup.composition.configuration.sections.outputs;
  hub.start(port === null ? undefined : { isSecure: ssl_certfile !== undefined, port, prefix });
  setup.life.atEnd(record());
  const { agent, host, journal, notifications, silenced } = setup.composition;
  const [{ watchOutages }, { watchFleetAlerts }] = await Promise.all([
    import('../parts/fleet-outages.ts'),
    import('../parts/fleet-alerts.ts'),
  ]);
  silenced.follow((id) => {
    const state = hub.find(id);
    return state === undefined ? null : calledBy(state.server);
  });
  if (notifications !== null && agent.calm !== null) {
    const stoppedAt = journal?.past.stoppedAt ?? 0;
    const fleetAlerts = watchFleetAlerts({
      hub,
      clock: host.clock,
      registry: setup.registry,
      kept: journal?.fleetAlerts ?? null,
      stoppedAt,
      onAlert: notifications.onAlert,
      onOver: silenced.ended,
    });
    notifications.follow(fleetAlerts.calm, stoppedAt);
    setup.life.atEnd(fleetAlerts.stop);
  }
  if (agent.kinds !== null) setup.life.atEnd(watchOutages(hub, agent.kinds, host));
  tell(setup, archiveLine(archive, 'history of the fleet'));
}

async function loadFleetArchive(setup: ServeSetup, { hub, history }: OpenedHub): Promise<FleetArchive> {
  const { openFleetArchive } = await import('../parts/fleet-archive.ts');
  return openFleetArchive({ ...archiveSetup(setup.composition, setup), hub, history });
}

/** The code that polls other servers is loaded only if used. */
async function loadHub({
  composition,
  command,
  registry,
  log,
  environment,
  chosen,
  parts,
}: ServeSetup): Promise<OpenedHub> {
  const { openHub } = await import('../parts/hub.ts');
  const { agent, configuration, host } = composition;
  const { values } = command;
  const { openStoredHistory } = await import('../parts/stored-history.ts');
  const { clock } = host;
  const stored = openStoredHistory({ configuration, environment, registry, levels: agent.levels, clock });
  const hasPassword = chosen !== null;
  const problems = parts.get(FileProblems);
  return openHub({ configuration, registry, environment, clock, stored, log, problems, values, hasPassword });
}

function servingOf(
  { composition, command, chosen, keyPath }: ServeSetup,
  ports: Ports,
  isHub: boolean,
): Serving {
  const { outputs } = composition.configuration.sections;
  return {
    bind: command.values.bind_address,
    port: ports.rest,
    rpcPort: ports.rpc,
    prefix: outputs.url_prefix,
    hasWebUi: !command.values.disable_webui,
    isHub,
    hasPassword: chosen !== null,
    hasApiKeys: existsSync(keyPath),
    outputs,
  };
}

/** Node.js waits for its own children only. */
const NO_INIT =
  'As process 1, Gander does not reap orphaned processes, which stay as zombies. Start the container with --init (init: true).';

/** Prints banner, warnings of the configuration and addresses, all of which also go to the log. */
function announce(
  { composition, command, chosen, log, print }: ServeSetup,
  serving: Serving,
  hubWarnings: readonly string[],
): void {
  const { warnings, notices } = composition.configuration;
  const risks = [
    ...(chosen?.warnings ?? []),
    ...securityWarnings(serving),
    ...idleOptions(command),
    ...hubWarnings,
    ...(process.pid === 1 ? [NO_INIT] : []),
  ];
  for (const risk of risks) log.write('WARNING', risk);
  for (const line of [...(chosen?.notices ?? []), ...addressLines(serving)]) log.write('INFO', line);
  if (command.values.quiet) return;
  print(banner());
  for (const warning of [...warnings, ...composition.agent.problems, ...risks])
    print(maskSecrets(`Warning: ${warning}`));
  for (const notice of [...notices, ...(chosen?.notices ?? [])]) print(maskSecrets(`Note: ${notice}`));
}
