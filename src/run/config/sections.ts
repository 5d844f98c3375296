/** All sections that belong to no plugin, target or exporter, in the order of the example file. */
import type { OptionValues } from '../../core/options.ts';
import type { Section } from '../../core/section.ts';
import * as others from '../features/sections.ts';
import { FLEET, GLOBAL, OUTPUTS, PASSWORDS, SERVERLIST } from './own-sections.ts';

const ALL = { GLOBAL, OUTPUTS, SERVERLIST, FLEET, PASSWORDS, ...others };

/** Typed values by section. */
export type SectionValues = {
  [K in keyof typeof ALL as (typeof ALL)[K]['name']]: OptionValues<(typeof ALL)[K]['options']>;
};

export const SECTIONS: ReadonlyMap<string, Section> = new Map(
  Object.values(ALL).map((section) => [section.name, section]),
);
