/** The agent of this machine, and the pieces of it that others use. */
import { FILE_PROBLEMS, LAST_RUN } from '../../core/alert-feeds.ts';
import { LogWriter, WatchedHost } from '../../core/base-services.ts';
import { FileProblems } from '../../core/file-problems.ts';
import { definePart, type Part, pieceOf, type Scope } from '../../core/parts/part.ts';
import { off, optional, type Resolved, service } from '../../core/parts/service.ts';
import { createHeldSignal, createSignal } from '../../core/parts/signal.ts';
import type { AlertChange, SavedEvent } from '../../core/event.ts';
import { Silences } from '../../alerts/silences/silences.ts';
import { AlertRecords } from '../../alerts/events/alert-records.ts';
import { EventEngine } from '../../alerts/events/engine.ts';
import { FailureWatch } from '../../alerts/failure-rules/watch.ts';
import { WatchedLevels } from '../../measure/levels/levels.ts';
import { parseStat } from '../../measure/linux/stat.ts';
import { Sampling } from '../../measure/sampler/sampling.ts';
import { PushedNumbers, pushedNumbers } from '../../measure/own/pushed.ts';
import { CheckResults } from '../../measure/sources/check-results.ts';
import { AgentParts } from '../../http/route/agent-parts.ts';
import { Registry } from '../../http/route/services.ts';
import { CommandLine } from '../cli/parse.ts';
import { Configuration } from '../config/load.ts';
import { Agent, createAgent } from './agent.ts';
import { type AlertSource, OwnAlerts } from '../../alerts/events/alert-source.ts';
import { EventJournal } from '../../history/events/agent-journal.ts';
import { keptSamples } from './kept-samples.ts';
import { Reloading } from './reload.ts';

/** Logical cores of the watched host, which scale some thresholds. */
export const Cores = service<number>('logical cores');

const cores = definePart({
  name: 'logical cores',
  needs: { host: WatchedHost },
  provides: Cores,
  isEssential: true,
  open: ({ host }) => Math.max(1, parseStat(host.read('/proc/stat')).cpus.length),
});

/** Shared by the agent, the hub and the journal. */
const records = definePart({
  name: 'records of alerts',
  needs: {},
  provides: AlertRecords,
  isEssential: true,
  open: () => ({ own: new Map(), servers: new Map() }),
});

interface OpenedAgent {
  readonly agent: Agent;
  /** Null if the alert plugin is disabled. */
  readonly alerts: AlertSource | null;
}
const OpenedAgent = service<OpenedAgent>('agent with its alerts');

const needs = {
  host: WatchedHost,
  registry: Registry,
  configuration: Configuration,
  command: CommandLine,
  cores: Cores,
  journal: optional(EventJournal),
  records: AlertRecords,
  silences: optional(Silences),
  reloading: Reloading,
  problems: FileProblems,
  log: LogWriter,
};

const agent = definePart({
  name: 'agent',
  needs,
  provides: OpenedAgent,
  isEssential: true,
  open(met, scope) {
    const { host, configuration, command, journal, silences, log } = met;
    const changed = createHeldSignal<AlertChange>(scope);
    const over = createHeldSignal<SavedEvent>(scope);
    const made = createAgent({
      host,
      registry: met.registry,
      settings: configuration.settings,
      cores: met.cores,
      keptSamples: keptSamples(configuration),
      runActions: !command.values.disable_config_exec,
      log: log.write,
      kinds: configuration.sections.alerts,
      journal,
      records: met.records.own,
      silences,
      onAlert: changed.emit,
      onOver: (saved) => void over.emit(saved),
      onHealth: (plugin, health, reason) =>
        health === 'ok'
          ? log.write('INFO', `${plugin} works`)
          : log.write('WARNING', `${plugin} is ${health}: ${reason ?? 'no reason known'}`),
    });
    renewLevels(made, met);
    tellKinds(made, met, scope);
    const { events } = made;
    if (events === null) return { agent: made, alerts: null };
    const alerts: AlertSource = {
      ...events,
      changed,
      over,
      restored: restoreLate(events, journal),
      stop: () => events.stop().then(() => journal?.stop()),
    };
    return { agent: made, alerts };
  },
});

/** A reload applies thresholds and actions. */
function renewLevels({ problems, relevel }: Agent, { reloading, log }: Resolved<typeof needs>): void {
  let warned: readonly string[] = [];
  const warn = (all: readonly string[]): void => {
    for (const problem of all) if (!warned.includes(problem)) log.write('WARNING', problem);
    warned = all;
  };
  warn(problems);
  reloading.taken.on(({ section, configuration: { sections } }) => warn(relevel(section, sections.alerts)));
}

/** Feeds of alert kinds about the agent itself. */
function tellKinds(
  { failureRules }: Agent,
  { journal, problems }: Resolved<typeof needs>,
  scope: Scope,
): void {
  const showRun = (): void => {
    if (journal !== null) failureRules?.publish(LAST_RUN, journal.lastRun);
  };
  const showProblems = (): void => failureRules?.publish(FILE_PROBLEMS, problems.list());
  scope.onStart(() => {
    showRun();
    journal?.pastKnown.on(showRun);
    showProblems();
    problems.changed.on(showProblems);
  });
}

/** Adds alerts of the previous run that were unknown at the start. */
function restoreLate(events: EventEngine, journal: EventJournal | null): AlertSource['restored'] {
  const restored = createSignal<void>();
  journal?.pastKnown.on((past) => {
    events.restore(past);
    void restored.emit();
  });
  return restored;
}

const NO_ALERTS = 'disable=True in [alert]';

export const AGENT: readonly Part[] = [
  records,
  cores,
  agent,
  pieceOf(Agent, OpenedAgent, (opened) => opened.agent),
  pieceOf(OwnAlerts, OpenedAgent, ({ alerts }) => alerts ?? off(NO_ALERTS)),
  pieceOf(Sampling, Agent, (made) => made),
  pieceOf(WatchedLevels, Agent, ({ levels }) => levels),
  pieceOf(EventEngine, Agent, ({ events }) => events ?? off(NO_ALERTS)),
];

/** Parts of an agent that only servers use. */
export const SERVED_AGENT: readonly Part[] = [
  pieceOf(AgentParts, Agent, (made) => made),
  pieceOf(PushedNumbers, Agent, ({ sampler }) => {
    const numbers = sampler.instance(pushedNumbers);
    numbers.receive();
    return numbers;
  }),
  pieceOf(CheckResults, Agent, ({ checks }) => checks),
  pieceOf(FailureWatch, Agent, ({ failureRules }) => failureRules ?? off(NO_ALERTS)),
];

/** Samples from the start of the parts on. */
export interface Sampled {
  /** Resolves with the first two samples of all plugins. */
  first(): Promise<void>;
}
export const Sampled = service<Sampled>('first samples');

export const samplingPart = definePart({
  name: 'first samples',
  needs: { agent: Agent },
  provides: Sampled,
  isEssential: true,
  open({ agent: { sampler } }, scope) {
    let first = Promise.resolve();
    scope.onStart(async () => {
      await sampler.begin();
      // The parts that start now use the wait between the samples.
      first = sampler.start();
      scope.onStop(sampler.stop);
    });
    return { first: () => first };
  },
});
