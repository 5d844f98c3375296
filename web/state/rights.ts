/** Who is logged in, and what the role lacks, by the roles that routes declare. */
import { type Ref, shallowRef, type ShallowRef, watch } from 'vue';
import { localName, t } from '../../src/show/display/language.ts';
import type { Client } from '../api/client.ts';
import type { PageSettings } from '../api/settings.ts';
import type { Me } from '../api/types.ts';
import type { Connection } from '../feed/connection.ts';

export interface Rights {
  /** Null without a password, and until it is known. */
  readonly me: Readonly<ShallowRef<Me | null>>;
  /** True if the page may use an operation of the agent, by its id; false until it is known. */
  may(operation: string): boolean;
  /** Why not, such as "needs operator"; empty: it may, or that is unknown. */
  lack(operation: string): string;
  /** A list, which cannot be changed here without the right to. */
  limited<T extends Changeable>(list: T, operation: string): T;
  /** Asks whenever the page has connected: the role may have changed. */
  follow(connection: Readonly<Ref<Connection>>, isDrawn: Readonly<Ref<boolean>>): void;
}

/** A list of the agent which readers can change. */
interface Changeable {
  readonly editable: boolean;
  /** Why not. */
  readonly reason: string | null;
}

/** Latest update, applied on demand or with the next one: the first frame does not need it. */
const CHANGES_SERVER = 'postOfServer';

export function createRights(client: Pick<Client, 'get'>, { access, hub }: PageSettings): Rights {
  const me = shallowRef<Me | null>(null);
  const roleFor = (operation: string): string | undefined =>
    me.value?.lacks[operation] ?? (hub === undefined ? undefined : me.value?.lacks[CHANGES_SERVER]);
  const may = (operation: string): boolean =>
    access === 'open' || (me.value !== null && roleFor(operation) === undefined);
  const load = async (): Promise<void> => {
    me.value = await client.get<Me>(`${hub ?? ''}api/me`).catch(() => me.value);
  };
  return {
    me,
    may,
    lack(operation) {
      const role = roleFor(operation);
      return role === undefined ? '' : t('needs {role}', { role });
    },
    limited(list, operation) {
      if (may(operation)) return { ...list, reason: list.reason && localName(list.reason) };
      const role = roleFor(operation);
      const reason = role === undefined ? null : t('Changes need the role {role}', { role });
      return { ...list, editable: false, reason };
    },
    follow(connection, isDrawn) {
      if (access === 'open') return;
      watch(
        () => (isDrawn.value ? connection.value.kind : ''),
        (kind) => {
          if (kind === 'login') me.value = null;
          if (kind === 'live') void load();
        },
      );
    },
  };
}
