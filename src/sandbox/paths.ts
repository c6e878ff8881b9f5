/** Which paths lie in which. */

export const covered = (path: string, roots: readonly string[]): boolean =>
  roots.some((root) => path === root || path.startsWith(root === '/' ? '/' : `${root}/`));

/** Without the paths that lie below another one, parents first. */
export const outermost = (paths: readonly string[]): string[] => {
  const unique = [...new Set(paths)].sort();
  return unique.filter(
    (path) =>
      !covered(
        path,
        unique.filter((other) => other !== path),
      ),
  );
};
