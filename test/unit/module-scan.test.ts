/** What the architecture tests judge: imports, state and circles of modules. */
import { describe, expect, it } from 'vitest';
import { cyclesIn, foldersOf, scanModule } from '../support/module-scan.ts';

describe('scans of modules', () => {
  it('find every form of import', () => {
    const { imports } = scanModule(
      'src/a/x.ts',
      `import { b } from '../b/b.ts';
       import type { C } from './c.ts';
       import { type D } from './d.ts';
       export * from './e.ts';
       export type { F } from './f.ts';
       const g = (): Promise<unknown> => import('node:g');
       type H = import('./h.ts').H;`,
    );
    expect(imports).toEqual([
      { target: 'src/b/b.ts', isOurs: true },
      { target: 'src/a/c.ts', isOurs: true },
      { target: 'src/a/d.ts', isOurs: true },
      { target: 'src/a/e.ts', isOurs: true },
      { target: 'src/a/f.ts', isOurs: true },
      { target: 'node:g', isOurs: false },
      { target: 'src/a/h.ts', isOurs: true },
    ]);
  });

  it('find mutable state, and effects', () => {
    const { state, effects } = scanModule(
      'src/a/x.ts',
      `import './effect.ts';
       let count = 0;
       const cache = new Map<string, number>();
       export const names: string[] = [];
       const WORDS = new Set(['a']);
       const NONE: readonly string[] = [];
       const NOTHING: ReadonlyMap<string, number> = new Map();
       const create = () => { let inner = 0; return new Set(); };
       export const shared = create();
       process.on('exit', create);
       export default shared;`,
    );
    expect(state).toEqual([
      'line 2: count = 0',
      'line 3: cache = new Map<string, number>()',
      'line 4: names: string[] = []',
    ]);
    expect(effects).toEqual(["line 1: import './effect.ts';", "line 10: process.on('exit', create);"]);
  });

  it('read the scripts of components', () => {
    const text = `<script lang="ts">
       import { a } from './a.ts';
       </script>
       <template><p>import { b } from './b.ts';</p></template>
       <script setup lang="ts">
       import C from '../c/C.vue';
       </script>`.replaceAll(/^ +</gm, '<');
    expect(scanModule('web/x/X.vue', text).imports).toEqual([
      { target: 'web/x/a.ts', isOurs: true },
      { target: 'web/c/C.vue', isOurs: true },
    ]);
  });

  it('find circles of folders by the imports of everything below them', () => {
    const module = (path: string, text: string) => scanModule(`src/${path}.ts`, text);
    const chain = [
      module('a/b/x', `import '../c/x.ts'; import '../../d/x.ts'; import '../x.ts';`),
      module('a/x', `import './b/x.ts'; import './c/x.ts';`),
    ];
    expect(cyclesIn(foldersOf(chain))).toEqual([]);
    expect(cyclesIn(foldersOf([...chain, module('a/c/e/y', `import '../../b/y.ts';`)]))).toEqual([
      'src/a/b -> src/a/c -> src/a/b',
    ]);
    expect(
      cyclesIn(foldersOf([...chain, module('d/f/y', `import type { A } from '../../a/x.ts';`)])),
    ).toEqual(['src/a -> src/d -> src/a']);
  });

  it('find cycles, those of types too', () => {
    const module = (path: string, text: string) => scanModule(`src/${path}.ts`, text);
    const chain = [module('a', `import './b.ts'; import './c.ts';`), module('b', `import './c.ts';`)];
    expect(cyclesIn([...chain, module('c', '')])).toEqual([]);
    expect(cyclesIn([...chain, module('c', `import type { A } from './a.ts';`)])).toEqual([
      'src/a.ts -> src/b.ts -> src/c.ts -> src/a.ts',
    ]);
  });
});
