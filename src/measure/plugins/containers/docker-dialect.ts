/** The Docker Engine API, https://docs.docker.com/reference/api/engine/ (1.24 and later). */
import { adopt } from '../../../core/adopt.ts';
import type { Json } from '../../../core/served.ts';
import {
  either,
  flag,
  listOf,
  loose,
  mapOf,
  number,
  numbers,
  orNull,
  text,
  texts,
  type TypeOf,
} from '../../../core/shape.ts';
import {
  type Details,
  type Dialect,
  type EngineEvent,
  isQuiet,
  type Listed,
  type UsageFrame,
} from './dialect.ts';
import type { LifeEvent } from './endings.ts';
import { DOCKER_STATS, dockerFrame } from './docker-frame.ts';
import { commandOf, ID, listReader, parseMoment } from './json.ts';

const LISTED = loose(
  {
    Id: ID,
    ...texts('State', 'Status', 'ImageID', 'Image', 'Command'),
    Names: listOf(text()),
    Created: either(number(), text()),
  },
  ['Id'],
);
const CHECKS = loose({ Status: text(), FailingStreak: number() });
const HOST_CONFIG = loose({
  ...numbers('NanoCpus', 'CpuQuota', 'CpuPeriod'),
  NetworkMode: text(),
  AutoRemove: flag(),
});
/** A list of words; a single text in old versions. */
const WORDS = either(text(), listOf(text()));
/** Podman describes containers in the same form. */
const DETAILS = loose({
  Created: text(),
  RestartCount: number(),
  State: loose({
    ...texts('Status', 'StartedAt', 'FinishedAt'),
    ...numbers('ExitCode', 'Pid'),
    OOMKilled: flag(),
    // The second is the name of older versions of Podman.
    Health: CHECKS,
    Healthcheck: CHECKS,
  }),
  Config: loose({ Entrypoint: WORDS, Cmd: WORDS, Tty: flag() }),
  HostConfig: HOST_CONFIG,
  NetworkSettings: loose({ Ports: mapOf('By port.', orNull(listOf(loose({ HostPort: text() })))) }),
});
type DetailsBody = TypeOf<typeof DETAILS>;

const readDetails = adopt(DETAILS);

/** Null: nothing is known of the container. */
export function detailsIn(body: Json): DetailsBody | null {
  const details = readDetails(body);
  return details && Object.keys(details).length > 0 ? details : null;
}
const statsIn = adopt(DOCKER_STATS);

/** `8080->80/tcp,443/tcp`: each port with the first address it is published on. */
const portsOf = ({ NetworkSettings: { Ports: ports = {} } = {} }: DetailsBody): string =>
  Object.entries(ports)
    .map(([port, bindings]) => {
      const published = bindings?.[0]?.HostPort || null;
      return published === null ? port : `${published}->${port}`;
    })
    .join(',');

const EVENTS = encodeURIComponent(JSON.stringify({ type: ['container', 'image'] }));

export const docker: Dialect = {
  engine: 'docker',
  listPath: (all) => `/containers/json?all=${all ? 1 : 0}`,
  parseList: (body) => listIn(body).map(parseListed),
  detailsPath: (id) => `/containers/${encodeURIComponent(id)}/json`,
  parseDetails(body, listed) {
    const details = detailsIn(body);
    return details && parseDetails(details, listed);
  },
  imagePath: (id) => `/images/${encodeURIComponent(id)}/json`,
  eventsPath: (since) => `/events?since=${since}&filters=${EVENTS}`,
  parseEvent,
  statsPath: (id) => `/containers/${encodeURIComponent(id ?? '')}/stats?stream=1`,
  statsPerContainer: true,
  parseFrame(frame): UsageFrame {
    const stats = statsIn(frame) ?? {};
    return new Map([[stats.id ?? '', dockerFrame(stats)]]);
  },
};

const listIn = listReader('Docker', LISTED);

function parseListed({ Id: id, ...entry }: TypeOf<typeof LISTED>): Listed {
  const names = (entry.Names ?? []).map((name) => name.replace(/^\//, ''));
  // Names with a slash are aliases of linked containers.
  const name = names.find((one) => !one.includes('/')) ?? names[0] ?? id.slice(0, 12);
  const { State: state = '', Status: status = '', ImageID: imageId = '', Image: imageName = '' } = entry;
  // "Up 5 minutes (unhealthy)": the age changes, the text in brackets matters.
  const health = /\([^()]*\)/.exec(status)?.[0] ?? '';
  const created = parseMoment(entry.Created);
  return {
    id,
    name,
    imageId,
    imageName,
    state,
    signature: [name, state, health, imageId].join('\n'),
    created: created === null ? null : new Date(created).toISOString(),
    command: commandOf(entry.Command ?? ''),
    ports: '',
    startedAt: null,
    pod: null,
  };
}

const parseDetails = (body: DetailsBody, listed: Listed): Details => ({
  ...lifeOf(body, listed),
  created: body.Created || listed.created,
  command: commandOf(...[body.Config?.Entrypoint ?? [], body.Config?.Cmd ?? []].flat()),
  ports: portsOf(body),
  startedAt: parseMoment(body.State?.StartedAt),
});

/** Its state, limits, end, restarts and health. */
export function lifeOf(
  { State: state = {}, HostConfig: hostConfig = {}, Config: config, RestartCount: restarts }: DetailsBody,
  listed: Listed,
): Omit<Details, 'created' | 'command' | 'ports' | 'startedAt'> {
  const checks = state.Health ?? state.Healthcheck ?? {};
  return {
    state: state.Status || listed.state,
    // `none`: no health check.
    health: checks.Status === 'none' ? '' : (checks.Status ?? ''),
    pid: state.Pid ?? 0,
    hostNetwork: hostConfig.NetworkMode === 'host',
    cpuLimit: cpuLimitOf(hostConfig),
    endedAt: parseMoment(state.FinishedAt),
    exitCode: state.ExitCode ?? null,
    oomKilled: state.OOMKilled === true,
    restarts: restarts ?? null,
    failingStreak: checks.FailingStreak ?? 0,
    autoRemove: hostConfig.AutoRemove === true,
    hasTerminal: config?.Tty === true,
  };
}

const DEFAULT_PERIOD = 100_000;

/** Cores a container may use; null without limit. */
function cpuLimitOf({ NanoCpus = 0, CpuQuota = 0, CpuPeriod }: TypeOf<typeof HOST_CONFIG>): number | null {
  if (NanoCpus > 0) return NanoCpus / 1e9;
  return CpuQuota > 0 ? CpuQuota / (CpuPeriod || DEFAULT_PERIOD) : null;
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

const eventIn = adopt(
  loose({
    Type: text(),
    Action: text(),
    Actor: loose({ ID: text(), Attributes: loose({ signal: text() }) }),
    timeNano: number(),
  }),
);

/** Podman sends events in the same form. */
export function parseEvent(event: Json): EngineEvent {
  const { Type: type, Action: action = '', Actor: actor, timeNano: nanoseconds = 0 } = eventIn(event) ?? {};
  if (type === 'image') return 'images';
  if (type !== 'container' || isQuiet(action)) return null;
  return {
    container: actor?.ID ?? '',
    action: actionOf(action, actor?.Attributes?.signal),
    at: nanoseconds / 1e6,
  };
}

/** Docker reports changes of health, Podman (`health_status`) each check. */
function actionOf(action: string, signal = ''): LifeEvent['action'] {
  if (action.startsWith('health_status:')) return 'health';
  if (action === 'kill') return HARMLESS_SIGNALS.has(signal) ? 'other' : 'kill';
  return ACTIONS[action] ?? 'other';
}
