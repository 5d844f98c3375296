/** How the pages are built: everything in a few files, named after their content, at addresses relative to the page. */
import { readFileSync } from 'node:fs';
import vue from '@vitejs/plugin-vue';
import { defineConfig, type Plugin } from 'vite';
import { textInPlace, translateTexts } from './template-texts.ts';

/** The beginning of both pages, in few files: a browser fetches six at a time, and data are among the first. */
const SHELL =
  /@vue|src\/show\/display\/(digits|machine-verdict|natural|series-names|subjects)\.ts|web\/(alerts\/(episodes|timeline)|state\/shell)\.ts/;

/** Modules that both pages load later, in one file: small files cost more than their bytes. */
const DEFERRED =
  /web\/(switcher\/(Switcher\.vue|(entries|hosts)\.ts)|tables\/(CopyButton\.vue|use-copy\.ts))/;

/** Modules that the page of the fleet begins with and that of a host loads later, in one file likewise. */
const OF_SERVERS =
  /src\/show\/display\/(server-columns|servers)\.ts|web\/(api\/server-page\.ts|drawer\/save\.ts|keys\/DisplaySettings\.vue|parts\/modal\.ts|state\/task\.ts|tables\/Facts\.vue)/;

/** Runs as soon as it has come, and does not wait for the scripts that use what it has asked for. */
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
 * Chromium compiles all functions of the files that a page begins with beside the main thread, as they arrive, in place of one
 * after another when they are called: a tenth of the work of a start
 * (https://explainers-by-googlers.github.io/explicit-javascript-compile-hints-file-based).
 */
const compiledAtOnce: Plugin = {
  name: 'compiled-at-once',
  generateBundle: {
    // After Vite has put its list of files in front.
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

/** At the addresses that `app.webmanifest` names; another picture needs another name. */
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
  // Right below any prefix, and behind proxies that add or take away one.
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
    // The page of a host and that of the fleet: what they share is in separate files.
    rolldownOptions: {
      input: ['index', 'fleet'].map((name) => `${import.meta.dirname}/${name}.html`),
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
    // The content security policy lets no data: scripts, styles or fonts through.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    reportCompressedSize: false,
  },
});
