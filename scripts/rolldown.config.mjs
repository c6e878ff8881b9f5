// The command line as few files: reading a hundred small ones takes a quarter of the time to the first row.
export default {
  input: 'src/cli/main.ts',
  platform: 'node',
  // With native parts, or files of their own that they look for.
  external: ['msgpackr', 'zeromq'],
  transform: { target: 'node20' },
  // Beside each other in a folder as deep as those of src/: files of the package are found from there.
  output: { dir: 'dist/.cli', chunkFileNames: '[name]-[hash].js', comments: { legal: true, annotation: false, jsdoc: false } },
  logLevel: 'warn',
};
