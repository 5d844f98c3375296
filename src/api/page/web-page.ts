/** The web page, for routes. */
import { type Service, service } from '../../core/parts/service.ts';
import type { PageDefaults, PageSettings } from '../../http/route/page-settings.ts';

/** The pages and their initial settings. */
export interface WebPage {
  /** Folder with `index.html`, `fleet.html` and `static/`. */
  readonly folder: string;
  /** Seconds between updates. */
  readonly refresh: number;
  readonly defaults: PageDefaults;
  /** Origins whose pages may embed it, or `self`; default: none. */
  readonly frameAncestors?: readonly string[];
  /** Serve the page of this host; default: true. */
  readonly hasHost?: boolean;
  /** Serve the fleet's page and one for each server; default: false. */
  readonly hasFleet?: boolean;
}
export const WebPage = service<WebPage>('web page');
/** Web page of this host, if it is served. */
export const HostPage: Service<WebPage> = service<WebPage>('page of this host');
/** Web page of the fleet, if it is served. */
export const FleetPage: Service<WebPage> = service<WebPage>('page of the fleet');

/** Flags of features for the page that are set. */
export const PageFlagsSet: Service<Partial<PageSettings>> =
  service<Partial<PageSettings>>('flags of the page');
