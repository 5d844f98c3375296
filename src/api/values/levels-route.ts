/** `/api/levels`: verdicts on all values, outside the frozen versions of the API. */
import type { Schema } from '../../core/schema.ts';
import { levelPieces } from '../json-cache/pieces.ts';
import { render } from '../../http/body/render.ts';
import { sendMade } from '../../http/server/answer.ts';
import { closed, flag, listOf, mapOf, number, oneOf, orNull, text } from '../../core/shape.ts';
import { LEVELS } from '../../http/openapi/schema-parts.ts';
import { EVERYTHING } from '../../http/openapi/tags.ts';
import { ref } from '../../http/openapi/types.ts';
import { AgentParts } from '../../http/route/agent-parts.ts';
import { defineRoute } from '../../http/route/route.ts';
import { RunName } from '../../http/route/services.ts';

const threshold = orNull(number('Null when not set.'));

const SCHEMAS: Record<string, Schema> = {
  Thresholds: closed('Values from which each level applies.', {
    careful: threshold,
    warning: threshold,
    critical: threshold,
  }),
  Verdict: closed(
    'Level of one value, and the thresholds that apply.',
    {
      item: orNull(text('Identity of the item; null where there are no items.')),
      field: text('The judged field; empty where the item as a whole is judged.'),
      stat: text('Name used in the `type` of events.'),
      level: oneOf(
        ['DEFAULT', ...LEVELS, 'ERROR'],
        'Current level; DEFAULT: no thresholds; ERROR: could not be measured.',
      ),
      unit: orNull(text('Unit of the compared number; null: none.')),
      of: text('Field that a share refers to, or by which the number is divided.'),
      thresholds: orNull(
        ref('schemas', 'Thresholds'),
        'Thresholds in the unit of the compared number; null where none are set.',
      ),
      series: mapOf(
        'Thresholds in the units of the recorded fields, by name; the first is the judged one.',
        ref('schemas', 'Thresholds'),
      ),
      isStale: flag('Whether the item no longer responds; values are the last that were read.'),
      isLow: flag('Whether lower values are worse.'),
    },
    ['of', 'isLow', 'isStale'],
  ),
};

export const levelsRoute = defineRoute({
  path: '/api/levels',
  access: 'viewer',
  uses: { agent: AgentParts, run: RunName },
  id: 'getLevels',
  tag: EVERYTHING,
  summary: 'Levels and thresholds of every judged value',
  description:
    'Verdicts on the latest samples, from which views and events are made, with thresholds in the unit of each series. ' +
    'Values without level rules are left out.',
  answer: mapOf('Verdicts by plugin.', listOf(ref('schemas', 'Verdict'))),
  says: 'Verdicts by plugin.',
  example: {
    fs: [
      {
        item: '/home',
        field: 'used',
        stat: 'FS_/HOME',
        level: 'WARNING',
        unit: 'percent',
        thresholds: { careful: 50, warning: 70, critical: 90 },
        series: {
          percent: { careful: 50, warning: 70, critical: 90 },
          used: { careful: 5e11, warning: 7e11, critical: 9e11 },
        },
      },
    ],
  },
  schemas: SCHEMAS,
  handler({ agent, run }) {
    const { plugins, store, levels } = agent;
    return (request, reply) => {
      const sequence = plugins.reduce((sum, { name }) => sum + store.latest(name).sequence, levels.edition);
      return sendMade(request, reply, `${run}.levels.${sequence}`, () =>
        render(
          levelPieces(
            plugins.map(({ name }) => [name, levels.judgeOf(name)(store.latest(name).value)] as const),
          ),
        ),
      );
    };
  },
});
