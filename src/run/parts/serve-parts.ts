/**
 * The parts of a server. The composition of before is one of them: what is not converted yet is made there, and its pieces are
 * provided under the names that they will keep.
 */
import { dirname } from 'node:path';
import {
  Environment,
  LogWriter,
  PlannedStop,
  HostClock,
  SectionReader,
  SettingsFolder,
  WatchedHost,
} from '../../core/base-services.ts';
import { FileProblems } from '../../core/file-problems.ts';
import { definePart, type Part, pieceOf } from '../../core/parts/part.ts';
import {
  type Given,
  give,
  type Needs,
  off,
  optional,
  type Service,
  service,
} from '../../core/parts/service.ts';
import { DiscoveryChoice } from '../../fleet/discovery/discovery-part.ts';
import { ExportPlan } from '../../export/parts/export-plan.ts';
import { FEATURES } from '../features/index.ts';
import { Rules } from '../../alerts/rules/rules.ts';
import { Silences } from '../../alerts/silences/silences.ts';
import { PastEvents } from '../../history/events/between.ts';
import { EventFolder } from '../../history/events/event-folder.ts';
import { EventEngine } from '../../alerts/events/engine.ts';
import { WatchedLevels } from '../../measure/levels/levels.ts';
import { KindWatch } from '../../alerts/failure-rules/watch.ts';
import type { Archive } from '../../history/archive/archive.ts';
import { OwnArchive } from '../../history/archive/own-archive.ts';
import { Sampling } from '../../measure/sampler/sampling.ts';
import { CheckResults } from '../../measure/sources/check-results.ts';
import { Listening } from '../../http/server/listening.ts';
import { Routes } from '../../http/route/route.ts';
import { portOf } from '../cli/options.ts';
import { pageFilePath } from '../config/page-rules.ts';
import { sectionsIn } from '../config/typed.ts';
import type { Life } from '../process/life.ts';
import {
  byName,
  type Checked,
  compose,
  type ComposeSetup,
  type Composition,
  readAgain,
  readAtStart,
  readChecked,
} from './compose.ts';
import { type AgentEventJournal, openEventJournal } from './event-journal.ts';
import { type ArchiveOff, openArchive, type OpenArchiveSetup } from './archive.ts';
import { sendTest } from './notifications.ts';
import { createPageRules } from './page-rules.ts';
import { exportPlan } from './export-plan.ts';
import { archiveFolder } from './history-paths.ts';

const Setup = service<ComposeSetup>('command line');
const CheckedConfiguration = service<Checked>('checked configuration');
const Journal = service<AgentEventJournal>('journal of events');
export const Composed = service<Composition>('composition');

const configuration = definePart({
  name: 'configuration',
  needs: { setup: Setup },
  provides: CheckedConfiguration,
  isEssential: true,
  open: ({ setup }) => readAtStart(setup),
});

const settingsFolder = definePart({
  name: 'folder of the configuration',
  needs: { checked: CheckedConfiguration, environment: Environment },
  provides: SettingsFolder,
  open({ checked, environment }) {
    const file = pageFilePath(checked.configuration.file, environment);
    return { path: file && dirname(file) };
  },
});

const journal = definePart({
  name: 'journal of events',
  needs: { setup: Setup, checked: CheckedConfiguration },
  provides: Journal,
  async open({ setup: { command, environment, host, log, problems }, checked }) {
    const archive = archiveFolder(checked.configuration.sections.archive.folder, environment);
    const port = portOf(command.values);
    const opened = await openEventJournal({
      environment,
      archive,
      clock: host.clock,
      log,
      problems,
      port,
    });
    return opened ?? off('there is no state folder');
  },
});

const composition = definePart({
  name: 'composition',
  needs: {
    setup: Setup,
    checked: CheckedConfiguration,
    journal: optional(Journal),
    silences: optional(Silences),
  },
  provides: Composed,
  isEssential: true,
  open: ({ setup, ...opened }) => compose(setup, opened),
});

export const OpenedArchive = service<Archive | ArchiveOff>('archive');

export const archiveSetup = (
  { agent, configuration, host, journal }: Composition,
  { command: { values }, environment, log }: Pick<ComposeSetup, 'command' | 'environment' | 'log'>,
): OpenArchiveSetup => ({
  configuration,
  environment,
  agent,
  clock: host.clock,
  log,
  port: portOf(values),
  mark: (kind, detail) => journal?.mark(kind, detail),
  isDisabled: values.disable_archive,
});

const archive = definePart({
  name: 'archive',
  needs: { setup: Setup, composed: Composed },
  provides: OpenedArchive,
  isEssential: true,
  open: ({ setup, composed }) => openArchive(archiveSetup(composed, setup)),
});

const plannedExports = definePart({
  name: 'exporters of the configuration',
  needs: { setup: Setup, checked: CheckedConfiguration },
  provides: ExportPlan,
  open: ({ setup: { command }, checked: { configuration, exporters } }) =>
    exporters === null
      ? off('neither --export nor enable in [export] names one')
      : exportPlan(configuration, command, exporters),
});

const pageRules = definePart({
  name: 'rules of the page',
  needs: { setup: Setup, composed: Composed },
  provides: Rules,
  open({ setup, composed }) {
    const { environment, host, registry } = setup;
    const { browsers, configuration, reloading } = composed;
    return createPageRules({
      path: pageFilePath(configuration.file, environment),
      plugins: byName(registry),
      clock: host.clock,
      problems: setup.problems,
      check: (page) => readChecked(setup, page),
      reload: reloading.reload,
      raw: reloading.raw,
      async sendTest(name) {
        const { configuration: now } = await readAgain(setup);
        return sendTest(name, { configuration: now, environment, host, browsers }, false);
      },
    });
  },
});

/** What is not a part yet registers its end here. */
export interface Ending {
  atStop(stop: () => unknown): void;
}
/** Comes before the stop of all parts whose routes are served. */
export const ServersEnd = service<Ending>('end of the servers');
/** Comes behind the servers, beside the stop of the parts. */
export const CompositionEnd = service<Ending>('end of the composition');

const ending = (provides: Service<Ending>, needs: Needs, collects?: readonly [typeof Routes]): Part =>
  definePart({
    name: provides.name,
    needs,
    provides,
    ...(collects && { collects }),
    open(_, { onStop }) {
      const stops: (() => unknown)[] = [];
      onStop(() => Promise.all(stops.map((stop) => stop())));
      return { atStop: (stop) => void stops.push(stop) };
    },
  });

export const SERVE: readonly Part[] = [
  configuration,
  pieceOf(SectionReader, CheckedConfiguration, ({ configuration: { sections } }) => sectionsIn(sections)),
  settingsFolder,
  journal,
  pieceOf(EventFolder, Journal, ({ folder }) => folder),
  pieceOf(PastEvents, Journal, ({ between }) => between),
  composition,
  pieceOf(Sampling, Composed, ({ agent }) => agent),
  pieceOf(CheckResults, Composed, ({ agent }) => agent.checks),
  pieceOf(KindWatch, Composed, ({ agent }) => agent.kinds ?? off('disable=True in [alert]')),
  pieceOf(WatchedLevels, Composed, ({ agent }) => agent.levels),
  pieceOf(EventEngine, Composed, ({ agent }) => agent.events ?? off('disable=True in [alert]')),
  plannedExports,
  pageRules,
  archive,
  pieceOf(OwnArchive, OpenedArchive, (opened) => ('off' in opened ? off(opened.off) : opened)),
  ...FEATURES,
  ending(CompositionEnd, { composed: Composed }),
  ending(ServersEnd, { composed: Composed, end: CompositionEnd }, [Routes]),
];

export const givenTo = (
  setup: ComposeSetup,
  { stopped }: Pick<Life, 'stopped'>,
  listening: Listening,
): Given[] => [
  give(Setup, setup),
  give(LogWriter, setup.log),
  give(FileProblems, setup.problems),
  give(Environment, setup.environment),
  give(HostClock, setup.host.clock),
  give(WatchedHost, setup.host),
  give(PlannedStop, { signalled: stopped }),
  give(Listening, listening),
  give(DiscoveryChoice, { isDisabled: setup.command.values.disable_autodiscover }),
];
