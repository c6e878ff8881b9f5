import { useEffect, useRef } from 'preact/hooks';
import { usePage } from '../data/context.ts';
import { type LiveState, live } from '../data/live.ts';
import { Line } from '../parts/text.tsx';
import type { ScreenInfo } from '../screens/screens.ts';
import { go, hrefOf } from '../state/address.ts';
import { useStore } from '../state/store.ts';
import { setTheme, THEMES, useTheme } from '../state/theme.ts';

const LIVE_TEXT: Readonly<Record<LiveState, string>> = {
  off: '○ not live',
  connecting: '◌ connecting',
  live: '● live',
  paused: '‖ paused',
  lost: '✗ server away',
};

const LiveButton = () => {
  const state = useStore(live.changes, () => live.state);
  return (
    <button
      type="button"
      class={`live ${state}`}
      aria-pressed={state === 'paused'}
      title={state === 'paused' ? 'Let updates go on (Space)' : 'Hold updates (Space)'}
      onClick={() => live.toggle()}
    >
      {LIVE_TEXT[state]}
    </button>
  );
};

/** Which run is shown, and which one is laid over it. */
const RunPicker = () => {
  const { runs, shown, other } = usePage();
  if (shown === undefined) return null;
  const options = runs.runs.flatMap(({ id, name, modules }) =>
    modules.map((module) => ({
      value: `${id}/${module.name}`,
      text: modules.length > 1 ? `${name} · ${module.name}` : name,
    })),
  );
  const current = `${shown.run.id}/${shown.module}`;
  if (options.length < 2) return <Line text={shown.run.name} limit={60} />;
  return (
    <>
      <select
        aria-label="Run"
        value={current}
        onChange={(event) => go({ values: { run: event.currentTarget.value } })}
      >
        {options.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <select
        aria-label="Run to compare with"
        value={other === undefined ? '' : `${other.run.id}/${other.module}`}
        onChange={(event) => go({ values: { with: event.currentTarget.value } })}
      >
        <option value="">compare with …</option>
        {options
          .filter(({ value }) => value !== current)
          .map(({ value, text }) => (
            <option key={value} value={value}>
              vs {text}
            </option>
          ))}
      </select>
    </>
  );
};

const Tabs = ({ screens, current }: Pick<HeaderProps, 'screens' | 'current'>) => {
  const link = useRef<HTMLAnchorElement>(null);
  // On a phone not all of them fit.
  useEffect(() => link.current?.scrollIntoView({ block: 'nearest', inline: 'center' }), [current]);
  return (
    <nav aria-label="Screens">
      <ul>
        {screens.map(({ name, title }) => (
          <li key={name}>
            <a
              ref={name === current ? link : null}
              href={hrefOf({ screen: name })}
              aria-current={name === current ? 'page' : undefined}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
};

interface HeaderProps {
  screens: readonly ScreenInfo[];
  current: string;
  help: () => void;
}

export const Header = ({ screens, current, help }: HeaderProps) => {
  const { source, runs } = usePage();
  const theme = useTheme();
  return (
    <header class="top">
      <div class="bar">
        <p class="brand" title={`version ${runs.product.version}`}>
          <b>runrl</b>-sandbox
        </p>
        <div class="which">
          <RunPicker />
        </div>
        <div class="tools">
          {source.isServed && <LiveButton />}
          <select
            aria-label="Theme"
            class="theme"
            value={theme}
            onChange={(event) => setTheme(THEMES.find((one) => one === event.currentTarget.value) ?? 'auto')}
          >
            {THEMES.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
          <button type="button" aria-label="Keys" title="Keys (?)" onClick={help}>
            ?
          </button>
        </div>
      </div>
      {screens.length > 1 && <Tabs screens={screens} current={current} />}
    </header>
  );
};
