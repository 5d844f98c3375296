/** Configuration at the start and after reloads. */
import { dirname } from 'node:path';
import { Environment, LogWriter, SectionReader, SettingsFolder } from '../../core/base-services.ts';
import { definePart, type Part, pieceOf } from '../../core/parts/part.ts';
import { off } from '../../core/parts/service.ts';
import { ExportPlan } from '../../export/parts/export-plan.ts';
import { Registry } from '../../http/route/services.ts';
import { CommandLine } from '../cli/parse.ts';
import { Configuration } from '../config/load.ts';
import { pageFilePath } from '../config/page-rules.ts';
import { sectionsIn } from '../config/typed.ts';
import {
  CheckedConfiguration,
  ConfigurationReader,
  createConfigurationReader,
  READING,
} from './configuration-reader.ts';
import { exportPlan } from './export-plan.ts';
import { createReloading, Reloading } from './reload.ts';

const reader = definePart({
  name: 'reader of the configuration',
  needs: READING,
  provides: ConfigurationReader,
  isEssential: true,
  open: createConfigurationReader,
});

const configuration = definePart({
  name: 'configuration',
  needs: { reader: ConfigurationReader, log: LogWriter },
  provides: CheckedConfiguration,
  isEssential: true,
  async open({ reader: { atStart }, log }) {
    const checked = await atStart();
    for (const warning of checked.configuration.warnings) log.write('WARNING', warning);
    for (const notice of checked.configuration.notices) log.write('INFO', notice);
    return checked;
  },
});

const reloading = definePart({
  name: 'reloads of the configuration',
  needs: { configuration: Configuration, reader: ConfigurationReader, registry: Registry, log: LogWriter },
  provides: Reloading,
  isEssential: true,
  open: ({ configuration: first, reader: { again }, registry, log }) =>
    createReloading({ configuration: first, read: again, registry, log }),
});

const exporters = definePart({
  name: 'exporters of the configuration',
  needs: { command: CommandLine, checked: CheckedConfiguration },
  provides: ExportPlan,
  open: ({ command, checked: { configuration: first, exporters: chosen } }) =>
    chosen === null
      ? off('neither --export nor enable in [export] names one')
      : exportPlan(first, command, chosen),
});

export const CONFIGURATION: readonly Part[] = [
  reader,
  configuration,
  pieceOf(Configuration, CheckedConfiguration, (checked) => checked.configuration),
  pieceOf(Registry, Configuration, ({ registry }) => registry),
  pieceOf(SectionReader, Configuration, ({ sections }) => sectionsIn(sections)),
  exporters,
  reloading,
];

/** Of a server, whose users edit files beside the configuration. */
export const settingsFolder = definePart({
  name: 'folder of the configuration',
  needs: { configuration: Configuration, environment: Environment },
  provides: SettingsFolder,
  open({ configuration: { file }, environment }) {
    const page = pageFilePath(file, environment);
    return { path: page && dirname(page) };
  },
});
