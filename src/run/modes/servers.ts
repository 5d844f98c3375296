/** `--browser` on a terminal: the list of servers, and the opened ones. */
import { connect } from '../../net/agents/connect.ts';
import { RequestError } from '../../net/transport/request-error.ts';
import { openSnmp } from '../../net/agents/snmp-remote.ts';
import type { Remote } from '../../net/agents/remote.ts';
import { plugins } from '../../measure/plugins/index.ts';
import type { Clock } from '../../core/host.ts';
import { VERSION } from '../../core/version.ts';
import { nameOf } from '../../show/display/servers.ts';
import { usersOf } from '../../fleet/hub/credentials.ts';
import type { Hub } from '../../fleet/hub/hub.ts';
import { createFileProblems } from '../../core/file-problems.ts';
import { rowOf } from '../../fleet/hub/row.ts';
import { serverOrigin } from '../../fleet/hub/server.ts';
import { createSystemClock } from '../../measure/host/system-clock.ts';
import { createSnmpReader } from '../../measure/snmp/read-snmp.ts';
import { createApp, type Ending } from '../../show/terminal/app.ts';
import { createServersApp, type ServersApp } from '../../fleet/terminal/servers-app.ts';
import type { Choice, ServerList } from '../../fleet/terminal/server-list.ts';
import { createDiscovery } from '../../fleet/discovery/discovery.ts';
import { openHub } from '../parts/hub.ts';
import { readConfiguration } from '../parts/configuration.ts';
import type { Run } from '../parts/run.ts';
import { refreshOf } from '../parts/output-setup.ts';
import { openRemoteSubject } from '../parts/remote-source.ts';
import { openScreen } from './terminal.ts';
import { snmpOptionsOf, type SnmpValues } from '../../fleet/hub/snmp.ts';

/** Resolves with the exit code when the user quits. Throws `ConfigError`, `UsageError` and `Failure`. */
export async function run(run: Run): Promise<number> {
  const { process, command, life, log } = run;
  const { env: environment } = process;
  const { values } = command;
  const configuration = await readConfiguration(values.conf_file, environment);
  const clock = createSystemClock();
  // Nothing is served, so no password is needed.
  const opening = {
    configuration,
    registry: plugins,
    environment,
    clock,
    log,
    problems: createFileProblems(log),
    values,
    stored: null,
    hasPassword: true,
  };
  const { hub, ca, warnings } = openHub(opening);
  const screen = await openScreen({ ...run, outputs: configuration.sections.outputs });
  const servers = createServersApp({ ...screen, list: listOf(hub, clock) });
  hub.start();
  life.atEnd(() => hub.stop());
  if (!values.disable_autodiscover) {
    const browse = { onFound: hub.found, onLost: hub.lost };
    const discovery = createDiscovery({ announce: [], browse, clock, log });
    life.atEnd(() => discovery.close());
  }
  servers.show();
  if (warnings[0] !== undefined) servers.say(warnings[0]);
  const refresh = refreshOf(command, configuration);
  const show = async (remote: Remote, name: string): Promise<Ending> => {
    const source = await openRemoteSubject({ remote, name, registry: plugins, clock, refresh });
    const app = createApp({ ...screen, source, isFromList: true });
    await source.start();
    servers.hide();
    app.start();
    const ending = await Promise.race([app.ended, life.stopped]);
    app.stop();
    remote.close();
    return ending ?? 'ended';
  };
  await chooseAgain({
    servers,
    open: (choice) => openServer(hub, choice, values, ca),
    show,
    stopped: life.stopped,
  });
  servers.hide();
  screen.tty.release();
  return 0;
}

/** Changes within this time are drawn together. */
const TOGETHER_MS = 100;

function listOf(hub: Hub, clock: Clock): ServerList {
  return {
    columns: hub.columns,
    servers: () => hub.states().map((state) => rowOf(state, hub.columns, clock)),
    now: () => clock.now(),
    subscribe(onChange) {
      let timer: NodeJS.Timeout | undefined;
      const release = hub.keepActive();
      const unsubscribe = hub.subscribe(() => {
        timer ??= setTimeout(() => {
          timer = undefined;
          onChange();
        }, TOGETHER_MS);
      });
      return () => {
        clearTimeout(timer);
        unsubscribe();
        release();
      };
    },
  };
}

interface Session {
  servers: ServersApp;
  /** Throws {@link RequestError}. */
  open(choice: Choice): Promise<Remote>;
  show(remote: Remote, name: string): Promise<Ending>;
  stopped: Promise<void>;
}

/** Opens chosen servers until the end. A new choice replaces a silent server. */
async function chooseAgain({ servers, open, show, stopped }: Session): Promise<void> {
  const next = (): Promise<Choice | null> => Promise.race([servers.choose(), stopped.then((): null => null)]);
  let choice = await next();
  while (choice !== null) {
    const name = nameOf(choice.server);
    servers.say(`Opening ${name}`);
    const opening = open(choice).catch(onlyRequestError);
    const other = next();
    const opened = await Promise.race([opening, other.then((chosen) => ({ chosen }))]);
    if ('chosen' in opened) {
      void opening.then((late) => 'close' in late && late.close());
      choice = opened.chosen;
      continue;
    }
    if (!('close' in opened)) servers.say(`${name} cannot be shown: ${opened.message}.`);
    else if ((await show(opened, name)) === 'ended') return;
    else servers.show();
    choice = await next();
  }
}

function onlyRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  throw error;
}

/** Throws {@link RequestError}. */
async function openServer(
  hub: Hub,
  { server: { id, status }, password }: Choice,
  values: SnmpValues,
  ca: string | undefined,
): Promise<Remote> {
  const server = hub.find(id)?.server;
  if (server === undefined) throw new RequestError('absent', 'it has left the list');
  if (status === 'SNMP') return openSnmp(createSnmpReader(snmpOptionsOf(values, server.host)), plugins);
  const remote = await connect({
    target: {
      name: server.name,
      candidates: [{ protocol: server.protocol, base: new URL(serverOrigin(server)) }],
    },
    major: VERSION.split('.')[0] ?? '',
    users: usersOf(server),
    password: async () => password ?? server.password,
    ca,
  });
  if (password !== null) hub.unlock(id, password);
  return remote;
}
