/** The declared answer of `/api/logs`. */
import { LOG_ORIGINS, LOG_OUTPUTS, LOG_PRIORITIES, LOG_STATES } from './log-lines.ts';
import type { Schema } from '../../core/schema.ts';
import { closed, text } from '../../core/shape.ts';

const time = (description: string): Schema => ({
  type: 'integer',
  description: `${description}, in milliseconds since 1970.`,
  'x-unit': 'millisecond',
});

const LINE = closed('A line, or lines of one origin that are equal but for their numbers.', {
  time: time('Time of the first of them'),
  last: time('Time of the last of them'),
  origin: {
    type: 'string',
    enum: [...LOG_ORIGINS],
    description: 'unit: a unit of systemd; program: a program outside of units.',
  },
  name: text('Unit, program or container; empty for the kernel.'),
  priority: {
    type: ['string', 'null'],
    enum: [...LOG_PRIORITIES, null],
    description: 'Severity; null: the source records none.',
  },
  output: {
    type: ['string', 'null'],
    enum: [...LOG_OUTPUTS, null],
    description: 'Output of a container, of which a terminal has stdout alone; null: it is of no container.',
  },
  text: text(
    'The last of them: secrets masked, control characters as visible signs, cut at 1,000 characters.',
  ),
  count: { type: 'integer', minimum: 1, description: 'Number of lines.' },
});

const SOURCE = closed('A source of lines.', {
  source: { type: 'string', enum: ['journal', 'kernel', 'container'], description: 'What it is.' },
  name: { type: ['string', 'null'], description: 'Of the container.' },
  state: {
    type: 'string',
    enum: [...LOG_STATES],
    description: 'empty: it has no such lines; absent: there is none here; unreadable: it exists.',
  },
  reason: {
    type: ['string', 'null'],
    description: 'Why lines of it are missing; null: none are.',
  },
});

export const LOGS = closed('Log lines of a time.', {
  from: time('Begin'),
  to: time('End'),
  lines: { type: 'array', items: LINE, description: 'By the time of the first line.' },
  sources: { type: 'array', items: SOURCE, description: 'What was read, and what could not be.' },
});
