/** Where `runrl_audit`, the Python side of the audit, lies. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder to put on `sys.path`. */
export const PYTHON_FOLDER = fileURLToPath(new URL('../../python-shim', import.meta.url));
/** The package in it, for `mounts`. */
export const AUDIT_PACKAGE = join(PYTHON_FOLDER, 'runrl_audit');
