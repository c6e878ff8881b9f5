/** The reference of the npm package (`npm run api`). Fails where an export, or a field of one, is not explained. */

/** @type {Partial<import('typedoc').TypeDocOptions>} */
export default {
  name: 'runrl-sandbox',
  entryPoints: ['src/index.ts'],
  tsconfig: 'tsconfig.api.json',
  skipErrorChecking: true, // tsc has done it
  readme: 'none',
  out: 'api/node',
  disableSources: true,
  excludeInternal: true,
  requiredToBeDocumented: [
    'Accessor',
    'Class',
    'Constructor',
    'Function',
    'Interface',
    'Method',
    'Property',
    'TypeAlias',
    'Variable',
  ],
  validation: { notExported: true, invalidLink: true, notDocumented: true },
  treatWarningsAsErrors: true,
};
