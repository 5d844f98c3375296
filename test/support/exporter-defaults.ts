/** Keys of an exporter's section that nobody sets. */
import { fallbackOf } from '../../src/core/option-parse.ts';
import type { Options } from '../../src/core/options.ts';
import type { Exporter } from '../../src/export/exporters/exporter.ts';
import { type CommonOptions, commonOptions } from '../../src/export/exporters/options.ts';

export const defaultsOf = (options: Options): Record<string, unknown> =>
  Object.fromEntries(Object.entries(options).map(([key, option]) => [key, fallbackOf(option)]));

export const commonOf = (exporter: Exporter): CommonOptions =>
  defaultsOf(commonOptions(exporter)) as CommonOptions;
