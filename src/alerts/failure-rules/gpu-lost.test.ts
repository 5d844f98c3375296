import { testKind } from '../../../test/support/kind-suite.ts';
import { gpuLost } from './gpu-lost.ts';

const cards = (...ids: string[]) => ({ gpu: ids.map((id) => ({ gpu_id: id, name: 'H100' })) });

testKind(gpuLost, {
  fine: cards('nvidia0', 'nvidia1'),
  raise: [cards('nvidia0')],
  is: ['GPU_LOST_NVIDIA1', 'WARNING', 'The graphics card nvidia1 (H100) has disappeared.'],
  clear: [cards('nvidia0', 'nvidia1')],
  // The driver is gone, and the agent restarted.
  afterRestart: [cards()],
  isChange: true,
});
