// The command line as few files: reading a hundred small ones takes a quarter of the time to the first row.
export default {
  input: 'src/cli/main.ts',
  platform: 'node',
  // Has native parts, which it looks for beside itself.
  external: ['zeromq'],
  transform: { target: 'node20' },
  // Beside each other in a folder as deep as those of src/: files of the package are found from there.
  output: {
    dir: 'dist/.cli',
    chunkFileNames: '[name]-[hash].js',
    comments: { legal: true, annotation: false, jsdoc: false },
    // One file with all that `--help` needs, and one with what `run` needs beside it.
    codeSplitting: {
      groups: [
        { name: 'start', test: /src\/cli\/program\.ts$/, priority: 2 },
        { name: 'run', test: /src\/(cli\/run\/command|host)\.ts$/, priority: 1 },
      ],
    },
  },
  checks: { ineffectiveDynamicImport: false }, // of what the library imports late
  logLevel: 'warn',
};
