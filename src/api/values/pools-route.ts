/** `/api/pools`: pools of ZFS and btrfs, outside the frozen versions of the API. */
import type { Schema } from '../../core/schema.ts';
import { answering } from '../../http/server/answer.ts';
import { closed, integer, listOf, oneOf, orNull, text } from '../../core/shape.ts';
import { LEVELS } from '../../http/openapi/schema-parts.ts';
import { SERVICE } from '../../http/openapi/tags.ts';
import { ref } from '../../http/openapi/types.ts';
import { AgentParts } from '../../http/route/agent-parts.ts';
import { defineRoute } from '../../http/route/route.ts';

const SCHEMAS: Record<string, Schema> = {
  Pool: closed('A pool of disks managed by a file system.', {
    type: { enum: ['zfs', 'btrfs'], description: 'File system.' },
    name: text('Name of the ZFS pool; label of the btrfs file system, or its UUID.'),
    uuid: orNull(text('UUID; null for ZFS.')),
    state: text('State as reported by the file system: ONLINE, DEGRADED, FAULTED, SUSPENDED and so on.'),
    devices: orNull(integer('Number of devices of the pool; null for ZFS.')),
    missing: orNull(integer('Number of missing devices; null for ZFS.')),
    errors: orNull(
      integer('Errors of all devices since the counters were reset; null: they cannot be read.'),
    ),
    level: oneOf(LEVELS, 'Level of that state.'),
  }),
};

export const poolsRoute = defineRoute({
  path: '/api/pools',
  access: 'viewer',
  uses: { agent: AgentParts },
  id: 'getPools',
  tag: SERVICE,
  summary: 'Pools of ZFS and btrfs',
  description: "As of the last sample of the raid plugin, which lists the kernel's own arrays.",
  answer: listOf(ref('schemas', 'Pool')),
  says: 'Pools, ZFS first.',
  example: [
    {
      type: 'btrfs',
      name: 'media',
      uuid: '0b6a1a7e-5d1c-4b2b-9c59-3d2f8a1c7e40',
      state: 'DEGRADED',
      devices: 3,
      missing: 1,
      errors: 12,
      level: 'WARNING',
    },
  ],
  schemas: SCHEMAS,
  handler: answering(({ agent }) => agent.pools()),
});
