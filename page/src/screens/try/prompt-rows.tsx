/** A row of the prompt file, found by its text and chosen. */
import { useState } from 'preact/hooks';
import { groupDigits } from '../../../../src/formats/text/visible.ts';
import { usePage } from '../../data/context.ts';
import type { OnePrompt, Prompts, RunInfo } from '../../data/types.ts';
import { useRoute } from '../../data/use-route.ts';
import { Line } from '../../parts/text.tsx';
import { Fault } from '../../shell/boundary.tsx';

const PAGE = 8;

/** The text as it stands in the file, over several lines where nothing but space changes by that. */
const spread = (row: string): string => {
  const value: unknown = JSON.parse(row);
  const bare = (text: string) => text.replaceAll(/\s/g, '');
  // Not where it has numbers such as 18.0, or digits that JavaScript does not keep: they would be others.
  return bare(JSON.stringify(value)) === bare(row) ? JSON.stringify(value, null, 2) : row;
};

interface PromptRowsProps {
  run: RunInfo;
  choose: (text: string) => void;
}

export const PromptRows = ({ run, choose }: PromptRowsProps) => {
  const { source } = usePage();
  const [search, setSearch] = useState('');
  /** Lines at which the pages before this one begin. */
  const [pages, setPages] = useState<readonly number[]>([1]);
  const [line, setLine] = useState<number | undefined>();
  const [fault, setFault] = useState<unknown>();
  const path = `v1/view/runs/${run.id}/prompts`;
  const from = pages.at(-1) ?? 1;
  const { value, error } = useRoute<Prompts>(path, { search, from, limit: PAGE });
  const take = async (wanted: number) => {
    try {
      choose(spread((await source.get<OnePrompt>(`${path}/${wanted}`)).row));
      setLine(wanted);
      setFault(undefined);
    } catch (failed) {
      setFault(failed);
    }
  };
  return (
    <fieldset class="prompt-rows">
      <legend class="label">Row of the prompt file</legend>
      <input
        type="search"
        aria-label="Search rows"
        placeholder={`search ${groupDigits(value?.total ?? 0)} rows`}
        value={search}
        onInput={(event) => {
          setSearch(event.currentTarget.value);
          setPages([1]);
        }}
        onKeyDown={(event) => {
          const first = value?.rows[0];
          if (event.key !== 'Enter' || first === undefined) return;
          event.preventDefault(); // else the form would be sent
          void take(first.line);
        }}
      />
      {(error ?? fault) != null && <Fault error={error ?? fault} />}
      {value?.rows.length === 0 && <p class="nothing">No row has this text.</p>}
      <ul>
        {value?.rows.map((row) => (
          <li key={row.line}>
            <button type="button" aria-pressed={row.line === line} onClick={() => void take(row.line)}>
              <span class="number">{row.line}</span>{' '}
              <span class="clip">
                <Line text={row.prompt ?? row.key ?? 'no prompt'} limit={160} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {(pages.length > 1 || value?.next != null) && (
        <nav class="pages" aria-label="Pages of rows">
          <button type="button" disabled={pages.length === 1} onClick={() => setPages(pages.slice(0, -1))}>
            ‹ before
          </button>
          <button
            type="button"
            disabled={value?.next == null}
            onClick={() => value?.next != null && setPages([...pages, value.next])}
          >
            after ›
          </button>
        </nav>
      )}
    </fieldset>
  );
};
