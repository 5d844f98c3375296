import { defineExporter } from '../exporter.ts';
import { tablePerPlugin } from '../timescaledb/timescaledb.ts';

/** The TimescaleDB exporter under the name of plain PostgreSQL, which needs no extension. */
export default defineExporter({
  ...tablePerPlugin,
  name: 'postgresql',
  description: 'PostgreSQL: as timescaledb. Needs the package postgres.',
});
