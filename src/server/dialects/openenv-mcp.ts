/** JSON-RPC as OpenEnv wants it at `/mcp`: environments are stepped with text and have no tools, which is said politely. */
import { parseJsonLine } from '../../formats/json/json-line.ts';

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const METHOD_NOT_FOUND = -32_601;

const failure = (code: number, message: string, id: unknown = null) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});

/** The answer to a request that has been read. */
export const mcpAnswer = (request: unknown) => {
  const { jsonrpc, method, id = null } = (request ?? {}) as Record<string, unknown>;
  if (jsonrpc !== '2.0' || typeof method !== 'string')
    return failure(INVALID_REQUEST, 'No JSON-RPC 2.0 request: `jsonrpc` and `method` are needed');
  const known = typeof id === 'string' || typeof id === 'number' ? id : null;
  return failure(
    METHOD_NOT_FOUND,
    'The environment has no tools of MCP: it is stepped with text, over WebSocket at `ws`',
    known,
  );
};

/** The answer to the bytes of a body. */
export const mcpAnswerTo = (bytes: Buffer) => {
  const parsed = parseJsonLine(bytes, 'body');
  return parsed.fault === undefined ? mcpAnswer(parsed.value) : failure(PARSE_ERROR, parsed.fault.reason);
};
