/** The version of this package. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ownVersion = (): string => {
  const manifest = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
};
