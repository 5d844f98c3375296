/** The files that a plugin reads, by itself and through its sources. */
import type { Host, HostReader } from '../../core/host.ts';
import type { Source } from '../../core/source.ts';
import type { RunnerFiles } from './runner.ts';
import type { Sources } from './sources.ts';

export const readerOn = (reader: HostReader, host: Host): HostReader => ({
  ...reader,
  host,
  get missed() {
    return reader.missed;
  },
});

/** Files of a plugin and of the sources that it uses. */
export function filesOf(own: HostReader, used: ReadonlySet<Source>, sources: Sources): RunnerFiles {
  const all = () => [own, ...[...used].map((source) => sources.files(source))];
  const whenAll = async (fetching: readonly (Promise<void> | undefined)[]): Promise<void> =>
    void (await Promise.all(fetching));
  return {
    get missed() {
      return all().reduce((sum, { missed }) => sum + missed, 0);
    },
    fetch() {
      const fetching = all().flatMap((files) => files.fetch() ?? []);
      return fetching.length === 0 ? undefined : whenAll(fetching);
    },
    fetchMissed: () => whenAll(all().map((files) => files.fetchMissed())),
    awaited: () => [own, ...used].flatMap((one) => ('awaited' in one ? one.awaited() : sources.awaited(one))),
  };
}
