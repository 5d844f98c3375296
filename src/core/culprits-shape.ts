/** Shares of programs, as they are served and kept in files. */
import { closed, listOf, number, orNull, text } from './shape.ts';

export const CULPRIT = closed(
  'A program.',
  {
    name: text('As in the process list; empty: all of the container.'),
    unit: orNull(text('Unit of systemd; null: none.')),
    container: orNull(text('Name of the container; null: none.')),
    user: text('User other than root who runs it, outside of services and containers.'),
    percent: number('Its share.', { minimum: 0 }),
  },
  ['user'],
);

export const CULPRITS = closed('Shares of the usage above the usual during an alert.', {
  programs: listOf(CULPRIT, { description: 'The largest share first.', maxItems: 3 }),
  ended: number('Share of processes that ended before they were seen, in percent.', { minimum: 0 }),
});
