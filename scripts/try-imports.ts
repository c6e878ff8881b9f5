/**
 * Loads one reward per package, which imports it, at level `namespaces`, and scores one call: `npm run imports`.
 * Each group gets an environment with wheels of PyPI, which is removed again. Takes minutes and gigabytes.
 * Groups of one's own: `npm run imports -- "sympy pyyaml=yaml" "numba"` (PACKAGE[=MODULE]).
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { createSandbox } from '../src/index.ts';

const PACKAGES = `sympy matplotlib=matplotlib.pyplot networkx nltk sqlglot pandas scipy scikit-learn=sklearn.ensemble pydantic
regex latex2sympy2_extended math-verify=math_verify lark jsonschema pyyaml=yaml toml jinja2 beautifulsoup4=bs4 lxml=lxml.etree
html5lib rouge-score=rouge_score.rouge_scorer sacrebleu evaluate datasets tiktoken tokenizers sentencepiece openai litellm
reasoning-gym=reasoning_gym chess z3-solver=z3 pint mpmath numexpr python-Levenshtein=Levenshtein rapidfuzz jiwer textstat
langdetect langid fasttext-wheel=fasttext emoji dateparser python-dateutil=dateutil.parser tabulate xmltodict duckdb sqlalchemy
sqlparse sqlite-utils=sqlite_utils polars pyarrow statsmodels=statsmodels.api shapely pillow=PIL.Image imageio
opencv-python-headless=cv2 scikit-image=skimage.metrics ortools=ortools.sat.python.cp_model pulp cvxpy igraph numba biopython=Bio.Align
ase word2number=word2number.w2n num2words inflect pyparsing ply=ply.yacc astor black autopep8 pylint=pylint.lint pyflakes radon=radon.complexity
hypothesis pytest timeout-decorator=timeout_decorator func-timeout=func_timeout tenacity requests httpx aiohttp redis pymongo boto3
rdkit=rdkit.Chem spacy transformers gensim=gensim.models sumy=sumy.summarizers.lsa pymatgen=pymatgen.core jax sklearn-crfsuite=sklearn_crfsuite`;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 240);

/** @returns what is wrong; null when it loads and scores */
const tryOut = async (folder: string, python: string, module: string): Promise<string | null> => {
  const file = join(folder, 'reward.py');
  writeFileSync(file, `import ${module}\ndef reward_fn(completion, **kwargs):\n    return 1.0\n`);
  try {
    await using sandbox = await createSandbox({ python, level: 'namespaces' });
    await using reward = await sandbox.loadReward(file, { loadTimeout: '120s', timeout: '60s' });
    const { status, error, warnings } = await reward.score({ completion: 'x' });
    const told = [
      ...(status === 'ok' ? [] : [`${status}: ${error?.message}`]),
      ...reward.warnings,
      ...warnings,
    ];
    return told.length === 0 ? null : told.join('; ');
  } catch (error) {
    return (error as Error).message;
  }
};

const tryGroup = async (group: string): Promise<number> => {
  const packages = group.split(' ').map((each) => each.split('='));
  const folder = mkdtempSync(join(tmpdir(), 'imports-'));
  let told = 0;
  try {
    const python = join(folder, 'venv/bin/python');
    await execa(process.env.PYTHON ?? 'python3', ['-m', 'venv', join(folder, 'venv')]);
    const names = packages.map(([name = '']) => name);
    const options = ['-q', '--no-cache-dir', '--prefer-binary', '--disable-pip-version-check'];
    await execa(python, ['-m', 'pip', 'install', ...options, ...names]);
    for (const [name = '', module = name.replaceAll('-', '_')] of packages) {
      const started = performance.now();
      const wrong = await tryOut(folder, python, module);
      if (wrong !== null) told++;
      const seconds = ((performance.now() - started) / 1e3).toFixed(1);
      console.log(`${name.padEnd(24)} ${seconds.padStart(6)} s  ${wrong === null ? 'ok' : oneLine(wrong)}`);
    }
  } catch (error) {
    told++;
    console.log(`${oneLine(group)}: ${(error as Error).message.slice(-400)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return told;
};

const asked = process.argv.slice(2);
let told = 0;
for (const group of asked.length > 0 ? asked : PACKAGES.split('\n')) told += await tryGroup(group.trim());
console.log(told === 0 ? 'all load without a word' : `${told} do not load, or warn`);
process.exitCode = told > 0 ? 1 : 0;
