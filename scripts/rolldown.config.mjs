// The command line as few files: reading a hundred small ones takes a quarter of the time to the first row.
// Beside each other in a folder as deep as those of src/: files of the package are found from there.
const output = { dir: 'dist/.cli', comments: { legal: true, annotation: false, jsdoc: false } };
const both = {
  platform: 'node',
  transform: { target: 'node20' },
  logLevel: 'warn',
};

export default [
  // CommonJS, of which V8 can be given what it compiled before (see src/cli/bundle.ts).
  {
    ...both,
    input: 'src/cli/program.ts',
    // Has native parts, which it looks for beside itself.
    external: ['zeromq'],
    // Schemas that only types are made of.
    treeshake: { manualPureFunctions: ['z', 'int', 'digits', 'float'] },
    // Scripts of V8 have no `import()`: src/cli/bundle.ts gives them one for packages.
    plugins: [{ name: 'import', renderChunk: (code) => code.replaceAll(/\bimport\((?=["'])/g, 'importPackage(') }],
    output: {
      ...output,
      format: 'cjs',
      entryFileNames: '[name].cjs',
      chunkFileNames: '[name]-[hash].cjs',
      // One file with all that `--help` needs, and one with what `run` needs beside it.
      codeSplitting: {
        groups: [
          { name: 'start', test: /src\/cli\/program\.ts$/, priority: 2 },
          { name: 'run', test: /src\/(cli\/run\/command|host)\.ts$/, priority: 1 },
        ],
      },
    },
    checks: { ineffectiveDynamicImport: false }, // of what the library imports late
  },
  { ...both, input: { main: 'src/cli/bundle.ts' }, output: { ...output, cleanDir: false } },
];
