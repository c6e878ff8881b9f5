/** What docs/check-tables.md says of statistics, the contract and rules of the source; classes are in src/check/report/classes.ts. */

/** `id | what | limit` */
export const STATISTICS = `
S01 | right answers are accepted | fail below 95 % of rows, warn below all
S02 | nothing is paid more than the right answer | fail when the interval begins above 2 % of rows, warn on any
S03 | rows on which every completion gets the same | fail above 10 % of rows, warn on any
S04 | spread of rewards over completions as a policy writes them (10 % right, 30 % near misses, 40 % wrong, 20 % malformed) | warn below 5 % of the range
S05 | the same completion, five times | fail on any difference
S06 | calls in another order, against fresh processes | fail on any difference; as calls to other rows come before, of S08 and E08 too
S07 | calls at the same time, against one after the other | fail on any difference
S08 | a row right after another one, or one that shares a name with it, against alone | fail on any difference
S09 | completions without content | warn when the interval of those that get a tenth of the right answer begins above 20 %
S10 | wrong answers that get the most there is | warn when the interval begins above 20 % of rows
S11 | better completions are paid more: Kendall's tau between quality and reward | fail below 0, warn below 0.4
S12 | the right answer stands out from a near miss | warn when the interval of rows without difference begins above 20 %
S13 | whitespace around and inside | warn when the interval of forms that lose begins above 20 %
S14 | case and Unicode forms | the same
S15 | forms of numbers: ~1000~, ~1,000~, ~1e3~ | the same
S16 | ways to write the answer that are accepted | warn when there is one, and the prompts do not name it
S17 | words around the answer | as S13
S18 | length against reward at the same correctness: Spearman's rho | warn beyond ±0.3
S19 | answers of other rows get less (the decoy) | warn below 80 % of calls
S20 | with the fields of another row, rewards change | fail when none does; ~high~ where a field is called as answers are
S21 | malformed completions (1 MB, NUL, lone surrogates, deep JSON, unclosed tags) | warn when one has no reward
S22 | what is returned is a reward | fail on any that is not
S23 | time of calls | warn when one takes more than half of its deadline
S24 | one number beside the reward decides alone | warn when it follows the reward beyond 0.95 and the next one below 0.2
S25 | policies without skill, in environments: nothing, chance, the first action again, what was observed | warn when one earns what the scripted game does
S26 | groups of 8 in which all get the same, expected from the spread of S04 | warn above 60 %
`;

/** `id | what | how it shows` */
export const CONTRACT = `
K01 | raises on ordinary completions or rows | ~.strip()~ on a column of integers is found here, with the rows
K02 | returns no valid reward | ~None~, a string, NaN, a wrong pair, on some path
K03 | hangs, crashes, runs out of memory, is tampered with | on ordinary completions
K04 | what is returned is converted | a boolean, a number of another library
K05 | what the import does | threads, connections, seconds
K06 | slow calls | more than half of the deadline; computing or waiting
K07 | prints | on half of the calls or more
`;

/** Headings, each with its rows: `rule | severity | what | why | example | fix`. */
export const RULES = String.raw`
## Completions that become code
RH101 | high | ~exec~ or ~eval~ of completion text | it has all rights of the grader: reads the answer, replaces the comparison | ~eval(answer)~ | ~runrl.run_code~, ~runrl.run_function~
RH102 | high | ~sympify~, ~parse_expr~, ~pickle.loads~, ~yaml.load~, ~__import__~, … of completion text | these evaluate Python | ~sympify(answer)~ | ~ast.literal_eval~, a parser of numbers
RH103 | high | completion pasted into source text (template, f-string, ~-c~) | a quote in it ends the literal | ~exec(T.replace("{x}", completion))~ | hand it over by file, stdin, JSON
## Completions that are programs
RH130 | high | tests and completion in one program or namespace | it ends early, or replaces what the tests call | ~exec(completion + test)~ | separate process, compare here
RH132 | warning | ~zip~ of given and expected without ~strict~ or lengths | a prefix passes | ~zip(given, wanted)~ | ~strict=True~
## How answers are compared
RH105 | high | the answer is looked for anywhere in the completion (or is any of what was found in it) | a list of candidates is paid | ~str(answer) in completion~ | one answer, ~==~
RH106 | high | what was given has to be a part of the answer; a ratio of likeness | one letter is part of most | ~given in answer~ | ~==~; a list of right answers in the row
RH107 | warning | ~startswith~, ~endswith~ with the answer | ~15~ ends with ~5~ | ~text.endswith(answer)~ | ~==~
RH108 | warning | truth of an answer | 0, False and ~""~ are answers | ~if expected:~ | ~is None~
RH127 | warning | pattern made of the answer or completion without ~re.escape~ | ~3.14~ matches ~3x14~; ~.*~ matches all | ~re.match(answer, text)~ | ~re.escape~
RH149 | high | text of the completion ~==~ a column of numbers | never equal | ~match.group(1) == kwargs["n"]~ | ~str(…)~ or ~int(…)~
## Failures
RH113 | high | a broad ~except~ that gives more than the least reward | a completion that raises gains | ~except Exception: return 0.1~ | return the least
RH151 | high | an answer of the row that is missing or cannot be read is paid more than the least | such rows pay anything | ~if gold is None: return 1.0~ | ~raise~
## Judges
RH120 | warning | first match in the judge's text | it quotes the completion first | ~re.search("Score: (\\d)", out)~ | the last, anchored; JSON
RH121 | high | a word is looked for anywhere in the judge's text | ~INCORRECT~ has ~CORRECT~ | ~"yes" in out~ | ~out.strip() == "yes"~
RH122 | high | a judge that fails or cannot be read is paid | a completion that breaks it gains | ~except Timeout: return 0.5~ | let it raise
## Patterns
RH124 | warning | a format tested by ~re.match~ without end, or ~^…$~ with MULTILINE (info: ~.*~ across tags with DOTALL) | junk passes | ~re.match("<a>.*</a>", text)~ | ~fullmatch~, ~[^<]+~
RH126 | high | a pattern that takes exponential or high polynomial time (measured in your interpreter) | a completion hangs the grader | ~(a+)+$~ | rewrite it, limit the length
## What a score is made of
RH145 | warning | what does not depend on the answer is worth half of all, or more | the form is learnt | ~0.6 if tagged else 0.0~ | pay for form only if right
RH146 | warning | length without bound, or through sine or cosine | longer is better; a wave begins again | ~len(text) / 1000~ | ~min(…, 1.0)~
## State and chance
RH137 | warning | chance, clock, ~uuid~ or ~hash~ of a text in the reward (chance in environments is theirs, and ~secrets.token_…~ makes marks) | the same completion, another reward | ~random.random() < 0.5~ | ~random.Random(completion)~
RH138 | warning | a variable of the module that calls change (info: a cache, or one that nothing reads) | order matters | ~global calls~ | local variables
RH139 | high | a mutable class attribute or default that is changed | episodes share it | ~history = []~ in the class | make it in ~setup~
RH140 | high | a cache whose key lacks what decides | one row's score in another | ~CACHE[completion]~ | all fields in the key
## Environments
## Comments
RH150 | warning | an ~ignore~ comment without rules, without a reason, or with an unknown rule | it ignores nothing | ~# runrl: ignore~ | rules and a reason
`;
