/** Log lines of a time, on demand; new lines while they are followed. */
import { onBeforeUnmount, type Ref, shallowRef, watch } from 'vue';
import type { LogAnswer } from '../../src/explain/logs/log-lines.ts';
import { useGander } from '../state/gander.ts';
import { messageOf } from '../../src/core/message-of.ts';
import { followFrom, type LogChoices, type LogPlace, logsPath, withLater } from './log-place.ts';

export interface Logs {
  readonly found: Ref<LogAnswer | null>;
  /** Why there is no reply, or no later one; empty: received or pending. */
  readonly problem: Ref<string>;
}

export interface LogQuestion extends LogChoices {
  /** Null: nothing to ask. */
  readonly place: LogPlace | null;
  readonly isFollowed: boolean;
}

const FOLLOW_MS = 2000;

export function useLogs(asked: () => LogQuestion): Logs {
  const { client, store } = useGander();
  const found = shallowRef<LogAnswer | null>(null);
  const problem = shallowRef('');
  let request = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    clearTimeout(timer);
    request.abort();
    request = new AbortController();
  };

  async function load(question: LogQuestion, known: LogAnswer | null): Promise<void> {
    const { place, isFollowed } = question;
    if (place === null) return;
    const { signal } = request;
    const later = known === null ? {} : { from: followFrom(known), to: Math.max(place.to, store.now()) };
    try {
      const answer = await client.get<LogAnswer>(logsPath({ ...place, ...later }, question), signal);
      found.value = known === null ? answer : withLater(known, answer);
      problem.value = '';
    } catch (error) {
      if (!signal.aborted) problem.value = messageOf(error);
    }
    if (isFollowed && !signal.aborted) timer = setTimeout(() => void load(question, found.value), FOLLOW_MS);
  }
  watch(
    asked,
    (question, before) => {
      stop();
      problem.value = '';
      if (question.place !== before?.place) found.value = null;
      void load(question, null);
    },
    { immediate: true },
  );
  onBeforeUnmount(stop);
  return { found, problem };
}
