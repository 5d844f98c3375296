/** What the kinds of containers have in common: they observe the plugin containerstates. */
import { listOf } from '../../core/alert-kind.ts';
import type { Served } from '../../core/served.ts';

export const STATES = { states: listOf('containerstates') };

export const nameOf = ({ name }: Served): string => String(name);

export const labelOf = (item: Served): string => String(item['alias'] ?? item['name']);

/** Its engine does not answer: what it reported last says nothing of now. */
export const isSilent = ({ known }: Served): boolean => known !== true;

/** For lists and rules of notifications. */
export const detailsOf = ({ engine, image }: Served) => ({ engine: String(engine), image: String(image) });
