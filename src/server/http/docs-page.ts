/** `/docs`: a page that reads /openapi.json and sends requests. One text, nothing from elsewhere. */

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; --line: #8886; --soft: #8881; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { margin-bottom: .25rem; }
details { border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0; padding: .5rem .75rem; }
summary { cursor: pointer; overflow-wrap: anywhere; }
summary b { font: bold 13px/1.5 ui-monospace, monospace; margin-right: .5rem; }
[hidden] { display: none !important; }
code, textarea, input, pre { font: 13px/1.5 ui-monospace, monospace; }
code { background: var(--soft); border-radius: 3px; padding: 0 .2rem; }
label { display: block; margin: .5rem 0; }
textarea, input:not([type=checkbox]) { width: 100%; box-sizing: border-box; padding: .35rem .5rem; }
textarea, input, button { border: 1px solid var(--line); border-radius: 4px; }
textarea { display: block; margin: .5rem 0; resize: vertical; }
button { font: inherit; padding: .2rem 1rem; cursor: pointer; }
pre { overflow: auto; max-height: 24rem; background: var(--soft); border-radius: 4px; padding: .5rem; margin: .5rem 0;
  white-space: pre-wrap; overflow-wrap: anywhere; }
pre:empty { display: none; }`;

const EXAMPLES = JSON.stringify({
  score: { completion: 'The answer is 18', kwargs: { expected_result: 18 } },
  start: { kwargs: {} },
  step: { action: 'look' },
  branch: { n: 2 },
  openRlhfReward: { query: ['6*3?The answer is 18'], prompts: ['6*3?'], labels: ['18'] },
  slimeReward: { prompt: '6*3?', response: 'The answer is 18', label: '18' },
  llamaFactoryScores: { model: 'model', messages: ['6*3?The answer is 18'] },
  runCode: { code: 'print(int(input()) * 3)', language: 'python', stdin: '6' },
  cancel: { request_id: '' },
  validateModule: { kind: 'reward', source: 'def reward_fn(completion, **kwargs):\n    return 1.0\n' },
});

// Text from outside is only ever set as text, never as HTML. JSON is laid out as text, too: numbers stay as they are.
const SCRIPT = `
const examples = ${EXAMPLES};
const make = (name, text, parent) => {
  const element = document.createElement(name);
  if (text) element.textContent = text;
  parent.append(element);
  return element;
};
const say = (text, parent) =>
  text.split('\`').forEach((part, at) => at % 2 ? make('code', part, parent) : parent.append(part));
const field = (label, hint, parent) => {
  const box = make('label', '', parent);
  make('b', label, box);
  if (hint) say(' ' + hint, box);
  return make('input', '', box);
};
const layOut = (text) => {
  let out = '', depth = 0;
  const line = (change) => '\\n' + '  '.repeat(Math.max(0, depth += change));
  for (const [token] of text.matchAll(/"(?:[^"\\\\]|\\\\.)*"|[{[]\\s*[}\\]]|[^]/g)) {
    if (/^\\s$/.test(token)) continue;
    if (token === '{' || token === '[') out += token + line(1);
    else if (token === '}' || token === ']') out += line(-1) + token;
    else out += token === ',' ? token + line(0) : token === ':' ? ': ' : token;
  }
  return out;
};
const show = (operation, method, path, main) => {
  const box = make('details', '', main);
  const summary = make('summary', '', box);
  make('b', method.toUpperCase() + ' ' + path, summary);
  say(operation.summary, summary);
  const inputs = (operation.parameters || []).map((one) => [one, field(one.name, one.description, box)]);
  for (const [one, input] of inputs) if (one.in === 'path') input.dataset.name = one.name;
  const content = operation.requestBody && operation.requestBody.content;
  const type = content && Object.keys(content)[0];
  let body;
  if (type) {
    body = make('textarea', '', box);
    body.setAttribute('aria-label', 'body');
    const example = examples[operation.operationId];
    body.value = example ? JSON.stringify(example, null, 2)
      : type === 'application/json' ? '{}'
      : '{"prompt": [{"role": "user", "content": "2+2?"}], "expected_result": 4}';
    body.rows = body.value.split('\\n').length + 1;
  }
  const answers = Object.keys(((operation.responses || {})[200] || {}).content || {});
  let lines;
  if (answers.includes('application/x-ndjson')) {
    const label = make('label', '', box);
    lines = make('input', '', label);
    lines.type = 'checkbox';
    label.append(' line by line');
  }
  const button = make('button', 'Send', box);
  const answer = make('pre', '', box);
  answer.setAttribute('role', 'status');
  if (type) {
    const schema = make('details', '', box);
    make('summary', 'Schema of the body', schema);
    make('pre', JSON.stringify(content[type].schema, null, 2), schema);
  }
  button.onclick = async () => {
    let url = path.slice(1);
    const query = new URLSearchParams();
    for (const [one, input] of inputs) {
      if (one.in === 'path') url = url.replace('{' + one.name + '}', encodeURIComponent(input.value));
      else if (input.value) query.set(one.name, input.value);
    }
    if (String(query)) url += '?' + query;
    const headers = {};
    if (type) headers['content-type'] = type;
    if (lines && lines.checked) headers.accept = 'application/x-ndjson';
    if (token.value) headers.authorization = 'Bearer ' + token.value;
    button.disabled = true;
    answer.textContent = '…';
    try {
      const response = await fetch(url, { method, headers, body: body && body.value });
      const text = await response.text();
      const isJson = /json$/.test(response.headers.get('content-type') || '');
      answer.textContent = response.status + ' ' + response.statusText + '\\n' +
        (!isJson || (lines && lines.checked) ? text : layOut(text));
      const started = /"episode_id":"([^"]+)"/.exec(text);
      if (started) for (const input of document.querySelectorAll('[data-name=id]')) input.value = started[1];
    } catch (error) {
      answer.textContent = String(error);
    }
    button.disabled = false;
  };
};
let token;
const main = document.querySelector('main');
fetch('openapi.json').then((response) => response.json()).then((api) => {
  say(api.info.description, make('p', '', main));
  token = field('Token', 'stays in this page', main);
  token.type = 'password';
  if (!api.components.securitySchemes) token.parentElement.hidden = true;
  for (const [path, methods] of Object.entries(api.paths))
    for (const [method, operation] of Object.entries(methods)) show(operation, method, path, main);
}).catch((error) => make('p', 'openapi.json cannot be read: ' + error, main));`;

export const DOCS_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>runrl-sandbox</title>
<style>${STYLE}</style>
<h1>runrl-sandbox</h1>
<main></main>
<script>${SCRIPT}</script>
</html>
`;
