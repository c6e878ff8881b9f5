/** Events of a stream, as `event` and `data`; comments keep it open and say nothing. */
export async function* eventsIn(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<{ event: string; data: string }> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  while (true) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      let event = 'message';
      const data: string[] = [];
      for (const line of block.split(/\r?\n/)) {
        const [, field, text = ''] = /^(event|data): ?(.*)$/.exec(line) ?? [];
        if (field === 'event') event = text;
        else if (field === 'data') data.push(text);
      }
      if (data.length > 0) yield { event, data: data.join('\n') };
    }
  }
}
