/** Rules on the page. Their store is where the syntax of the configuration is: `run/parts/page-rules.ts`. */
import { definePart } from '../../core/parts/part.ts';
import { pageFlag, PageFlags } from '../../http/route/page-flags.ts';
import { Routes } from '../../http/route/route.ts';
import { ruleFormRoute } from './form-route.ts';
import { Rules } from './rules.ts';
import { rulesRoutes } from './rules-routes.ts';

export const rulesPart = definePart({
  name: 'routes of rules',
  brings: [Routes.of(ruleFormRoute, rulesRoutes), PageFlags.of(pageFlag('hasRules', { rules: Rules }))],
});
