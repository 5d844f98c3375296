/** Single processes, and the process list as differences. */
import { definePart } from '../../core/parts/part.ts';
import { Sampling } from '../../measure/sampler/sampling.ts';
import { Processes } from './processes.ts';
import { Routes } from '../../http/route/route.ts';
import { processChangesRoute } from './changes-route.ts';
import { processControl } from './process-control.ts';
import { processRoutes } from './process-routes.ts';

export const processesPart = definePart({
  name: 'processes',
  needs: { sampling: Sampling },
  provides: Processes,
  brings: [Routes.of(processChangesRoute, processRoutes)],
  open: ({ sampling }) => processControl(sampling),
});
