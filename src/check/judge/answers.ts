/** What a judge can answer, in the form of every interface that judges are asked by. */
import { isObject } from '../answers/meaning.ts';
import { jsonValue } from '../lists.ts';

/** A scripted answer: the text of a verdict, a status without one, a body that is no JSON, or silence. */
export type Answer = { text: string } | { status: number } | { body: string } | 'silence' | 'hang up';

const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2, input_tokens: 1, output_tokens: 1 };

const asObject = (text: string): Record<string, unknown> => {
  const value = jsonValue(text);
  return isObject(value) ? value : {};
};

interface Asked {
  n?: unknown;
  tools?: unknown;
  functions?: unknown;
}

/** Name of the tool that is to be called with the verdict; undefined: there is none. */
const toolIn = ({ tools, functions }: Asked): string | undefined => {
  const all: unknown = Array.isArray(tools) && tools.length > 0 ? tools : functions;
  if (!Array.isArray(all) || all.length === 0) return undefined;
  const described = (all[0] as { function?: { name?: unknown }; name?: unknown } | null) ?? {};
  return String(described.function?.name ?? described.name ?? 'verdict');
};

/**
 * The JSON body that says `text`: one object with what chat completions, completions, responses, messages, Gemini, TGI
 * and Ollama have, so that it does not matter which of them a client reads.
 */
export const bodyOf = (text: string, path: string, asked: Asked): string => {
  const tool = toolIn(asked);
  const call = { name: tool, arguments: text };
  const calls = Array.isArray(asked.tools)
    ? { tool_calls: [{ id: 'call_1', type: 'function', function: call }] }
    : { function_call: call };
  const message = { role: 'assistant', content: text, ...(tool === undefined ? {} : calls) };
  const count = typeof asked.n === 'number' && asked.n > 1 ? Math.min(asked.n, 32) : 1;
  const choices = Array.from({ length: count }, (_, index) => ({
    index,
    finish_reason: 'stop',
    message,
    text,
    logprobs: null,
  }));
  const common = { id: 'judge-1', created: 1, model: 'judge', usage: USAGE };
  if (path.endsWith('/chat/completions'))
    return JSON.stringify({ ...common, object: 'chat.completion', choices });
  if (path.endsWith('/messages')) {
    // Arguments of its tools are objects: what is none, it says.
    const isCall = tool !== undefined && Object.keys(asObject(text)).length > 0;
    const content = isCall
      ? [{ type: 'tool_use', id: 'call_1', name: tool, input: asObject(text) }]
      : [{ type: 'text', text }];
    return JSON.stringify({
      ...common,
      type: 'message',
      role: 'assistant',
      content,
      stop_reason: isCall ? 'tool_use' : 'end_turn',
    });
  }
  const output = [
    {
      type: 'message',
      id: 'm1',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text, annotations: [] }],
    },
    ...(tool === undefined
      ? []
      : [{ type: 'function_call', id: 'f1', call_id: 'call_1', status: 'completed', ...call }]),
  ];
  if (path.endsWith('/responses')) {
    return JSON.stringify({
      ...common,
      object: 'response',
      created_at: 1,
      status: 'completed',
      output,
      parallel_tool_calls: true,
      tool_choice: 'auto',
      tools: [],
    });
  }
  return JSON.stringify({
    ...common,
    choices,
    output,
    message,
    content: text,
    text,
    response: text,
    answer: text,
    result: text,
    output_text: text,
    generated_text: text,
    candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP' }],
    done: true,
    // An endpoint of one's own mostly answers with the verdict itself.
    ...numbersOf(text),
    ...asObject(text),
  });
};

const numbersOf = (text: string): Record<string, unknown> => {
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number)
    ? { score: number, reward: number, rating: number }
    : {};
};

/** The same as a stream of server-sent events. */
export const streamOf = (text: string, path: string): string => {
  const event = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;
  if (path.endsWith('/messages')) {
    const typed = (type: string, data: object): string => `event: ${type}\n${event({ type, ...data })}`;
    return [
      typed('message_start', {
        message: { id: 'm', type: 'message', role: 'assistant', content: [], model: 'judge', usage: USAGE },
      }),
      typed('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
      typed('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
      typed('content_block_stop', { index: 0 }),
      typed('message_delta', { delta: { stop_reason: 'end_turn' }, usage: USAGE }),
      typed('message_stop', {}),
    ].join('');
  }
  const common = { id: 'judge-1', object: 'chat.completion.chunk', created: 1, model: 'judge' };
  return [
    event({
      ...common,
      choices: [{ index: 0, delta: { role: 'assistant', content: text }, finish_reason: null }],
    }),
    event({ ...common, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
    'data: [DONE]\n\n',
  ].join('');
};
