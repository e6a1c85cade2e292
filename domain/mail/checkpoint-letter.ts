import type { Letter } from './events.ts';
import type { CompanyTold } from './letters.ts';

/** What the mail of a checkpoint tells of it. */
export interface CheckpointTold {
  size: number;
  /** The signed note. */
  note: string;
  /** When it was made, in words of the company's clock. */
  signedAt: string;
  isOfExport: boolean;
  /** What checks it. */
  key: string;
}

const counts = new Intl.NumberFormat('en-US');

/** A checkpoint of the history, for somebody outside to keep. */
export function checkpointLetter(to: string, checkpoint: CheckpointTold, { name, phone }: CompanyTold): Letter {
  const { size, note, signedAt, isOfExport, key } = checkpoint;
  const company = name ?? 'a tree-care company';
  const events = size === 1 ? 'event' : 'events';
  const text = [
    `${name ?? 'A tree-care company'} named your address to keep proof of its history. Please keep this email. There is nothing else to do.`,
    `Below is a signed checkpoint. It stands for all ${counts.format(size)} ${events} that the company’s office software, Heartwood, had recorded by ${signedAt}. As long as you have it, none of them can be changed or removed without a difference that anybody can see: not by the company, and not by whoever runs its computers.`,
    isOfExport
      ? 'It was made because the company’s books were exported.'
      : 'You get one each day, and one after each export of the books. If they stop coming, ask why.',
    'The checkpoint, also attached as a file:',
    note.trimEnd(),
    'The key that checks it. It is the same in each of these emails; if it ever changes, ask why:',
    key,
    'Their forms are open, so it takes no software of ours to check them: https://c2sp.org/tlog-checkpoint',
    `You do not want these emails? Tell ${company}${phone === null ? '' : ` (${phone})`}.`,
  ].join('\n\n');
  const subject = `Proof of the history of ${company}: ${counts.format(size)} ${events}`;
  return { to, toName: null, subject, text };
}
