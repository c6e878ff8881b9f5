/** Where the hosts of a fleet answer over HTTP, by the folder in which they announce themselves (`serve --join`). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverUrl } from './host-source.ts';

/** Whether a folder is such a table. */
export const isFleetTable = (folder: string): boolean => entries(folder).length > 0;

/** @throws Error when the folder cannot be read */
export const fleetUrls = (folder: string): string[] => [
  ...new Set(entries(folder).flatMap(({ http }) => (http === undefined ? [] : (serverUrl(http) ?? [])))),
];

const entries = (folder: string): { http?: string }[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      try {
        const entry = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, unknown>;
        if (typeof entry.generation !== 'string' || typeof entry.address !== 'string') return [];
        return [typeof entry.http === 'string' ? { http: entry.http } : {}];
      } catch {
        return []; // no host's, or gone by now
      }
    });
