/** Builds the page into dist/page: files that `serve` and `view` send, and one that has all in it, for exports. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

/** What the licences of the packages inside ask for. */
const NOTICE =
  '/*! Contains Preact (c) 2015-present Jason Miller and uPlot (c) Leon Sorokin, both under the MIT License */';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Where whoever exports puts the data: base64 of gzip of JSON. */
const PLACE = '<script type="application/octet-stream" id="runrl-data"></script>';

/** single.html: script and style stand in the page, which runs and loads nothing else, whatever its data hold. */
const singleFile = (): Plugin => ({
  name: 'single-file',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const files = Object.values(bundle);
    const script = files.flatMap((file) => (file.type === 'chunk' ? [file.code] : [])).join('\n');
    const style = files
      .flatMap((file) =>
        file.type === 'asset' && file.fileName.endsWith('.css') ? [String(file.source)] : [],
      )
      .join('\n');
    const policy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; img-src data:; base-uri 'none'; form-action 'none'`;
    if (/<\/script/i.test(script) || /<\/style/i.test(style))
      this.error('the page would end its own element');
    const source = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>runrl-sandbox</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<div id="page"><noscript>This page needs JavaScript.</noscript></div>
${PLACE}
<script type="module">${script}</script>
</body>
</html>
`;
    this.emitFile({ type: 'asset', fileName: 'single.html', source });
  },
});

export default defineConfig({
  root: import.meta.dirname,
  base: './', // works below a path
  publicDir: false,
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: join(import.meta.dirname, '../dist/page'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false, // one chunk; the polyfill would be an inline script
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        postBanner: NOTICE,
        entryFileNames: 'assets/page-[hash].js',
        assetFileNames: 'assets/page-[hash][extname]',
      },
    },
  },
  plugins: [singleFile()],
});
