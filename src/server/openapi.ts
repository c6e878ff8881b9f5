/** The OpenAPI 3.1 description, made of the schemas that bodies are checked with. */
import { z } from 'zod';
import { OPERATIONS, type Operation } from './operations.ts';
import { problem } from './schemas.ts';

type Json = Record<string, unknown>;

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

/** @param hasToken whether the server wants a token */
export const openApi = (version: string, hasToken: boolean): Json => {
  const paths: Record<string, Json> = {};
  for (const [operationId, operation] of Object.entries<Operation>(OPERATIONS)) {
    const { method, path, summary, body, open } = operation;
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
    info: {
      title: 'runrl-sandbox',
      version,
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
