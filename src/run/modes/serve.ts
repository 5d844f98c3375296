/** Serves until a signal stops it. */
import { existsSync } from 'node:fs';
import { type Part, pieceOf } from '../../core/parts/part.ts';
import { give, optional } from '../../core/parts/service.ts';
import { maskSecrets } from '../../core/redact.ts';
import { AlertBoard } from '../../core/alert.ts';
import { McpSettings } from '../../api/mcp/mcp.ts';
import { DiscoveryChoice } from '../../fleet/discovery/discovery-part.ts';
import { FEATURES } from '../features/index.ts';
import { PastEvents } from '../../history/events/between.ts';
import { EventFolder } from '../../history/events/event-folder.ts';
import { explain } from '../../core/explain.ts';
import { createListening, Listening } from '../../http/server/listening.ts';
import { addressLines, banner, pageUrl, securityWarnings, type Serving } from '../cli/banner.ts';
import { idleOptions } from '../cli/idle-options.ts';
import { ChosenAccount } from '../cli/password/choose-account.ts';
import { GivenPassword, takePassword } from '../cli/password/from-environment.ts';
import { createTerminal, Terminal } from '../cli/password/terminal.ts';
import { Configuration } from '../config/load.ts';
import { Agent } from '../parts/agent.ts';
import { EventJournal } from '../../history/events/agent-journal.ts';
import { AGENT, samplingPart, SERVED_AGENT } from '../parts/agent-parts.ts';
import { OwnAlertBoard } from '../parts/alert-board.ts';
import { alertBoardPart } from '../parts/alert-board-part.ts';
import { alertCausesPart } from '../../explain/alert-causes.ts';
import { Announcer } from '../parts/announcer.ts';
import { ARCHIVE } from '../parts/archive-parts.ts';
import { browsersPart } from '../parts/browsers.ts';
import { CONFIGURATION, settingsFolder } from '../parts/configuration-parts.ts';
import { journalPart } from '../parts/event-journal.ts';
import { FLEET } from '../parts/fleet-parts.ts';
import { Guard } from '../parts/guard.ts';
import { GUARD } from '../parts/guard-parts.ts';
import { mcpSettingsPart } from '../parts/mcp-part.ts';
import { notificationsPart, silencedPart } from '../parts/notifications-part.ts';
import { openMode } from '../parts/open-mode.ts';
import { OpenedHub } from '../parts/opened-fleet.ts';
import { PAGE, PageFolder } from '../parts/page-parts.ts';
import { pageRulesPart } from '../parts/page-rules-part.ts';
import { pushPart } from '../parts/push.ts';
import type { Run } from '../parts/run.ts';
import { placeOf } from '../cli/options.ts';
import { Servers, serversPart } from '../parts/servers-part.ts';
import { targetsPart } from '../parts/targets.ts';

/** In the order of their starts, as far as their needs leave it open. */
export const PARTS: readonly Part[] = [
  ...CONFIGURATION,
  settingsFolder,
  journalPart,
  pieceOf(EventFolder, EventJournal, ({ folder }) => folder),
  pieceOf(PastEvents, EventJournal, ({ between }) => between),
  ...AGENT,
  ...SERVED_AGENT,
  samplingPart,
  ...GUARD,
  ...FLEET,
  ...ARCHIVE,
  alertCausesPart,
  silencedPart,
  browsersPart,
  targetsPart,
  alertBoardPart,
  pieceOf(AlertBoard, OwnAlertBoard, (board) => board),
  mcpSettingsPart,
  ...FEATURES,
  notificationsPart,
  pushPart,
  pageRulesPart,
  ...PAGE,
  serversPart,
];

/** Resolves with the exit code. */
export async function run(run: Run): Promise<number> {
  const { process, command, life, log, pageFolder } = run;
  const { quiet } = command.values;
  // A log on standard error has already printed everything.
  const print = quiet || log.isOnStderr ? () => {} : run.print;
  const listening = createListening((name, error) =>
    log.write('ERROR', `Cannot begin ${name}: ${explain(error)}.`),
  );
  const mode = await openMode(run, PARTS, [
    give(GivenPassword, takePassword(process.env)),
    give(Terminal, createTerminal(process)),
    give(PageFolder, pageFolder),
    give(DiscoveryChoice, { isDisabled: command.values.disable_autodiscover }),
    give(Listening, listening),
    give(Announcer, {
      tell(line) {
        log.write('INFO', line);
        print(line);
      },
    }),
  ]);
  await mode.start();
  const account = mode.get(optional(ChosenAccount));
  const hub = mode.get(optional(OpenedHub));
  const servers = mode.get(Servers).listening();
  const configuration = mode.get(Configuration);
  const { warnings, notices, sections } = configuration;
  const portOf = (wanted: string): number | null =>
    servers.find(({ protocol }) => protocol === wanted)?.port ?? null;
  const { host: bind, socket } = placeOf(command, configuration);
  const serving: Serving = {
    bind,
    socket,
    port: portOf('rest'),
    rpcPort: portOf('rpc'),
    prefix: sections.outputs.url_prefix,
    assistants: mode.get(optional(McpSettings))?.path ?? null,
    hasWebUi: !command.values.disable_webui,
    isHub: hub !== null,
    hasPassword: mode.get(Guard).protection.authenticator !== null,
    needsCertificate: sections.access.client_certificates === 'required',
    hasApiKeys: existsSync(mode.get(Guard).keyPath),
    outputs: sections.outputs,
  };
  const risks = [
    ...(account?.warnings ?? []),
    ...securityWarnings(serving),
    ...idleOptions(command),
    ...(hub?.warnings ?? []),
    ...(process.pid === 1 ? [NO_INIT] : []),
  ];
  const addresses = addressLines(serving);
  for (const risk of risks) log.write('WARNING', risk);
  for (const line of [...(account?.notices ?? []), ...addresses]) log.write('INFO', line);
  print(banner());
  for (const warning of [...warnings, ...mode.get(Agent).problems, ...risks])
    print(maskSecrets(`Warning: ${warning}`));
  for (const notice of [...notices, ...(account?.notices ?? [])]) print(maskSecrets(`Note: ${notice}`));
  for (const line of addresses) print(line);
  listening.begin(servers);
  const page = pageUrl(serving);
  if (command.values.open_web_browser && page !== null)
    void mode.host.run(['xdg-open', page], { timeoutMs: 10_000, maxBytes: 4096 });
  life.atEnd(mode.manager.stopping);
  await mode.manager.ready(addresses.join('; '));
  await life.stopped;
  return 0;
}

/** Node.js waits for its own children only. */
const NO_INIT =
  'As process 1, Gander does not reap orphaned processes, which stay as zombies. Start the container with --init (init: true).';
