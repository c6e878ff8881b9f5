/** Whether attacks are to meet workers that were restored: `RUNRL_ATTACKS_RESTORE=1`. Else they are mostly forks. */

/** driver.py reads it, too. */
export const RESTORE_VARIABLE = 'RUNRL_ATTACKS_RESTORE';
export const RESTORES = process.env[RESTORE_VARIABLE] !== undefined;

/** Whether the calls of a configuration do. */
export const restoresAt = (confinement: string): boolean =>
  RESTORES && ['namespaces', 'allow-net'].includes(confinement);
