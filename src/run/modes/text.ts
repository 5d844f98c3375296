/** Modes that print a text without sampling: help, version, modules, completion, API documentation. */
import { plugins } from '../../measure/plugins/index.ts';
import { EXPORTERS } from '../../export/exporters/index.ts';
import type { Shell } from '../cli/completion.ts';
import { helpText } from '../cli/help.ts';
import type { Mode, TextMode } from '../cli/mode.ts';
import type { Values } from '../cli/options.ts';
import { modulesText, versionText } from '../cli/version.ts';
import { lackingPackage, untestedPackage } from '../../net/deliver/optional-packages.ts';

interface TextSetup {
  values: Values;
  /** Path of the log file. */
  log: string;
  /** Path of the program, beside which optional packages are searched for. */
  program: string;
}

/** Text of each mode. */
export const TEXTS: Readonly<Record<TextMode, (setup: TextSetup) => string | Promise<string>>> = {
  help: () => helpText().trimEnd(),
  version: ({ log }) => versionText(log),
  modules: ({ program }) =>
    modulesText(
      plugins,
      EXPORTERS,
      (name) => lackingPackage(name, program),
      (name) => untestedPackage(name, program),
    ),
  async completion({ values }) {
    const { completionScript } = await import('../cli/completion.ts');
    const namesOf = (all: readonly { name: string }[]): string[] => all.map(({ name }) => name);
    const names = { plugins: namesOf(plugins), exporters: namesOf(EXPORTERS) };
    return completionScript(values.print_completion as Shell, names).trimEnd();
  },
  async 'api-doc'() {
    const { printedDocumentation } = await import('../cli/api-doc.ts');
    return printedDocumentation(plugins);
  },
};

export const isTextMode = (mode: Mode): mode is TextMode => Object.hasOwn(TEXTS, mode);
