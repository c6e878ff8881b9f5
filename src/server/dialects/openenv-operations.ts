/** The routes of OpenEnv, one set for each environment; and without a name, for the only one. */
import { z } from 'zod';
import { resetData, result, state, stepBody } from './openenv-messages.ts';

const anything = z.looseObject({});

export const OPENENV_BASE = '/openenv/{module}';

export const OPENENV_OPERATIONS = {
  openenvReset: {
    method: 'post',
    path: `${OPENENV_BASE}/reset`,
    alias: '/reset',
    summary:
      'OpenEnv: starts an episode, tells what it shows first, and ends it. Episodes of several steps: WebSocket `ws`.',
    body: [resetData],
    answer: result,
  },
  openenvStep: {
    method: 'post',
    path: `${OPENENV_BASE}/step`,
    alias: '/step',
    summary:
      'OpenEnv: the first step of a new episode, which then ends. Episodes of several steps: WebSocket `ws`.',
    body: [stepBody],
    answer: result,
  },
  openenvState: {
    method: 'get',
    path: `${OPENENV_BASE}/state`,
    alias: '/state',
    summary: 'OpenEnv: the state before the first reset. That of an episode is told over its WebSocket.',
    answer: state,
  },
  openenvHealth: {
    method: 'get',
    path: `${OPENENV_BASE}/health`,
    alias: '/health',
    summary: 'OpenEnv: `healthy`, or 503 while the server loads or drains.',
    answer: z.object({ status: z.string() }),
    open: true,
  },
  openenvMetadata: {
    method: 'get',
    path: `${OPENENV_BASE}/metadata`,
    alias: '/metadata',
    summary: 'OpenEnv: name and description of the environment.',
    answer: anything,
  },
  openenvSchema: {
    method: 'get',
    path: `${OPENENV_BASE}/schema`,
    alias: '/schema',
    summary: 'OpenEnv: JSON schemas of actions, observations and the state.',
    answer: anything,
  },
  openenvMcp: {
    method: 'post',
    path: `${OPENENV_BASE}/mcp`,
    alias: '/mcp',
    summary: 'OpenEnv: JSON-RPC that says that there are no tools.',
    body: [anything],
    answer: anything,
  },
  openenvOpenapi: {
    method: 'get',
    path: `${OPENENV_BASE}/openapi.json`,
    summary: 'OpenEnv: the description of these routes alone.',
    answer: 'application/json',
    open: true,
  },
} as const;
