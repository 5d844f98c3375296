/** GPU_LOST: a graphics card has disappeared. */
import { allRead, defineFailureRule, listOf, UNREAD } from '../../core/failure-rule.ts';
import { saying } from '../../core/said.ts';

export const gpuLost = defineFailureRule({
  name: 'GPU_LOST',
  description:
    'A graphics card that was present at startup disappears. The alert ends when the card is back.',
  level: 'WARNING',
  inputs: { gpu: listOf('gpu') },
  create() {
    const names = new Map<string, string>();
    return ({ values: { gpu }, ongoing }) => {
      if (gpu === null) return UNREAD;
      const present = new Set(gpu.map(({ gpu_id: id }) => String(id)));
      for (const { gpu_id: id, name } of gpu) names.set(String(id), String(name));
      for (const [id, { details }] of ongoing)
        if (!names.has(id)) names.set(id, String(details['name'] ?? id));
      return allRead(
        [...names]
          .filter(([id]) => !present.has(id))
          .map(([id, name]) => ({
            subject: id,
            ...saying('The graphics card {id} ({name}) has disappeared.', { id, name }),
            details: { name },
          })),
      );
    };
  },
});
