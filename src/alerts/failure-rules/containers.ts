/** Shared by the container kinds, which observe the plugin containerstates. */
import { listOf } from '../../core/failure-rule.ts';
import type { Served } from '../../core/served.ts';

export const STATES = { states: listOf('containerstates') };

export const nameOf = ({ name }: Served): string => String(name);

export const labelOf = (item: Served): string => String(item['alias'] ?? item['name']);

/** Its engine does not answer: its last report is stale. */
export const isSilent = ({ known }: Served): boolean => known !== true;

/** For lists and rules of notifications. */
export const detailsOf = ({ engine, image }: Served) => ({ engine: String(engine), image: String(image) });
