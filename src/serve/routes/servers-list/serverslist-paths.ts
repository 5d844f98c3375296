/** The servers of the central browser, in the form of older clients. */
import { operation } from '../../openapi/operation.ts';
import { type Paths, ROOT } from '../../openapi/types.ts';
import { SERVICE } from '../service/service-paths.ts';

const SERVER = {
  key: 'db1:61208',
  name: 'db1',
  port: '61208',
  alias: 'Database',
  protocol: 'rest',
  username: 'glances',
  ip: '10.0.0.5',
  status: 'ONLINE',
  type: 'STATIC',
  columns: ['load_min5'],
  load_min5: 1.47,
  load_min5_decoration: 'CAREFUL',
};

export const serverslistPaths = (): Paths => ({
  [`${ROOT}/serverslist`]: {
    get: operation({
      id: 'getServersList',
      tag: SERVICE.name,
      summary: 'Servers known to the central browser',
      description:
        'Members are named after the keys in `columns`; levels have the same names with `_decoration`. `/api/servers` returns more.',
      answer: { type: 'array', items: { type: 'object' } },
      says: 'The servers; empty without `--browser`.',
      example: [SERVER],
    }),
  },
});
