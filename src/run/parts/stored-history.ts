/** Opens the database of `[history]`, from which the hub reads the past of hosts. */
import { ConfigError } from '../../core/errors.ts';
import { readAuthorities } from '../../net/deliver/authorities.ts';
import { basicAuthorization } from '../../net/transport/basic.ts';
import type { Configuration } from '../config/load.ts';
import { type Column, parseColumns } from '../../core/columns.ts';
import type { Clock } from '../../core/host.ts';
import type { Plugin } from '../../core/plugin.ts';
import type { Served } from '../../core/served.ts';
import { VERSION } from '../../core/version.ts';
import {
  type Environment,
  readSecretFile,
  SecretProblem,
  variableName,
  withSecrets,
} from '../../net/deliver/secret-value.ts';
import type { StoredSources } from '../../fleet/hub/hub.ts';
import { createStoredColumns, type DecorationOf } from '../../fleet/hub/stored-columns.ts';
import { decorationOf } from '../../measure/levels/judge.ts';
import type { WatchedLevels } from '../../measure/levels/levels.ts';
import { Database } from '../../history/database/database.ts';
import { ganderProfile } from '../../export/metrics/gander-fields.ts';
import { NODE_PROFILE } from '../../history/database/node-fields.ts';
import { HISTORY_SECTION, type HistoryOptions } from '../../history/database/options.ts';
import { StoredFleet } from '../../history/database/stored-fleet.ts';
import { StoredPast } from '../../history/database/stored-past.ts';

interface StoredHistorySetup {
  configuration: Configuration;
  environment: Environment;
  registry: readonly Plugin[];
  levels: WatchedLevels;
  clock: Clock;
}

/** Null without a database. Throws {@link Failure} for unreadable secrets and certificates. */
export function openStoredHistory(setup: StoredHistorySetup): StoredSources | null {
  const { configuration, environment, registry, levels, clock } = setup;
  const { history, serverlist } = configuration.sections;
  if (history.url === undefined) return null;
  const options = historyOptions(history, environment);
  const { profile, label, interval, mode, keep } = options;
  const database = new Database({
    ...targetOf(options),
    ca: options.ca_file === undefined ? null : readAuthorities('history', options.ca_file),
    verify: options.verify_ssl,
    now: () => clock.monotonic(),
  });
  const stored = {
    database,
    profile: profile === 'node' ? NODE_PROFILE : ganderProfile(registry),
    label,
    interval,
  };
  const fleet = new StoredFleet(stored);
  return {
    past: new StoredPast(stored),
    database: fleet,
    columns: createStoredColumns(fleet, parseColumns(serverlist.columns), judging(registry, levels)),
    isListing: mode === 'all',
    keepMs: keep,
    close: () => database.close(),
  };
}

function targetOf({ url, user, password, token, headers }: HistoryOptions) {
  const address = new URL(url ?? 'http://localhost');
  const name = user ?? decodeURIComponent(address.username);
  const secret = password ?? decodeURIComponent(address.password);
  address.username = '';
  address.password = '';
  const authorization =
    token === undefined ? (name === '' ? null : basicAuthorization(name, secret)) : `Bearer ${token}`;
  return {
    url: address,
    headers: {
      'user-agent': `gander/${VERSION}`,
      ...Object.fromEntries(headers ?? []),
      ...(authorization !== null && { authorization }),
    },
  };
}

function historyOptions(history: HistoryOptions, environment: Environment): HistoryOptions {
  const sources = { environment, readFile: readSecretFile };
  try {
    return withSecrets(
      HISTORY_SECTION.options,
      history,
      (key) => variableName('history', key),
      sources,
    ) as HistoryOptions;
  } catch (error) {
    if (error instanceof SecretProblem) throw new ConfigError([`[history] ${error.message}.`]);
    throw error;
  }
}

/** With the thresholds of this hub, since a database has none. */
function judging(registry: readonly Plugin[], levels: WatchedLevels): DecorationOf {
  const plugins = new Map(registry.map((plugin) => [plugin.name, plugin]));
  return ({ plugin: name, field, item }: Column, served: Served) => {
    const plugin = plugins.get(name);
    if (plugin === undefined) return 'DEFAULT';
    const key = plugin.shape === 'list' ? plugin.key : null;
    const value = key === null ? served : [{ [key]: item, ...served }];
    const verdict = levels
      .judgeOf(name)(value)
      .find((one) => one.field === field);
    return verdict === undefined ? 'DEFAULT' : decorationOf(verdict);
  };
}
