/** Every new sample as it is made. */
import type { Schema } from '../../../core/schema.ts';
import { operation } from '../../openapi/operation.ts';
import { inQuery, lastEventId } from '../../openapi/parameters.ts';
import { EVERYTHING } from '../all/all-paths.ts';
import type { Paths } from '../../openapi/types.ts';

const DESCRIPTION = `Server-sent events, an endless answer that \`EventSource\` of browsers reads.

The first event is \`hello\`, followed by the latest sample of each plugin and then by every new one: \`event\` is the name of
the plugin, \`data\` the answer of \`/api/4/{plugin}\`, and \`id\` the run, number and time in milliseconds of the sample, joined
by dots. A client that reconnects with its last \`id\` receives only newer samples. A client that reads slowly receives fewer
samples, but always the newest. \`end\` gives the reason why the stream ends.`;

const NAMES: Schema = { type: 'array', items: { type: 'string' } };

const EXAMPLE = `event: hello
data: {"run":"5f3c9a1e","version":"4.0.0","refresh":2,"heartbeat":15,"plugins":["load"]}

event: load
id: 5f3c9a1e.42.1795222329596
data: {"min1":0.61,"min5":0.52,"min15":0.4,"cpucore":4}

`;

export function streamPaths(): Paths {
  return {
    '/api/stream': {
      get: operation({
        id: 'getStream',
        tag: EVERYTHING.name,
        summary: 'Stream of all new samples',
        description: DESCRIPTION,
        parameters: [
          inQuery('plugins', 'The plugins to follow; all that are on unless given.', NAMES, {
            style: 'form',
            explode: false,
          }),
          inQuery(
            'views',
            'Also send events `{plugin}/views`: views that are `hidden` or whose `decoration` is CAREFUL or worse, reduced to ' +
              'these two members, ahead of the sample with which they changed.',
            { type: 'boolean', default: false },
          ),
          inQuery(
            'levels',
            'Also send events `{plugin}/levels`: the verdicts of `/api/levels` whose level is CAREFUL or worse, ahead of the ' +
              'sample with which they changed.',
            { type: 'boolean', default: false },
          ),
          inQuery(
            'processes',
            'Send the process list as events `processes` in place of `processlist`: the answers of `/api/processes` since this ' +
              '`position`, and then since the last event; empty: all processes at first. They have no views or levels.',
            { type: 'string' },
          ),
          ...lastEventId('The value of `Last-Event-ID`, for clients that cannot send the header.'),
        ],
        type: 'text/event-stream',
        answer: { type: 'string' },
        says: 'The events.',
        example: EXAMPLE,
        refusals: { '400': 'BadStream', '503': 'NoRoom' },
      }),
    },
  };
}
