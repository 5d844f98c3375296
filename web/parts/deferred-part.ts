/** Parts of the page in a separate file, loaded after the first paint. */
import { type Component, computed, type FunctionalComponent, h, shallowRef } from 'vue';
import NotLoaded from './NotLoaded.vue';

/** Contents of that file, declared here because it is above all rooms. */
export interface DeferredParts {}

const parts = shallowRef<DeferredParts | 'failed' | null>(null);

/** Loaded, or failed. */
export const isSettled = computed(() => parts.value !== null);

/** @param load loads the file */
export async function loadDeferred(load: () => Promise<DeferredParts>): Promise<void> {
  parts.value = await load().catch(() => 'failed' as const);
}

/** One of the parts as a component: empty until loaded, a sentence on failure. */
export function deferredPart<C extends Component>(pick: (all: DeferredParts) => C): C {
  const part: FunctionalComponent = (props, { slots }) => {
    if (parts.value === null) return null;
    return parts.value === 'failed' ? h(NotLoaded) : h(pick(parts.value), props, slots);
  };
  part.inheritAttrs = false;
  return part as unknown as C;
}
