import { definePlugin } from '../../../core/plugin.ts';
import { processOptions } from '../../sources/processes/options.ts';
import { processes } from '../../sources/processes/processes.ts';
import { fields } from './fields.ts';

/** All processes, in the order of `sort_key`. There is no limit to their number: user interfaces show as many as they like. */
export default definePlugin({
  name: 'processlist',
  metrics: false,
  description: 'Processes.',
  shape: 'list',
  key: 'pid',
  keepsItems: true,
  weight: 'heavy',
  pacedBy: 'processcount',
  options: processOptions,
  fields,
  create({ use }) {
    const scan = use(processes);
    return { read: async () => (await scan()).sorted };
  },
});
