/** The script of the page: theme, filter, copying. The page is whole without it. */

export const SCRIPT = `(() => {
  'use strict';
  const root = document.documentElement;
  root.classList.add('scripted');
  const KEY = 'runrl-sandbox-theme';
  const THEMES = ['auto', 'light', 'dark'];
  // Pages from disk may have no storage.
  const recall = () => { try { return localStorage.getItem(KEY); } catch { return null; } };
  const remember = (theme) => { try { localStorage.setItem(KEY, theme); } catch {} };
  const wear = (theme) => { if (theme === 'auto') delete root.dataset.theme; else root.dataset.theme = theme; };
  const remembered = recall();
  let theme = THEMES.includes(remembered) ? remembered : 'auto';
  wear(theme);

  const all = (selector, from = document) => [...from.querySelectorAll(selector)];

  const startTheme = () => {
    for (const button of all('.themes button')) {
      const show = () => button.setAttribute('aria-pressed', String(button.value === theme));
      show();
      button.addEventListener('click', () => {
        theme = button.value;
        wear(theme);
        remember(theme);
        for (const other of all('.themes button')) other.setAttribute('aria-pressed', String(other === button));
      });
    }
  };

  const startCopy = () => {
    for (const button of all('button.copy')) {
      button.addEventListener('click', async () => {
        const code = button.parentElement.querySelector('code');
        let done = true;
        try {
          await navigator.clipboard.writeText(code.textContent);
        } catch {
          const range = document.createRange();
          range.selectNodeContents(code);
          const selection = getSelection();
          selection.removeAllRanges();
          selection.addRange(range);
          done = document.execCommand('copy');
        }
        button.textContent = done ? 'Copied' : 'Press Ctrl+C';
        setTimeout(() => { button.textContent = 'Copy'; }, 1600);
      });
    }
  };

  const startFilter = () => {
    const form = document.querySelector('.filters');
    const findings = all('.finding');
    if (form === null) return;
    const boxes = all('input', form);
    const apply = () => {
      const wanted = (name, value) => boxes.some((box) => box.name === name && box.value === value && box.checked);
      const withSuppressed = !boxes.some((box) => box.name === 'suppressed') || wanted('suppressed', 'suppressed');
      let shown = 0;
      for (const finding of findings) {
        const { severity, source, suppressed } = finding.dataset;
        finding.hidden = !(wanted('severity', severity) && wanted('source', source) && (suppressed === 'no' || withSuppressed));
        if (!finding.hidden) shown++;
      }
      form.querySelector('.shown').textContent = shown + ' of ' + findings.length + ' shown';
      document.querySelector('.none-left').hidden = shown > 0;
    };
    form.addEventListener('change', apply);
    form.addEventListener('submit', (event) => event.preventDefault());
    form.querySelector('.open-all').addEventListener('click', () => { for (const one of findings) if (!one.hidden) one.open = true; });
    form.querySelector('.close-all').addEventListener('click', () => { for (const one of findings) one.open = false; });
    // Browsers may restore boxes that were changed before a reload.
    apply();
    const reveal = () => {
      const target = location.hash.length > 1 ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
      if (target === null || !target.classList.contains('finding')) return;
      target.hidden = false;
      target.open = true;
      target.scrollIntoView();
    };
    addEventListener('hashchange', reveal);
    reveal();
  };

  addEventListener('beforeprint', () => { for (const one of all('.finding')) one.open = true; });
  addEventListener('DOMContentLoaded', () => { startTheme(); startCopy(); startFilter(); });
})();
`;
