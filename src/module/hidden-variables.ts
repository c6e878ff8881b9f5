/** What is said of variables that a module looked for in vain, where this process has them. */

/** @param unset names that the module's own code looked for; which of them are set here is not told inside */
const hiddenVariables = (unset: readonly string[]): string[] =>
  unset
    .filter((name) => Object.hasOwn(process.env, name))
    .map((name) => `the variable ${name} is set here and hidden from the module: --env ${name} passes it`);

/** The warnings of a result or of a load, with those of variables that they do not name yet. */
export const withHidden = (warnings: readonly string[] = [], unset: readonly string[] = []): string[] => [
  ...warnings,
  ...hiddenVariables(unset.filter((name) => !warnings.some((warning) => warning.includes(`--env ${name} `)))),
];
