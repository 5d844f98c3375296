/** Pools of ZFS and btrfs. */
import type { Schema } from '../../../core/schema.ts';
import { operation } from '../../openapi/operation.ts';
import { closed, LEVELS, text } from '../../openapi/schema-parts.ts';
import { type Paths, ref } from '../../openapi/types.ts';
import { SERVICE } from '../service/service-paths.ts';

export const POOLS_SCHEMAS: Record<string, Schema> = {
  Pool: closed('A pool of disks that a file system manages by itself.', {
    type: { enum: ['zfs', 'btrfs'], description: 'Which file system.' },
    name: text('Name of the ZFS pool; label of the btrfs file system, or its UUID.'),
    uuid: { type: ['string', 'null'], description: 'UUID; null with ZFS.' },
    state: text('ONLINE, DEGRADED, FAULTED, SUSPENDED and so on, as the file system says it.'),
    devices: { type: ['integer', 'null'], description: 'Devices it should have; null with ZFS.' },
    missing: { type: ['integer', 'null'], description: 'How many of them are missing; null with ZFS.' },
    errors: {
      type: ['integer', 'null'],
      description: 'Errors of all devices since the counters were reset; null where they are not told.',
    },
    level: { type: 'string', enum: LEVELS, description: 'What that amounts to.' },
  }),
};

export const poolsPaths = (): Paths => ({
  '/api/pools': {
    get: operation({
      id: 'getPools',
      tag: SERVICE.name,
      summary: 'Pools of ZFS and btrfs',
      description: 'As the raid plugin last saw them; arrays of Linux itself are shown by that plugin.',
      answer: { type: 'array', items: ref('schemas', 'Pool') },
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
    }),
  },
});
