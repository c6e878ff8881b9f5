/** Asks for the token where the server wants one. It stays in this tab. */
import { useRef } from 'preact/hooks';

export const AskToken = ({ wasWrong, give }: { wasWrong: boolean; give: (token: string) => void }) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <form
      class="ask-token"
      onSubmit={(event) => {
        event.preventDefault();
        const token = input.current?.value.trim() ?? '';
        if (token !== '') give(token);
      }}
    >
      <h1>This server asks for a token</h1>
      <p>
        It is the text of the file that the server was started with (<code>--token-file</code>). It stays in
        this tab.
      </p>
      <label class="field">
        <span class="label">Token</span>
        <input ref={input} type="password" autocomplete="off" spellcheck={false} autofocus />
      </label>
      {wasWrong && (
        <p class="wrong" role="alert">
          The server does not know this token.
        </p>
      )}
      <button type="submit" class="main">
        Go on
      </button>
    </form>
  );
};
