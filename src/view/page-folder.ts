/** Where the built page is: from `src/`, from `dist/`, and from the bundle, whose folder is as deep. */
import { join } from 'node:path';

export const PAGE_FOLDER = join(import.meta.dirname, '../../dist/page');
