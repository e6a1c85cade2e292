import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { tempFolder } from '../temp-folder.ts';

const ROOT = join(import.meta.dirname, '../../..');
const PYTHON = join(ROOT, '.venv/bin/python');
const REMEDY = 'run .ci/install-test-tools.sh';

/** What others wrote: its own functions check the signature and the proofs. */
const FOREIGN = `
import base64, sys
from aics_tlog import parse_checkpoint, parse_note, parse_vkey, verify_checkpoint, verify_leaf_inclusion, verify_consistency
key, leaf, proof, earlier, consistency = (open(name, "rb").read() for name in sys.argv[1:])
key = parse_vkey(key.decode().strip())
def head(note):
    note = parse_note(note)
    checked = verify_checkpoint(note, key)
    assert checked.ok and checked.log_ok, checked.error
    return parse_checkpoint(note.text)
lines, checkpoint = proof.decode().split("\\n\\n", 1)
version, index, *path = lines.split("\\n")
assert version == "c2sp.org/tlog-proof@v1"
decoded = lambda texts: [base64.b64decode(text) for text in texts]
now, before = head(checkpoint), head(earlier.decode())
print(verify_leaf_inclusion(leaf, int(index.split()[1]), now.size, decoded(path), now.root))
print(verify_consistency(before.size, now.size, before.root, now.root, decoded(consistency.decode().split())))
`;

/**
 * Whether the verifiers can run here.
 * @throws in CI, where a missing one is a failure and not a skip.
 */
export function verifiersAvailable(): boolean {
  if (existsSync(PYTHON)) return true;
  if (process.env['CI'] === 'true') throw new Error(`There is no Python for the verifiers of proofs: ${REMEDY}`);
  process.stderr.write(`The verifiers of proofs are skipped: ${REMEDY}\n`);
  return false;
}

/** What is given to whoever checks an event. */
export interface Handed {
  key: string;
  leaf: string;
  proof: string;
}

/** The verifier of docs/proof.md. @returns what it prints; its error where it does not accept the files */
export async function runOurs({ key, leaf, proof }: Handed): Promise<string> {
  const [, script = ''] = /```python\n([\s\S]*?)```/.exec(await readFile(join(ROOT, 'docs/proof.md'), 'utf8')) ?? [];
  return runPython(script, [key, leaf, proof]);
}

/** What others wrote checks all events of an unpacked folder of evidence. */
const FOREIGN_EVIDENCE = `
import base64, pathlib, sys
from aics_tlog import parse_checkpoint, parse_note, parse_vkey, verify_checkpoint, verify_leaf_inclusion
folder = pathlib.Path(sys.argv[1])
checkpoint = (folder / "checkpoint.txt").read_bytes()
note = parse_note(checkpoint)
checked = verify_checkpoint(note, parse_vkey((folder / "key.txt").read_text().strip()))
assert checked.ok and checked.log_ok, checked.error
head = parse_checkpoint(note.text)
count = 0
for proof in sorted((folder / "events").glob("*.tlog-proof")):
    lines, own = proof.read_bytes().split(b"\\n\\n", 1)
    assert own == checkpoint
    version, index, *path = lines.decode().split("\\n")
    leaf = proof.with_suffix(".leaf")
    if not leaf.exists(): continue
    assert verify_leaf_inclusion(leaf.read_bytes(), int(index.split()[1]), head.size, [base64.b64decode(text) for text in path], head.root)
    count += 1
print(count)
`;

const UNPACK = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as opened:
    assert opened.testzip() is None
    opened.extractall(sys.argv[2])
`;

/** Unpacks a ZIP with a program that others wrote. @throws if a file in it is not whole */
export async function unpack(zip: string, folder: string): Promise<void> {
  await promisify(execFile)(PYTHON, ['-c', UNPACK, zip, folder]);
}

/** How many events of an unpacked folder of evidence the verifier that others wrote accepts. */
export async function runForeignOnEvidence(folder: string): Promise<string> {
  const { stdout } = await promisify(execFile)(PYTHON, ['-c', FOREIGN_EVIDENCE, folder]);
  return stdout.trim();
}

/** Runs a Python script of a folder in it. @returns what it prints */
export async function runIn(folder: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(PYTHON, [...args], { cwd: folder });
  return stdout.trim();
}

/** The verifier that others wrote, which also checks that the history of an earlier checkpoint is the beginning. */
export async function runForeign(handed: Handed, earlier: string, consistency: string): Promise<string> {
  return runPython(FOREIGN, [handed.key, handed.leaf, handed.proof, earlier, consistency]);
}

async function runPython(script: string, contents: readonly string[]): Promise<string> {
  const folder = await tempFolder();
  try {
    const files = [script, ...contents].map((content, at) => ({ path: join(folder.path, `${at}`), content }));
    for (const { path, content } of files) await writeFile(path, content);
    const run = promisify(execFile)(
      PYTHON,
      files.map(({ path }) => path),
    );
    return await run.then(
      ({ stdout }) => stdout.trim(),
      ({ stderr }: { stderr: string }) => `error: ${stderr.trim().split('\n').at(-1)}`,
    );
  } finally {
    await folder.remove();
  }
}
