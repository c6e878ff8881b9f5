/** What is known of the module's source: what the rules say, and what attacks can be made of. */
import type { Place } from '../finding.ts';

/** A match of a lint rule, before probes have spoken. */
export interface LintMatch {
  /** `RH101` to `RH151`. */
  rule: string;
  severity: 'high' | 'warning' | 'info';
  place: Place;
  /** What is wrong here, with the names of this source. */
  message: string;
  fix: string;
  /** `low`: only a hint. */
  confidence: 'high' | 'medium' | 'low';
  /** Classes of hacks that a probe would confirm: `['A01']`. */
  classes: readonly string[];
  /** The reason of a `# runrl: ignore[RULE] reason` on this line; null: not suppressed. */
  ignored: string | null;
}

/** A regular expression that the source applies to text that a completion reaches. */
export interface MinedPattern {
  pattern: string;
  /** Of `re`: `IGNORECASE|DOTALL`, … */
  flags: string;
  /** `search`, `match`, `fullmatch`, `findall`, `finditer`, `split`, `sub`. */
  method: string;
  place: Place;
  /**
   * Texts that match, with the mark `\u0000` where the first group (or, without one, the variable part) stands: an answer
   * can be put there. Shortest first; empty when none could be made.
   */
  templates: readonly string[];
  /** Parts of it are not constant (an answer, a word of the row); `(.*?)` stands there. @default false */
  holes?: boolean;
}

export interface Analysis {
  matches: readonly LintMatch[];
  /** String constants that are compared with, searched in, or counted in what comes from the completion. */
  constants: readonly string[];
  /** Number constants that the reward is made of or compared with. */
  numbers: readonly number[];
  patterns: readonly MinedPattern[];
  /** Fields that are read from the row: by `kwargs[…]`, `.get(…)`, or as parameters. */
  fields: readonly string[];
  /** Names of functions, classes and variables that the file defines or passes to what it executes. */
  names: readonly string[];
  /** Local variables that hold the answer where completion text is executed: `expected`, `oracle_answer`. */
  goldNames: readonly string[];
  /** Completion text is executed in the process of the reward function. */
  executesCompletion: boolean;
  /** Completion text is run in a process of its own. */
  runsProcess: boolean;
  /** Asks a model: imports or calls `openai`, `anthropic`, or an HTTP client. */
  asksJudge: boolean;
  /** What an action can be: string constants compared with the action, keys of its JSON. Environments. */
  actionWords: readonly string[];
  actionKeys: readonly string[];
  /** Names of attributes that hold what the agent must not know (`self.target`). Environments. */
  privateNames: readonly string[];
}
