/** A list of the agent for admins; each change of it replies with the new list. */
import { onMounted, type Ref, shallowRef, type ShallowRef } from 'vue';
import { useShell } from '../state/shell.ts';
import { useTask } from '../state/task.ts';

export interface AccessList<T> {
  /** Null until loaded. */
  readonly list: Readonly<ShallowRef<T | null>>;
  readonly isBusy: Ref<boolean>;
  /** Why it was not loaded, or not changed. */
  readonly problem: Ref<string>;
  /** False: failed. @param name of one in the list, and what follows it in the path */
  post(name: string, body: unknown): Promise<boolean>;
  remove(name: string): Promise<boolean>;
}

/** @param what `users`, `keys` or `audit`; only inside `setup` */
export function useAccessList<T>(what: 'users' | 'keys' | 'audit'): AccessList<T> {
  const { client, settings } = useShell();
  const list = shallowRef<T | null>(null);
  const { isBusy, problem, run } = useTask();
  const path = `${settings.hub ?? ''}api/${what}`;
  onMounted(() => run(async () => (list.value = await client.get<T>(path))));
  return {
    list,
    isBusy,
    problem,
    post: (name, body) => run(async () => (list.value = await client.post<T>(`${path}/${name}`, body))),
    remove: (name) =>
      run(async () => {
        const reply = await client.open(`${path}/${name}`, { method: 'DELETE' });
        list.value = (await reply.json()) as T;
      }),
  };
}
