/** A module as the server is told of it: its kind, name, file and options. */
import { basename } from 'node:path';
import type { EnvironmentOptions, RewardOptions } from '../../options.ts';

export type ModuleSetting =
  | { kind: 'reward'; name: string; file: string; options: RewardOptions }
  | { kind: 'environment'; name: string; file: string; options: EnvironmentOptions };

export type Kind = ModuleSetting['kind'];

/** The name of a module that was given none. */
export const nameOfFile = (file: string): string => basename(file).replace(/\.py$/, '');
