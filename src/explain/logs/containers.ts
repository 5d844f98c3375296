/** Logs of containers in the list, from their engines. */
import { inEnglish } from '../../core/said.ts';
import { explain } from '../../core/explain.ts';
import type { NamedContainer } from '../../measure/plugins/containers/engine.ts';
import type { EnginesReading } from '../../measure/plugins/containers/engines.ts';
import type { ReadContainer } from './logs.ts';
import { readingOf, type SourceReading, without } from './reading.ts';

const OFF = 'containers are not read: the plugins containers and containerstates are disabled';

/** @param list the containers as they were last read; null: no plugin reads them */
export function createContainerReader(list: () => Promise<EnginesReading | null>): ReadContainer {
  return async (name, asked) => {
    const reading = await list();
    const container = reading && find(reading, name)?.container;
    if (container === null || container === undefined) return without('container', ...whyNone(reading, name));
    if (container.readLog === undefined)
      return without('container', 'absent', `${container.engine} gives out no log`);
    try {
      const { lines, reason } = await container.readLog(asked);
      const named = lines.map((line) => ({ ...line, origin: 'container' as const, name, priority: null }));
      return readingOf('container', named, reason);
    } catch (error) {
      return without('container', 'unreadable', explain(error));
    }
  };
}

const find = ({ containers, remembered }: EnginesReading, wanted: string): NamedContainer | undefined =>
  [...containers, ...remembered].find(({ name }) => name === wanted);

/** An unreachable engine may have it. */
function whyNone(
  reading: EnginesReading | null,
  name: string,
): [state: Exclude<SourceReading['state'], 'read' | 'empty'>, reason: string] {
  if (reading === null) return ['absent', OFF];
  const { absence, isAbsent, problem } = reading;
  if (absence !== null) return [isAbsent ? 'absent' : 'unreadable', inEnglish(absence)];
  if (problem !== null) return ['unreadable', inEnglish(problem)];
  return ['absent', `no container in the list has the name ${name}`];
}
