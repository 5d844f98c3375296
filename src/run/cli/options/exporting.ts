/** Sending values elsewhere. */
import { flag, text } from '../declare.ts';

const exporting = { group: 'exporting' } as const;

export const exportingOptions = {
  export: text(
    '--export',
    null,
    'Send values with these exporters, separated by commas; also beside -w and the other modes.',
    {
      ...exporting,
      argument: 'names',
    },
  ),
  export_test: text('--export-test', null, 'Send one batch with an exporter and report the result.', {
    ...exporting,
    argument: 'name',
    inArgs: false,
  }),
  export_csv_file: text('--export-csv-file', './glances.csv', 'File of the exporter csv.', {
    ...exporting,
    argument: 'path',
  }),
  export_csv_overwrite: flag(
    '--export-csv-overwrite',
    'Overwrite that file in place of appending.',
    exporting,
  ),
  export_json_file: text('--export-json-file', './glances.json', 'File of the exporter json.', {
    ...exporting,
    argument: 'path',
  }),
  export_graph_path: text('--export-graph-path', '/tmp', 'Folder for the charts of --export graph.', {
    ...exporting,
    argument: 'dir',
  }),
  export_process_filter: text(
    '--export-process-filter',
    null,
    'Also export the processes that match, in the syntax of --process-focus.',
    { ...exporting, argument: 'filters' },
  ),
};
