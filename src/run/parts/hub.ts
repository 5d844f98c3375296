/** Builds the hub of `--browser` from the configuration. */
import { createColumnCheck } from '../../net/agents/values/column-check.ts';
import { readAuthorities } from '../../net/deliver/authorities.ts';
import { addedPath, createAddedFile } from '../../fleet/hub/added-file.ts';
import { createHub, type Hub, type StoredSources } from '../../fleet/hub/hub.ts';
import { listedServers } from '../../fleet/hub/settings.ts';
import type { Configuration } from '../config/load.ts';
import { parseColumns, RECENT_LENGTH, type ServerColumn } from '../../core/columns.ts';
import { describe } from '../../core/describe.ts';
import type { LogWriter } from '../../core/base-services.ts';
import type { Clock } from '../../core/host.ts';
import type { Plugin } from '../../core/plugin.ts';
import { stateFolder } from '../../net/deliver/state-folder.ts';
import { createForeignRanges } from '../../core/foreign-values.ts';
import { createAlertCheck } from '../../fleet/hub/alert-check.ts';
import type { FileProblems } from '../../core/file-problems.ts';
import type { History } from '../../core/store/history.ts';
import { fleetHistory } from './fleet-archive.ts';
import { createFallBack, type SnmpValues } from '../../fleet/hub/snmp.ts';

interface OpenHubSetup {
  configuration: Configuration;
  registry: readonly Plugin[];
  environment: Readonly<Record<string, string | undefined>>;
  clock: Clock;
  /** The database of `[history]`; null: none, or disabled. */
  stored: StoredSources | null;
  log: LogWriter;
  problems: Pick<FileProblems, 'report'>;
  /** True if this hub asks for a password. */
  hasPassword: boolean;
  values: SnmpValues;
}

export interface OpenedHub {
  hub: Hub;
  /** Trusted certificates instead of the system's. */
  ca: string | undefined;
  /** The numbers of all servers. */
  history: History;
  /** Warnings about the configuration, one sentence each. */
  warnings: string[];
}

const OPEN_HUB =
  'This hub logs in to servers with [passwords] and has no password itself: anyone who reaches it sees what they show. ' +
  'Start it with --password.';

/** Throws {@link Failure} for certificates that cannot be read. */
export function openHub({
  configuration,
  registry,
  environment,
  clock,
  stored,
  log,
  problems,
  values,
  hasPassword,
}: OpenHubSetup): OpenedHub {
  const { servers: entries, columns, refresh, ca_file: caFile } = configuration.sections.serverlist;
  const servers = listedServers(entries, configuration.passwords);
  const ca = caFile === undefined ? undefined : readAuthorities('serverlist', caFile);
  const folder = stateFolder(environment, process.getuid?.() === 0);
  const history = fleetHistory(refresh, configuration.sections.archive);
  const hub = createHub({
    clock,
    past: (id, key, before) =>
      history
        .points(`${id}_${key}`, RECENT_LENGTH)
        .flatMap(([time, value]) => (time < before ? [value] : [])),
    servers,
    columns: columnReports(columns, registry),
    checkValues: createColumnCheck(parseColumns(columns), registry),
    checkAlerts: createAlertCheck(createForeignRanges(registry)),
    refresh,
    fallBack: createFallBack(values, parseColumns(columns), clock),
    ca,
    stored,
    addedFile: folder === null ? null : createAddedFile(addedPath(folder), problems),
    onFault: (error) =>
      log.write('ERROR', error instanceof Error ? (error.stack ?? error.message) : String(error)),
  });
  const isOpen = !hasPassword && servers.some(({ password }) => password !== null);
  return { hub, history, ca, warnings: isOpen ? [OPEN_HUB] : [] };
}

const columnReports = (words: readonly string[], registry: readonly Plugin[]): ServerColumn[] =>
  parseColumns(words).map((column) => {
    const plugin = registry.find(({ name }) => name === column.plugin);
    const { unit = null, description = null } = (plugin && describe(plugin, column.field)) ?? {};
    return { ...column, unit, description };
  });
