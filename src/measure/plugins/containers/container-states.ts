import { SaidError } from '../../../core/said.ts';
import { constant, flag, type Reading, text } from '../../../core/fields.ts';
import { definePlugin, Unsupported } from '../../../core/plugin.ts';
import { signalOfExit } from '../../linux/signals.ts';
import type { ContainerLife, NamedContainer } from './engine.ts';
import { engines } from './engines.ts';

const fields = {
  name: text('Name of the container, as in the plugin containers.', { metric: { label: 'name' } }),
  alias: text('Configured label of the container.', { sparse: true }),
  id: text('Identifier that the engine gave it.'),
  engine: text('Engine that runs it: docker, podman or lxd (Incus too).', { metric: { label: 'engine' } }),
  image: text('Tags of its image, separated by commas.'),
  status: text('State, or its health where it runs and has a health check.'),
  running: flag('bool', 'Whether it runs, or its engine is restarting it.'),
  known: flag('bool', 'False: its engine does not answer, and this is what it reported last.', {
    metric: 'skip',
  }),
  started: constant('timestamp', 'Time at which it was started, seconds since the epoch.', {
    nullWhen: 'its engine does not report it',
    metric: 'skip',
  }),
  ended: constant('timestamp', 'Time at which it ended.', { nullWhen: 'it runs', metric: 'skip' }),
  exit_code: constant('number', 'Exit code.', { nullWhen: 'it runs, or LXD runs it' }),
  reason: text('Why it ended: OOM, the name of a signal, or exit.', { nullWhen: 'it runs, or LXD runs it' }),
  planned: flag('bool', 'Whether it was stopped on request (stop, kill, rm, --rm).', {
    nullWhen: 'its engine does not report it',
    metric: 'skip',
  }),
  restarts: constant('number', 'Restarts by its restart policy since it was last started on request.', {
    nullWhen: 'its engine does not report it',
  }),
  health: text('State of its health check.', { nullWhen: 'it has no health check, or does not run' }),
  failing_streak: constant('number', 'Health checks that failed in a row.', {
    nullWhen: 'it has no health check',
  }),
};

/** Limit of ended containers, latest first. */
const MOST_ENDED = 100;

/** States of containers, including ended ones, from their engines. */
export default definePlugin({
  name: 'containerstates',
  shape: 'list',
  key: 'name',
  description: 'Health of containers, and how stopped ones ended.',
  weight: 'heavy',
  pacedBy: 'containers',
  fields,
  create({ use, instance, again }) {
    const list = use(engines);
    instance(engines).onChange(() => again(0));
    return {
      async read() {
        const { containers, remembered, isPending, problem, absence } = await list();
        const all = [...containers, ...remembered];
        if (absence !== null && all.length === 0) throw new Unsupported(absence);
        // Containers without a list are not gone.
        if (isPending) throw new Error('an engine has not described its containers yet');
        if (problem !== null && all.length === 0) throw new SaidError(problem);
        return [...all.filter(({ container }) => container.running), ...lastEnded(all)].map(itemOf);
      },
    };
  },
});

/** A container that has never run has not ended. */
function lastEnded(all: readonly NamedContainer[]): NamedContainer[] {
  const endOf = ({ container }: NamedContainer): number => container.life.endedAt ?? 0;
  return all
    .filter(({ container }) => !container.running && container.life.endedAt !== null)
    .sort((a, b) => endOf(b) - endOf(a))
    .slice(0, MOST_ENDED);
}

function itemOf({ container, name, alias }: NamedContainer): Reading<typeof fields> {
  const { life, engineState, startedAt } = container;
  return {
    name,
    ...(alias !== null && { alias }),
    id: container.id,
    engine: container.engine,
    image: container.image,
    status: container.status,
    running: container.running,
    known: engineState === 'answers',
    started: secondsOf(startedAt),
    ended: secondsOf(life.endedAt),
    exit_code: life.exitCode,
    reason: reasonOf(life),
    planned: life.planned,
    restarts: life.restarts,
    health: life.health,
    failing_streak: life.failingStreak,
  };
}

const secondsOf = (ms: number | null): number | null => (ms === null ? null : Math.floor(ms / 1000));

function reasonOf({ exitCode, oomKilled }: ContainerLife): string | null {
  if (oomKilled) return 'OOM';
  return exitCode === null ? null : (signalOfExit(exitCode) ?? 'exit');
}
