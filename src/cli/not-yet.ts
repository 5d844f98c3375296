/** Settings of the configuration file whose features this version does not have. */
import type { SectionValues } from '../config/typed.ts';
import { Failure } from './endings.ts';

/** Throws {@link Failure} where going on would be less safe than what was asked for. */
export function refuseUnsafe({ outputs }: SectionValues): void {
  if (outputs.ssl_keyfile !== undefined && outputs.ssl_certfile !== undefined)
    throw new Failure(
      'TLS ([outputs] ssl_keyfile and ssl_certfile) is not available in this version: remove the keys and use a reverse proxy.',
    );
}

/** Settings that are read and do nothing, one sentence each. */
export function idleSettings({ outputs }: SectionValues): string[] {
  return [
    ...(outputs.webui_allowed_hosts.length > 0
      ? [
          '[outputs] webui_allowed_hosts is not applied in this version: requests for any host name are answered.',
        ]
      : []),
    ...(outputs.enable_mcp ? ['[outputs] enable_mcp does nothing in this version.'] : []),
  ];
}
