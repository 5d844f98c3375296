/** The rules of the page at a start: monitoring goes on without those that are damaged. */
import { ConfigError } from '../../core/errors.ts';
import type { FileProblems } from '../../core/file-problems.ts';
import type { Plugin } from '../../core/plugin.ts';
import { completeRules, type PageFile } from '../config/page-rules.ts';
import { readPageBytes, readPageFile } from './page-file.ts';

const REMEDY = 'Repair the file or move it away, then reload Gander with SIGHUP.';

interface PageSetup {
  /** Null: the configuration has no folder. */
  path: string | null;
  plugins: ReadonlyMap<string, Plugin>;
  problems: Pick<FileProblems, 'report'>;
}

/**
 * Loads the configuration with the rules that can be used, and reports why others cannot. Rejects with a `ConfigError` if it is
 * invalid without them, too.
 */
export async function withUsablePage<T>(
  { path, plugins, problems }: PageSetup,
  load: (page: PageFile | null) => Promise<T>,
): Promise<T> {
  if (path === null) return load(null);
  const { page, mistakes } = readUsable(path, plugins);
  const report = (all: readonly string[], loss: string): void =>
    problems.report(path, all.length === 0 ? null : `${path} is damaged: ${all.join(' ')} ${loss} ${REMEDY}`);
  const loss = page === null ? 'No rule of the page is in force.' : 'Its other rules are in force.';
  try {
    const loaded = await load(page);
    report(mistakes, loss);
    return loaded;
  } catch (error) {
    if (!(error instanceof ConfigError) || page === null) throw error;
    const all = [...mistakes, ...error.problems];
    const rest = { ...page, rules: page.rules.filter(({ line }) => !isAbout(error, `${path}:${line}:`)) };
    try {
      const loaded = await load(rest);
      report(all, 'Its other rules are in force.');
      return loaded;
    } catch {
      // A mistake in the main configuration is reported without the rules.
      const loaded = await load(null);
      report(all, 'No rule of the page is in force.');
      return loaded;
    }
  }
}

const isAbout = ({ problems }: ConfigError, place: string): boolean =>
  problems.some((problem) => problem.startsWith(place));

interface Usable {
  readonly page: PageFile | null;
  readonly mistakes: readonly string[];
}

function readUsable(path: string, plugins: PageSetup['plugins']): Usable {
  try {
    return { page: readPageFile(path, plugins), mistakes: [] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { page: completeOf(path, plugins), mistakes: error.problems };
  }
}

/** Null if nothing can be used. */
function completeOf(path: string, plugins: PageSetup['plugins']): PageFile | null {
  try {
    const bytes = readPageBytes(path);
    return bytes && completeRules(bytes, path, plugins);
  } catch (error) {
    if (error instanceof ConfigError) return null;
    throw error;
  }
}
