/** Log lines of an incident file, in the form of those of a machine. */
import { LOG_PRIORITIES, type LogAnswer, type LogLine, type Logs } from '../logs/log-lines.ts';

export const logsIn = ({ lines, sources }: LogAnswer): Logs => ({
  async read({ from, to, journal, containers, output, priority, text }) {
    const isAsked = ({ origin, name }: LogLine): boolean => {
      if (origin === 'container') return containers.includes(name);
      return journal !== 'none' && (journal.unit === null || (origin === 'unit' && name === journal.unit));
    };
    const least = LOG_PRIORITIES.indexOf(priority);
    return {
      from,
      to,
      lines: lines.filter(
        (line) =>
          line.last >= from &&
          line.time < to &&
          isAsked(line) &&
          (output === null || (line.output ?? output) === output) &&
          (line.priority === null || LOG_PRIORITIES.indexOf(line.priority) <= least) &&
          line.text.toLowerCase().includes(text.toLowerCase()),
      ),
      sources,
    };
  },
});
