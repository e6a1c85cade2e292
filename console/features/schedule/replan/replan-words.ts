import type { OutageAnswer, ReplanMove } from '../../../../optimizer/answers/replan.schema.ts';
import { formatDays } from '../optimize/optimizer-plan.ts';

const list = new Intl.ListFormat('en-US');

/** `4 jobs move to another day, 1 job moves on its day, and 1 job is taken off its day. 2 of them were promised.` */
export function movesSentence(moves: readonly Pick<ReplanMove, 'to' | 'days_later' | 'is_promised'>[]): string {
  if (moves.length === 0) return 'Nothing has to move.';
  const off = moves.filter(({ to }) => to === null).length;
  const later = moves.filter(({ to, days_later: days }) => to !== null && days !== 0).length;
  const parts = [
    [later, 'moves to another day', 'move to another day'],
    [moves.length - off - later, 'moves on its day', 'move on their day'],
    [off, 'is taken off its day', 'are taken off their day'],
  ] as const;
  const said = parts.filter(([n]) => n > 0).map(([n, one, more]) => (n === 1 ? `1 job ${one}` : `${n} jobs ${more}`));
  const promised = moves.filter(({ is_promised: isPromised }) => isPromised).length;
  return `${list.format(said)}.${promisedOf(promised, moves.length)}`;
}

function promisedOf(promised: number, all: number): string {
  if (promised === 0) return '';
  if (all === 1) return ' It was promised.';
  return ` ${promised === 1 ? '1 of them was' : `${promised} of them were`} promised.`;
}

type Outage = NonNullable<OutageAnswer>;

/** What applying records beside the moves: `Applying this records sick days of Ann Lee: Tuesday, June 16.` */
export function outageSentence({ category, name, from, to, half }: Outage, isApplied = false): string {
  if (category === 'equipment') {
    const machine = name ?? 'the machine';
    return isApplied
      ? `Applying this took ${machine} out of service.`
      : `Applying this takes ${machine} out of service.`;
  }
  const days = formatDays({ date: from, to });
  const said = isApplied ? 'recorded' : 'records';
  return `Applying this ${said} sick days of ${name ?? 'this person'}: ${days}${half ? `, ${half}` : ''}.`;
}

/** What the button says that applies it. @param jobs how many move */
export function applyWords(jobs: number, outage: OutageAnswer): string {
  const moves = jobs === 1 ? 'Move 1 job' : `Move ${jobs} jobs`;
  if (!outage) return moves;
  const records = outage.category === 'equipment' ? 'take out of service' : 'record sick days';
  if (jobs > 0) return `${moves}, ${records}`;
  return records.charAt(0).toUpperCase() + records.slice(1);
}
