/** Reply of `/args`: every option with its effective value. */
import { FIELD_PLUGINS } from '../../core/glances-names.ts';
import { REDACTED } from '../../core/redact.ts';
import { enabled as enabledNames } from './config-flags.ts';
import { optionEntries, type Values } from './options.ts';

export type Args = Record<string, string | number | boolean | null>;

interface ArgsSetup {
  values: Values;
  /** Names of all plugins. */
  names: readonly string[];
  /** Enabled plugins. */
  enabled: ReadonlySet<string>;
}

/** Always masked: who runs this agent, and how, is private. */
const PRIVATE = ['password', 'username', 'conf_file', 'snmp_community', 'snmp_user', 'snmp_auth'];

/** Published plugins with other names; pages look for `disable_<name>` of each. */
const OTHER_PLUGINS = ['hddtemp', 'psutilversion'];
const OLD_PLUGINS = ['docker'];
/** Plugins that usual configuration files of Glances switch explicitly: clients find `enable_<name>` of each. */
const SWITCHED_PLUGINS = ['cloud', 'connections', 'irq', 'mpp', 'npu', 'raid', 'smart', 'vms'];

const EXPORTERS =
  'cassandra clickhouse couchdb csv duckdb elasticsearch graph graphite influxdb influxdb2 influxdb3 json kafka mongodb mqtt nats opentsdb prometheus rabbitmq restful riemann statsd timescaledb zeromq';

/** Returns the object behind `/args`, private values masked. */
export function argsOf({ values, names, enabled }: ArgsSetup): Args {
  const args: Args = {};
  for (const [key, { inArgs }] of optionEntries()) if (inArgs) args[key] = values[key];
  Object.assign(args, {
    port: values.port ?? (values.webserver ? 61_208 : 61_209),
    ...runTime(values),
    ...switches(values, names, enabled),
    ...Object.fromEntries(EXPORTERS.split(' ').map((name) => [`export_${name}`, false])),
  });
  for (const key of PRIVATE) args[key] = REDACTED;
  return args;
}

/** Keys without an option. */
function runTime(values: Values): Args {
  const isRemote = values.client !== null || values.server || values.webserver;
  return {
    help_tag: false,
    network_sum: false,
    network_cumul: false,
    generate_graph: false,
    is_standalone: !isRemote,
    is_client: false,
    is_client_browser: false,
    is_server: values.server,
    is_webserver: values.webserver,
  };
}

/** `disable_<plugin>` for each plugin; `enable_<plugin>` for those that are off or usually switched. */
function switches(values: Values, names: readonly string[], enabled: ReadonlySet<string>): Args {
  const isOn = (name: string): boolean => enabled.has(name === 'psutilversion' ? 'libversion' : name);
  const known = new Set([...FIELD_PLUGINS, ...OTHER_PLUGINS, ...names]);
  for (const name of OLD_PLUGINS) known.delete(name);
  const args: Args = {};
  for (const name of known) {
    args[`disable_${name}`] = !isOn(name);
    if (names.includes(name) && !isOn(name)) args[`enable_${name}`] = false;
  }
  for (const name of [...SWITCHED_PLUGINS, ...enabledNames(values)]) args[`enable_${name}`] = isOn(name);
  return args;
}
