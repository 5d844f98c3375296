/** Parts of the page that come in a file of their own, which is loaded once the first picture has been drawn. */
import { type Component, computed, type FunctionalComponent, h, shallowRef } from 'vue';
import type * as later from '../later.ts';
import NotLoaded from './NotLoaded.vue';

type Parts = typeof later;

const parts = shallowRef<Parts | 'failed' | null>(null);

/** They are there, or will not be. */
export const isSettled = computed(() => parts.value !== null);

/** Loads them. */
export async function loadLater(): Promise<void> {
  parts.value = await import('../later.ts').catch(() => 'failed' as const);
}

/** One of them, as if it was there from the beginning: nothing until it is, and a sentence where it will not be. */
export function laterPart<C extends Component>(pick: (all: Parts) => C): C {
  const part: FunctionalComponent = (props, { slots }) => {
    if (parts.value === null) return null;
    return parts.value === 'failed' ? h(NotLoaded) : h(pick(parts.value), props, slots);
  };
  part.inheritAttrs = false;
  return part as unknown as C;
}
