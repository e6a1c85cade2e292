import type { Anchor } from './anchors.ts';
import { headText, type Verdict } from './verify.ts';

/** What a verdict says, a line each. */
export interface VerdictWords {
  /** What was done, and how far the log is proved by what. */
  lines: string[];
  /** What is not right; none if the log is whole. */
  faults: string[];
}

/** A verdict in words for whoever runs Heartwood. @param anchors that the log was held against */
export function verdictWords(verdict: Verdict, anchors: readonly Anchor[]): VerdictWords {
  const { events, findings, isWhole } = verdict;
  const lines = [`${events} events were read.`, ...anchors.map(keyText), ...proofTexts(verdict)];
  const places = findings.told.toSorted((a, b) => order(a.position, b.position));
  const more = findings.more > 0 ? [`And ${findings.more} more.`] : [];
  return {
    lines: isWhole ? [...lines, 'The history is whole.'] : lines,
    faults: [...places.map(({ text }) => text), ...more],
  };
}

/** What has no place comes last: it sums up the rest. */
function order(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a < b ? -1 : Number(a > b);
}

function keyText({ file, key, isKeyGiven }: Anchor): string {
  const name = `${key.name}+${key.id}`;
  return isKeyGiven
    ? `The signature of ${file} is right, by the key that was given, ${name}.`
    : `The signature of ${file} is right, by the key on this machine, ${name}: whoever holds this machine could have exchanged ` +
        'that key together with the log. If you kept the key with the checkpoint, give it by --key FILE.';
}

/** Up to where the log is proved, and by what. */
function proofTexts({ events, heads, key }: Verdict): string[] {
  const agreeing = heads.filter(({ agrees }) => agrees);
  const byAnchor = agreeing.findLast(({ anchor }) => anchor !== null);
  const kept = agreeing.findLast(({ anchor }) => anchor === null);
  const texts: string[] = [];
  if (byAnchor) texts.push(`Events 1 to ${byAnchor.size} are as they were signed: ${headText(byAnchor)}.`);
  const from = (byAnchor?.size ?? 0) + 1;
  if (kept && kept.size >= from)
    texts.push(
      `Events ${from} to ${kept.size} are as this Heartwood signed them: ${headText(kept)}. It is kept on this machine alone, so it shows ` +
        'what was changed by accident, or by somebody without the key. For more, keep checkpoints elsewhere and give one by --anchor FILE.',
    );
  const signed = heads.at(-1)?.size ?? 0;
  if (events > signed)
    texts.push(
      `Events ${signed + 1} to ${events} are not signed yet: of them only checksums, numbers and order were checked.`,
    );
  if (key === null && heads.length === 0) texts.push('Nothing of this log was signed yet.');
  return texts;
}
