/** Parts of the page that come in a file of their own, which is loaded once the first picture has been drawn. */
import { type Component, computed, type FunctionalComponent, h, shallowRef } from 'vue';
import NotLoaded from './NotLoaded.vue';

/** What there is in that file, which is above all rooms and declares it here. */
export interface DeferredParts {}

const parts = shallowRef<DeferredParts | 'failed' | null>(null);

/** They are there, or will not be. */
export const isSettled = computed(() => parts.value !== null);

/** @param load gets the file */
export async function loadDeferred(load: () => Promise<DeferredParts>): Promise<void> {
  parts.value = await load().catch(() => 'failed' as const);
}

/** One of them, as if it was there from the beginning: nothing until it is, and a sentence where it will not be. */
export function deferredPart<C extends Component>(pick: (all: DeferredParts) => C): C {
  const part: FunctionalComponent = (props, { slots }) => {
    if (parts.value === null) return null;
    return parts.value === 'failed' ? h(NotLoaded) : h(pick(parts.value), props, slots);
  };
  part.inheritAttrs = false;
  return part as unknown as C;
}
