/** What a control does when it is pressed. */
import { ref, type Ref } from 'vue';

export interface Task {
  readonly isBusy: Ref<boolean>;
  /** Why the last run failed; empty where it did not. */
  readonly problem: Ref<string>;
  /** Runs one work at a time; false where it failed, or another is under way. */
  run(work: () => unknown): Promise<boolean>;
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

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
