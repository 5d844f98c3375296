/** Action of a control. */
import { messageOf } from '../../src/core/message-of.ts';
import { ref, type Ref } from 'vue';

export interface Task {
  readonly isBusy: Ref<boolean>;
  /** Why the last run failed; empty: it did not. */
  readonly problem: Ref<string>;
  /** Runs one action at a time; false: failed, or another is running. */
  run(work: () => unknown): Promise<boolean>;
}

export function useTask(): Task {
  const isBusy = ref(false);
  const problem = ref('');
  return {
    isBusy,
    problem,
    async run(work) {
      if (isBusy.value) return false;
      isBusy.value = true;
      problem.value = '';
      try {
        await work();
        return true;
      } catch (error) {
        problem.value = messageOf(error);
        return false;
      } finally {
        isBusy.value = false;
      }
    },
  };
}
