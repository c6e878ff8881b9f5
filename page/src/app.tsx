/** The frame of the page: what is shown, the screens, and the keys that work on each of them. */
import { useEffect, useState } from 'preact/hooks';
import { visible } from '../../src/formats/text/visible.ts';
import { usePage } from './data/context.ts';
import { live } from './data/live.ts';
import { copyText } from './parts/copy.tsx';
import { SCREENS, screensOf } from './screens/screens.ts';
import { Boundary } from './shell/boundary.tsx';
import { Header } from './shell/header.tsx';
import { Help } from './shell/help.tsx';
import { Notes } from './shell/notes.tsx';
import { Said, say } from './shell/say.tsx';
import { go, hrefOf, useAddress } from './state/address.ts';
import { useKeys } from './state/keys.ts';
import { toggleMarkdown } from './state/markdown.ts';
import { nextTheme } from './state/theme.ts';

export const App = () => {
  const page = usePage();
  const { screen: name } = useAddress();
  const [isHelp, setHelp] = useState(false);
  const screens = screensOf(page);
  const screen = screens.find((one) => one.name === name) ?? screens[0] ?? SCREENS[0];
  const move = (by: number) => {
    const at = screens.indexOf(screen);
    go({ screen: screens[(at + by + screens.length) % screens.length]?.name ?? '' });
  };
  useKeys(
    {
      ArrowLeft: () => move(-1),
      ArrowRight: () => move(1),
      '?': () => setHelp(true),
      t: nextTheme,
      f: () => go({ screen: 'failures' }),
      v: () => document.querySelector<HTMLSelectElement>('.which select + select')?.focus(),
      ' ': page.source.isServed ? () => live.toggle() : undefined,
      m: () => say(toggleMarkdown() ? 'Completions as Markdown' : 'Completions as they are'),
      g: () => scrollTo({ top: 0 }),
      G: () => scrollTo({ top: document.documentElement.scrollHeight }),
      '/': focusSearch,
      s: focusSearch,
      u: () =>
        void copyText(location.href).then((done) =>
          say(done ? 'Link copied' : 'The browser does not let this page copy'),
        ),
    },
    true,
  );
  const title = `${screen.title} · ${page.shown?.run.name ?? 'runrl-sandbox'}`;
  useEffect(() => {
    document.title = visible(title);
  }, [title]);
  const Shown = screen.Screen;
  return (
    <>
      <nav aria-label="Skip">
        <a class="to-main" href={hrefOf({})} onClick={focusMain}>
          To the content
        </a>
      </nav>
      <Header screens={screens} current={screen.name} help={() => setHelp(true)} />
      <main id="main" tabIndex={-1} aria-label={screen.title}>
        {screen.name !== 'findings' && <h1 class="only-read">{screen.title}</h1>}
        <Notes />
        <Boundary about={screen.name} key={screen.name}>
          <Shown />
        </Boundary>
      </main>
      {isHelp && <Help close={() => setHelp(false)} />}
      <Said />
    </>
  );
};

/** Not by its address: that says what is shown. */
const focusMain = (event: Event): void => {
  event.preventDefault();
  document.getElementById('main')?.focus();
};

const focusSearch = (): void => {
  document.querySelector<HTMLInputElement>('main input[type=search]')?.focus();
};
