/** Assistants: what they may ask. */
import { definePart } from '../../core/parts/part.ts';
import { Routes } from '../../http/route/route.ts';
import { mcpRoutes } from './mcp-routes.ts';

export const mcpPart = definePart({ name: 'routes for assistants', brings: [Routes.of(mcpRoutes)] });
