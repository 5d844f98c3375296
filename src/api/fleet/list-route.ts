/** `GET /api/servers`: the servers that the hub watches, filtered, sorted, by pages. */
import type { FastifyInstance } from 'fastify';
import type { Fleet } from '../../browser/fleet.ts';
import { type ColumnReport, type Row, rowOf } from '../../browser/row.ts';
import { selected } from '../../browser/select.ts';
import type { Counts } from '../../browser/table.ts';
import { sendValue } from '../answer.ts';
import { positionOf } from './position.ts';
import { parseListQuery } from './query.ts';

export interface ServerPage {
  /** Servers there are, and those that the query fits. */
  total: number;
  matching: number;
  offset: number;
  limit: number;
  counts: Counts;
  tags: string[];
  /** Whether servers can be added and removed. */
  editable: boolean;
  /** Seconds between two looks at a server. */
  refresh: number;
  columns: readonly ColumnReport[];
  servers: Row[];
  /** What a stream that goes on from here is told as `last_event_id`. */
  position: string;
}

export interface FleetRoutes {
  fleet: Fleet;
  /** Name of this run of the program. */
  run: string;
  /** Path of the list. */
  url: string;
  isEditable: boolean;
}

export function listRoute(api: FastifyInstance, { fleet, run, url, isEditable }: FleetRoutes): void {
  api.get(url, (request, reply) => {
    const query = parseListQuery(request.query as Record<string, unknown>, fleet.columns);
    fleet.want();
    const states = fleet.states();
    const matching = selected(states, query);
    const { offset, limit } = query;
    const now = Date.now();
    const page: ServerPage = {
      total: states.length,
      matching: matching.length,
      offset,
      limit,
      counts: fleet.counts(),
      tags: fleet.tags(),
      editable: isEditable,
      refresh: fleet.refresh,
      columns: fleet.columns,
      servers: matching.slice(offset, offset + limit).map((state) => rowOf(state, fleet.columns, now)),
      position: positionOf(run, fleet.serial()),
    };
    return sendValue(request, reply, page);
  });
}
