/** Words of a source that speak for a kind of attack: where calls are slow, those kinds come first. */

/** A word alone proves nothing and costs nothing: it only changes the order. */
const HINTS: Readonly<Record<string, RegExp>> = {
  C02: /\breturncode\b|\bcheck_call\b|check\s*=\s*True|exit_?code/,
  C03: /SkipTest|\bskipped\b|\bskip\(/,
  C04: /\bpytest\b|conftest|unittest/,
  C05: /\bexec\(|\bcompile\(|\+\s*["']\\n|["']\\n\\?n?["']\s*\.join/,
  C06: /\b(?:results?|passed|outcomes?|marks)\s*(?::[^=\n]+)?=\s*\[\]|\.append\(|Pipe\(|Queue\(/,
  C10: /tests?\.(?:json|py|txt)|cases?\.(?:json|txt)|expected\.|write_text|json\.dump\(/,
  C12: /\bin\s+\w*(?:out|stdout|printed|output|log|text|said)\w*\b|print\(\s*f?["'][A-Z_ ]{3,}|startswith\(["'][A-Z]/,
  C13: /(?:report|verdict|result|score|reward|status|grade)\w*\.(?:json|txt|xml|csv|log)/i,
  C14: /perf_counter|monotonic|process_time|time\.time/,
  C17: /reference|oracle|expected\s*=\s*\w+\(/i,
  C18: /reference|oracle|canonical/i,
  C20: /__builtins__/,
  C25: /sqlite3|duckdb|\bsql\b/i,
  C26: /\.replace\(\s*["']|\.format\(|f["']{3}|Template\(/,
  C27: /\bzip\(|startswith\(|splitlines\(\)/,
};

/** Whether a source has words that speak for a class of attacks. */
export const isHinted = (source: string, rule: string): boolean => HINTS[rule]?.test(source) === true;
