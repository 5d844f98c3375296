/** Flags that parts set on the page. */
import { contribution } from '../../core/parts/part.ts';
import { resolve, firstLack, type Resolved, type Needs, type Services } from '../../core/parts/service.ts';
import type { PageSettings } from './page-settings.ts';

/** Tells the page that a feature is there. */
interface PageFlag {
  readonly name: keyof PageSettings;
  isSet(services: Services): boolean;
}
export const PageFlags = contribution<PageFlag>('flags of the page');

export const pageFlag = <const N extends Needs>(
  name: keyof PageSettings,
  uses: N,
  isSet: (services: Resolved<N>) => boolean = () => true,
): PageFlag => ({
  name,
  isSet: (services) => firstLack(services, uses) === null && isSet(resolve(services, uses)),
});

export const flagsOf = (flags: readonly PageFlag[], services: Services): Partial<PageSettings> =>
  Object.fromEntries(flags.flatMap((flag) => (flag.isSet(services) ? [[flag.name, true]] : [])));
