/** `/docs`: a page that reads /openapi.json and sends requests. One text, nothing from elsewhere. */

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
details { border: 1px solid #8886; border-radius: 6px; margin: .5rem 0; padding: .5rem .75rem; }
summary { cursor: pointer; } summary b { font-family: ui-monospace, monospace; }
textarea, input { width: 100%; box-sizing: border-box; font: 13px ui-monospace, monospace; margin: .25rem 0; }
pre { overflow: auto; max-height: 24rem; background: #8881; padding: .5rem; font-size: 13px; }`;

const EXAMPLES = JSON.stringify({
  score: { completion: 'The answer is 18', kwargs: { expected_result: 18 } },
  start: { kwargs: {} },
  step: { action: 'look' },
  branch: { n: 2 },
  cancel: { request_id: '' },
  validateModule: { kind: 'reward', source: 'def reward_fn(completion, **kwargs):\n    return 1.0\n' },
});

// Text from outside is only ever set as text, never as HTML.
const SCRIPT = `
const examples = ${EXAMPLES};
const make = (name, text, parent) => {
  const element = document.createElement(name);
  if (text) element.textContent = text;
  parent.append(element);
  return element;
};
const field = (label, parent) => {
  const input = make('input', '', make('label', label, parent));
  return input;
};
const show = (operation, method, path, main) => {
  const box = make('details', '', main);
  const summary = make('summary', '', box);
  make('b', method.toUpperCase() + ' ' + path, summary);
  summary.append(' ' + operation.summary);
  const inputs = (operation.parameters || []).map((one) => [one, field(one.name, box)]);
  const content = operation.requestBody && operation.requestBody.content;
  const type = content && Object.keys(content)[0];
  let body;
  if (type) {
    body = make('textarea', '', box);
    body.rows = 5;
    const example = examples[operation.operationId];
    body.value = example ? JSON.stringify(example, null, 2)
      : '{"prompt": [{"role": "user", "content": "2+2?"}], "expected_result": 4}';
  }
  const button = make('button', 'Send', box);
  const answer = make('pre', '', box);
  if (type) make('pre', JSON.stringify(content[type].schema, null, 2), make('details', 'Schema of the body', box));
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
    if (token.value) headers.authorization = 'Bearer ' + token.value;
    try {
      const response = await fetch(url, { method, headers, body: body && body.value });
      const text = await response.text();
      answer.textContent = response.status + ' ' + response.statusText + '\\n' + text;
    } catch (error) {
      answer.textContent = String(error);
    }
  };
};
let token;
fetch('openapi.json').then((response) => response.json()).then((api) => {
  const main = document.querySelector('main');
  make('p', api.info.description, main);
  token = field('Token', main);
  token.type = 'password';
  if (!api.components.securitySchemes) token.parentElement.hidden = true;
  for (const [path, methods] of Object.entries(api.paths))
    for (const [method, operation] of Object.entries(methods)) show(operation, method, path, main);
});`;

export const DOCS_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>runrl-sandbox</title>
<style>${STYLE}</style>
<h1>runrl-sandbox</h1>
<main></main>
<script>${SCRIPT}</script>
</html>
`;
