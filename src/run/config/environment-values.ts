/** Values of the configuration from variables of the environment, as Glances 5 reads them: `GLANCES_CPU__TOTAL_CAREFUL=70`. */
import type { IniEntry, Section } from './ini.ts';
import type { Environment } from './search.ts';

const VARIABLE = /^GLANCES_([A-Z0-9]+(?:_[A-Z0-9]+)*)__([A-Z0-9_]+)$/i;

/** They win over the file. Names of sections and keys are in lower case. */
export function withEnvironment(
  file: ReadonlyMap<string, Section>,
  environment: Environment,
): ReadonlyMap<string, Section> {
  const sections = new Map(file);
  for (const [variable, value] of Object.entries(environment)) {
    const [, section, key] = VARIABLE.exec(variable) ?? [];
    if (section === undefined || key === undefined || value === undefined) continue;
    const name = section.toLowerCase();
    const { line, entries } = sections.get(name) ?? { line: 0, entries: new Map<string, IniEntry>() };
    const entry = { value: value.trim(), line: 0, inherited: false, where: `variable ${variable}` };
    sections.set(name, { line, entries: new Map(entries).set(key.toLowerCase(), entry) });
  }
  return sections;
}
