/** `/api/parts`: which features of this program are open, off or failed, and why. */
import { PartStates } from '../../core/parts/open.ts';
import { answering } from '../../http/server/answer.ts';
import { closed, listOf, number, oneOf, orNull, text } from '../../core/shape.ts';
import { SERVICE } from '../../http/openapi/tags.ts';
import { defineRoute } from '../../http/route/route.ts';

export const partsRoute = defineRoute({
  path: '/api/parts',
  access: 'viewer',
  uses: { states: PartStates },
  id: 'getParts',
  tag: SERVICE,
  summary: 'State of every part of the program, with reasons',
  answer: listOf(
    closed('A part.', {
      name: text('Name of the part.'),
      state: oneOf(
        ['opening', 'open', 'off', 'failed', 'stopped'],
        'off: it or a dependency is disabled; failed: its routes answer 503.',
      ),
      reason: orNull(text('Why it is off or failed; null otherwise.')),
      open_ms: orNull(number('Time until it was open; null while opening.', { 'x-unit': 'millisecond' })),
    }),
  ),
  says: 'All parts, dependencies first.',
  example: [
    { name: 'configuration', state: 'open', reason: null, open_ms: 4 },
    { name: 'logs', state: 'off', reason: 'enable=False in [logs]', open_ms: 0.1 },
  ],
  handler: answering(({ states }) =>
    states().map(({ openMs, ...state }) => ({
      ...state,
      open_ms: openMs === null ? null : Math.round(openMs * 10) / 10,
    })),
  ),
});
