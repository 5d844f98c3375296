import { defineExporter } from '../exporter.ts';
import { tablePerPlugin } from '../timescaledb/timescaledb.ts';

/** The exporter for TimescaleDB under the name of what works without that extension too. */
export default defineExporter({
  ...tablePerPlugin,
  name: 'postgresql',
  description: 'PostgreSQL: as timescaledb. Needs the package postgres.',
});
