/** The OpenAPI 3.1 description, made of the schemas that bodies are checked with. */
import { z } from 'zod';
import { OPENENV_BASE } from '../dialects/openenv-operations.ts';
import type { Operation } from '../routes/operation.ts';
import { ROUTES } from '../routes/operations.ts';
import { problem } from '../routes/schemas.ts';

type Json = Record<string, unknown>;

/** Version of OpenEnv's HTTP interface. */
const OPENENV_VERSION = '1.0.0';

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' });
  return rest;
};

const bodyOf = (body: NonNullable<Operation['body']>): Json => {
  if (body === 'text')
    return { required: true, content: { 'application/x-ndjson': { schema: { type: 'string' } } } };
  const [only, another] = body.map((schema) => schemaOf(schema, 'input'));
  const schema = another === undefined ? only : { oneOf: [only, another] };
  return { required: true, content: { 'application/json': { schema } } };
};

const answersOf = ({ answer, otherAnswer, open }: Operation): Json => {
  const fault = { description: 'Trouble with the request or the server', content: problemContent };
  if (answer === undefined) return { 204: { description: 'Done' }, default: fault };
  const content: Json =
    typeof answer === 'string'
      ? { [answer]: { schema: answer === 'application/json' ? { type: 'object' } : { type: 'string' } } }
      : { 'application/json': { schema: schemaOf(answer, 'output') } };
  if (otherAnswer !== undefined)
    content[otherAnswer.type] = { schema: schemaOf(otherAnswer.schema, 'output') };
  return { 200: { description: 'Done', content }, ...(open === true ? {} : { default: fault }) };
};

const problemContent: Json = {
  'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
};

const parametersOf = ({ path, query = {} }: Operation): Json[] => [
  ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  })),
  ...Object.entries(query).map(([name, description]) => ({
    name,
    in: 'query',
    description,
    schema: { type: 'string' },
  })),
];

/**
 * @param hasToken whether the server wants a token
 * @param environment name of the one whose routes of OpenEnv are wanted alone, as that describes them
 */
export const openApi = (version: string, hasToken: boolean, environment?: string): Json => {
  const paths: Record<string, Json> = {};
  for (const operation of ROUTES) {
    const { id, isAlias, method, path, summary, body, open } = operation;
    if (environment !== undefined && !isAlias) continue;
    const operationId = isAlias ? `${id}Alone` : id;
    const parameters = parametersOf(operation);
    const there = paths[path] ?? {};
    paths[path] = there;
    there[method] = {
      operationId,
      summary,
      ...(parameters.length === 0 ? {} : { parameters }),
      ...(body === undefined ? {} : { requestBody: bodyOf(body) }),
      responses: answersOf(operation),
      ...(hasToken && open !== true ? { security: [{ token: [] }] } : {}),
    };
  }
  return {
    openapi: '3.1.0',
    ...(environment === undefined
      ? {}
      : { servers: [{ url: OPENENV_BASE.replace('{module}', encodeURIComponent(environment)) }] }),
    info: {
      title: 'runrl-sandbox',
      version: environment === undefined ? version : OPENENV_VERSION,
      description:
        'Runs reward functions and environments. What user code does is an outcome (200 with a `status`); only ' +
        'trouble with the request or the server is a problem.',
    },
    paths,
    components: {
      schemas: { Problem: schemaOf(problem, 'output') },
      ...(hasToken ? { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } } : {}),
    },
  };
};
