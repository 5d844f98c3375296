/** The agent's rules and their changes. */
import { computed, ref, type Ref, shallowRef, type ShallowRef } from 'vue';
import type { LevelReport } from '../store/verdicts.ts';
import type { RuleChange, RuleEdit, RuleForm, TargetTest, ValueForm } from '../api/types.ts';
import { useGander } from '../state/gander.ts';
import { messageOf } from '../../src/core/message-of.ts';

export interface RuleList {
  readonly file: string | null;
  readonly editable: boolean;
  /** Why they cannot be changed. */
  readonly reason: string | null;
  readonly rules: readonly RuleEdit[];
  /** Newest first. */
  readonly changes: readonly RuleChange[];
}

export type WholeForm = RuleForm & { readonly values: readonly ValueForm[] };

export interface RulesUse {
  /** Null until loaded. */
  readonly list: Readonly<ShallowRef<RuleList | null>>;
  readonly form: Readonly<ShallowRef<WholeForm | null>>;
  /** Why there are none. */
  readonly problem: Ref<string>;
  /** The last change made here. */
  readonly last: Readonly<ShallowRef<RuleChange | null>>;
  load(): Promise<void>;
  /** Rejects with the reason. */
  save(edits: readonly RuleEdit[]): Promise<void>;
  undo(id: number): Promise<void>;
  test(name: string): Promise<TargetTest>;
}

export function useRules(): RulesUse {
  const { client, rights, store } = useGander();
  const list = shallowRef<RuleList | null>(null);
  const form = shallowRef<WholeForm | null>(null);
  const last = shallowRef<RuleChange | null>(null);
  const problem = ref('');

  const load = async (): Promise<void> => {
    try {
      [list.value, form.value] = await Promise.all([
        client.get<RuleList>('api/rules'),
        client.get<WholeForm>('api/rules/form'),
      ]);
      problem.value = '';
    } catch (error) {
      problem.value = messageOf(error);
    }
  };
  /** Refreshes thresholds in charts and tables. */
  const renew = async (): Promise<void> => {
    const [, report] = await Promise.all([load(), client.get<LevelReport>('api/levels').catch(() => null)]);
    if (report !== null) store.verdicts.take(report);
  };
  return {
    list: computed(() => list.value && rights.limited(list.value, 'changeRules')),
    form,
    problem,
    last,
    load,
    async save(edits) {
      last.value = await client.post<RuleChange>('api/rules', { edits });
      await renew();
    },
    async undo(id) {
      last.value = await client.post<RuleChange>(`api/rules/undo/${id}`);
      await renew();
    },
    test: (name) => client.post<TargetTest>(`api/rules/test/${encodeURIComponent(name)}`),
  };
}
