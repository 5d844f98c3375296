/** The Docker Engine API, https://docs.docker.com/reference/api/engine/ (1.24 and later). */
import {
  type Details,
  type Dialect,
  type EngineEvent,
  isQuiet,
  type Listed,
  type UsageFrame,
} from './dialect.ts';
import type { LifeEvent } from './endings.ts';
import { dockerFrame } from './docker-frame.ts';
import {
  arrayOf,
  commandOf,
  entriesOf,
  type Json,
  momentOf,
  numberOf,
  objectOf,
  textOf,
  textsOf,
} from './json.ts';

/** `8080->80/tcp,443/tcp`: each port with the first address it is published on. */
const portsOf = (ports: unknown): string =>
  Object.entries(objectOf(ports))
    .map(([port, bindings]) => {
      const published = textOf(objectOf(arrayOf(bindings)[0])['HostPort']);
      return published === '' ? port : `${published}->${port}`;
    })
    .join(',');

const EVENTS = encodeURIComponent(JSON.stringify({ type: ['container', 'image'] }));

export const docker: Dialect = {
  engine: 'docker',
  listPath: (all) => `/containers/json?all=${all ? 1 : 0}`,
  parseList: (body) => entriesOf('Docker', body, 'Id').map(parseListed),
  detailsPath: (id) => `/containers/${encodeURIComponent(id)}/json`,
  parseDetails: (body, listed) => parseDetails(objectOf(body), listed),
  imagePath: (id) => `/images/${encodeURIComponent(id)}/json`,
  eventsPath: (since) => `/events?since=${since}&filters=${EVENTS}`,
  parseEvent,
  statsPath: (id) => `/containers/${encodeURIComponent(id ?? '')}/stats?stream=1`,
  statsPerContainer: true,
  parseFrame(frame): UsageFrame {
    const stats = objectOf(frame);
    return new Map([[textOf(stats['id']), dockerFrame(stats)]]);
  },
};

function parseListed(entry: Json): Listed {
  const names = textsOf(entry['Names']).map((name) => name.replace(/^\//, ''));
  const id = textOf(entry['Id']);
  // Names with a slash are aliases of linked containers.
  const name = names.find((one) => !one.includes('/')) ?? names[0] ?? id.slice(0, 12);
  const state = textOf(entry['State']);
  // "Up 5 minutes (unhealthy)": the age changes, the text in brackets matters.
  const status = /\([^()]*\)/.exec(textOf(entry['Status']))?.[0] ?? '';
  const created = momentOf(entry['Created']);
  return {
    id,
    name,
    imageId: textOf(entry['ImageID']),
    imageName: textOf(entry['Image']),
    state,
    signature: [name, state, status, textOf(entry['ImageID'])].join('\n'),
    created: created === null ? null : new Date(created).toISOString(),
    command: commandOf(textOf(entry['Command'])),
    ports: '',
    startedAt: null,
    pod: null,
  };
}

function parseDetails(body: Json, listed: Listed): Details {
  const state = objectOf(body['State']);
  const config = objectOf(body['Config']);
  const hostConfig = objectOf(body['HostConfig']);
  return {
    state: textOf(state['Status']) || listed.state,
    health: healthOf(state),
    created: textOf(body['Created']) || listed.created,
    command: commandOf(...wordsOf(config['Entrypoint']), ...wordsOf(config['Cmd'])),
    ports: portsOf(objectOf(body['NetworkSettings'])['Ports']),
    startedAt: momentOf(state['StartedAt']),
    pid: numberOf(state['Pid']) ?? 0,
    hostNetwork: textOf(hostConfig['NetworkMode']) === 'host',
    cpuLimit: cpuLimitOf(hostConfig),
    ...lifeOf(body),
  };
}

/** A list of words; a single text in old versions. */
const wordsOf = (value: unknown): string[] => (typeof value === 'string' ? [value] : textsOf(value));

/** Its end, restarts and health; Podman describes them in the same form. */
export function lifeOf(
  body: Json,
): Pick<
  Details,
  'endedAt' | 'exitCode' | 'oomKilled' | 'restarts' | 'failingStreak' | 'autoRemove' | 'hasTerminal'
> {
  const state = objectOf(body['State']);
  return {
    endedAt: momentOf(state['FinishedAt']),
    exitCode: numberOf(state['ExitCode']),
    oomKilled: state['OOMKilled'] === true,
    restarts: numberOf(body['RestartCount']),
    failingStreak: numberOf(checksOf(state)['FailingStreak']) ?? 0,
    autoRemove: objectOf(body['HostConfig'])['AutoRemove'] === true,
    hasTerminal: objectOf(body['Config'])['Tty'] === true,
  };
}

const checksOf = (state: Json): Json => objectOf(state['Health'] ?? state['Healthcheck']);

/** `none`: no health check. */
export function healthOf(state: Json): string {
  const health = textOf(checksOf(state)['Status']);
  return health === 'none' ? '' : health;
}

const DEFAULT_PERIOD = 100_000;

/** Cores a container may use, of its `HostConfig`; null without limit. */
export function cpuLimitOf(hostConfig: Json): number | null {
  const nanoseconds = numberOf(hostConfig['NanoCpus']) ?? 0;
  if (nanoseconds > 0) return nanoseconds / 1e9;
  const quota = numberOf(hostConfig['CpuQuota']) ?? 0;
  return quota > 0 ? quota / (numberOf(hostConfig['CpuPeriod']) || DEFAULT_PERIOD) : null;
}

const ACTIONS: Readonly<Record<string, LifeEvent['action']>> = {
  start: 'start',
  stop: 'stop',
  die: 'die',
  died: 'die',
  cleanup: 'cleanup',
  destroy: 'remove',
  remove: 'remove',
};

/** HUP, USR1, USR2, CHLD, CONT, WINCH: requests to a program that goes on. */
const HARMLESS_SIGNALS: ReadonlySet<string> = new Set(['1', '10', '12', '17', '18', '28']);

/** Podman sends events in the same form. */
export function parseEvent(event: unknown): EngineEvent {
  const { Type: type, Action: action, Actor: actor, timeNano: nanoseconds } = objectOf(event);
  if (type === 'image') return 'images';
  if (type !== 'container' || isQuiet(textOf(action))) return null;
  const { ID: id, Attributes: attributes } = objectOf(actor);
  return {
    container: textOf(id),
    action: actionOf(textOf(action), objectOf(attributes)),
    at: (numberOf(nanoseconds) ?? 0) / 1e6,
  };
}

/** Docker reports changes of health, Podman (`health_status`) each check. */
function actionOf(action: string, attributes: Json): LifeEvent['action'] {
  if (action.startsWith('health_status:')) return 'health';
  if (action === 'kill') return HARMLESS_SIGNALS.has(textOf(attributes['signal'])) ? 'other' : 'kill';
  return ACTIONS[action] ?? 'other';
}
