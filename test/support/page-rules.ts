/** Rules of the page in a folder, with a configuration that is checked as that of an agent. */
import { existsSync, readFileSync } from 'node:fs';
import { type Disk, nodeDisk } from '../../src/core/files/disk.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { type Configuration, loadSettings } from '../../src/run/config/load.ts';
import type { PageFile } from '../../src/run/config/page-rules.ts';
import { readPageFile } from '../../src/run/parts/page-file.ts';
import { createPageRules } from '../../src/run/parts/page-rules.ts';
import { createFakeClock } from './fake-clock.ts';
import { keptProblems } from './file-problems.ts';

const byName = new Map(plugins.map((plugin) => [plugin.name, plugin]));

/** @param folder of `gander.conf`, which may be missing; @param onLoaded receives the effective settings */
export function pageRulesIn(
  folder: string,
  onLoaded: (configuration: Configuration) => void = () => {},
  disk: Disk = nodeDisk,
) {
  const path = `${folder}/gander.d/page.conf`;
  const conf = `${folder}/gander.conf`;
  const loaded: Configuration[] = [];
  const { problems, sentences } = keptProblems();
  const load = (page: PageFile | null): Promise<Configuration> =>
    loadSettings({
      registry: plugins,
      file: existsSync(conf) ? { path: conf, borrowed: false } : null,
      files: { read: (name) => readFileSync(name) },
      page,
    });
  const rules = createPageRules({
    path,
    disk,
    plugins: byName,
    clock: createFakeClock(),
    problems,
    check: load,
    async reload() {
      const configuration = await load(readPageFile(path, byName));
      loaded.push(configuration);
      onLoaded(configuration);
    },
    raw: () => loaded.at(-1)?.raw ?? {},
    async sendTest(name) {
      const { targets } = await load(readPageFile(path, byName));
      const found = targets.find((target) => target.name === name);
      if (found === undefined) return { outcome: 'unknown', text: '' };
      if (found.common.disable) return { outcome: 'unusable', text: `${name} is turned off.` };
      return { outcome: 'sent', text: `${found.type.type} took the test message.` };
    },
  });
  return { path, rules, loaded, sentences, load: () => load(readPageFile(path, byName)) };
}
