import { definePlugin } from '../../../core/plugin.ts';
import { entryFields } from '../../sources/processes/entry-fields.ts';
import { processOptions } from '../../sources/processes/options.ts';
import { processes } from '../../sources/processes/processes.ts';

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
  fields: entryFields,
  create({ use }) {
    const scan = use(processes);
    return { read: async () => (await scan()).sorted };
  },
});
