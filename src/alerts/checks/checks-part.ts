/** All checks of the agent over the API, with those of other programs and the own heartbeat. */
import { definePart } from '../../core/parts/part.ts';
import { Routes } from '../../http/route/route.ts';
import { checksRoute } from './checks-route.ts';

export const checksPart = definePart({ name: 'checks', brings: [Routes.of(checksRoute)] });
