/** Builds the pages: few files, named by content, with relative URLs. */
import { readFileSync } from 'node:fs';
import vue from '@vitejs/plugin-vue';
import { defineConfig, type Plugin } from 'vite';
import { textInPlace, translateTexts } from './template-texts.ts';

/** Entry of both pages in few files: browsers fetch six at a time, including data. */
const SHELL =
  /@vue|src\/show\/display\/(culprit-words|digits|levels|machine-verdict|natural|series-names|subjects)\.ts|web\/(alerts\/(episodes|timeline)|state\/shell)\.ts/;

/** Modules that both pages load later, in one file: small files cost more than their bytes. */
const DEFERRED = /web\/(switcher\/(Switcher\.vue|(goals|hosts)\.ts)|tables\/(CopyButton\.vue|use-copy\.ts))/;

/** Modules of the fleet's entry that a host's page loads later, in one file. */
const OF_SERVERS =
  /src\/show\/display\/(server-columns|servers)\.ts|web\/(api\/server-page\.ts|drawer\/save\.ts|keys\/DisplaySettings\.vue|parts\/modal\.ts|state\/task\.ts|tables\/Facts\.vue)/;

/** Runs on arrival, without waiting for the scripts that use its requests. */
const PREFETCH = /web\/api\/prefetch\.ts/;
const runPrefetch: Plugin = {
  name: 'run-prefetch',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const [link = '', file = ''] =
        /<link rel="modulepreload" crossorigin href="(\.\/static\/prefetch-[^"]*)">\s*/.exec(html) ?? [];
      if (link === '') throw new Error('there is no file of its own for what is prefetched');
      const script = `<script type="module" async fetchpriority="high" crossorigin src="${file}"></script>`;
      return html.replace(link, '').replace('<script', () => `${script}\n    <script`);
    },
  },
};

/**
 * Chromium compiles all functions of the entry files on another thread as they arrive, instead of on first call: a tenth of the work
 * of a start (https://explainers-by-googlers.github.io/explicit-javascript-compile-hints-file-based).
 */
const compiledAtOnce: Plugin = {
  name: 'compiled-at-once',
  generateBundle: {
    // After Vite has added its list of files.
    order: 'post',
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const entries = chunks.filter(({ isEntry }) => isEntry);
      const first = new Set(entries.flatMap(({ fileName, imports }) => [fileName, ...imports]));
      for (const chunk of chunks)
        if (first.has(chunk.fileName)) chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
    },
  },
};

/** At the paths in `app.webmanifest`; another image needs another name. */
const appIcons: Plugin = {
  name: 'app-icons',
  generateBundle() {
    for (const name of ['icon-192-1.png', 'icon-512-1.png'])
      this.emitFile({
        type: 'asset',
        fileName: `static/${name}`,
        source: readFileSync(`${import.meta.dirname}/${name}`),
      });
  },
};

export default defineConfig({
  root: import.meta.dirname,
  // Correct below any prefix, and behind proxies that add or remove one.
  base: './',
  publicDir: false,
  plugins: [
    vue({
      features: { optionsAPI: false },
      template: { compilerOptions: { nodeTransforms: [translateTexts, textInPlace] } },
    }),
    compiledAtOnce,
    runPrefetch,
    appIcons,
  ],
  define: { __VUE_PROD_DEVTOOLS__: 'false', __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false' },
  build: {
    // Shared code of both pages is in separate files.
    rolldownOptions: {
      input: ['index', 'fleet', 'wall'].map((name) => `${import.meta.dirname}/${name}.html`),
      output: {
        codeSplitting: {
          groups: [
            { name: 'prefetch', test: PREFETCH },
            { name: 'shell', test: SHELL },
            { name: 'deferred-shared', test: DEFERRED, includeDependenciesRecursively: false },
            { name: 'servers', test: OF_SERVERS, includeDependenciesRecursively: false },
          ],
        },
      },
    },
    outDir: '../dist/web',
    emptyOutDir: true,
    assetsDir: 'static',
    // The content security policy blocks data: scripts, styles and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    reportCompressedSize: false,
  },
});
