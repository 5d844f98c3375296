/** Targets of notifications, as the configuration in force has them. */
import { definePart } from '../../core/parts/part.ts';
import { optional, service } from '../../core/parts/service.ts';
import { createSignal, type Signal } from '../../core/parts/signal.ts';
import type { Target } from '../../alerts/notify/target.ts';
import { Browsers } from '../../alerts/notify/web-push/browsers.ts';
import type { SectionValues } from '../config/sections.ts';
import { receiversOf } from './browsers.ts';
import { CheckedConfiguration } from './configuration-reader.ts';
import { Reloading } from './reload.ts';

export interface Targets {
  configured(): readonly Target[];
  /** Returns the targets, with one per browser. */
  receivers(): readonly Target[];
  /** Values of `[notify]` and `[fleet]`. */
  options(): Pick<SectionValues, 'notify' | 'fleet'>;
  /** Targets, browsers or options have changed. */
  readonly changed: Signal<void>;
}
export const Targets = service<Targets>('targets of notifications');

type Configured = Pick<CheckedConfiguration, 'targets'> & {
  readonly configuration: { readonly sections: Pick<SectionValues, 'notify' | 'fleet'> };
};

interface TargetsSetup {
  readonly first: Configured;
  readonly taken: Signal<Configured>;
  /** Null: not available. */
  readonly browsers: Browsers | null;
}

export function createTargets({ first, taken, browsers }: TargetsSetup): Targets {
  const changed = createSignal<void>();
  let now = first;
  taken.on(({ configuration, targets }) => {
    now = { configuration, targets };
    return changed.emit();
  });
  browsers?.changed.on(() => changed.emit());
  return {
    configured: () => now.targets,
    receivers: () => now.targets.flatMap((target) => receiversOf(target, browsers)),
    options: () => now.configuration.sections,
    changed,
  };
}

export const targetsPart = definePart({
  name: 'targets of notifications',
  needs: { checked: CheckedConfiguration, reloading: Reloading, browsers: optional(Browsers) },
  provides: Targets,
  open: ({ checked, reloading: { taken }, browsers }) => createTargets({ first: checked, taken, browsers }),
});
