import type { ApiContext, RecordRef } from '../kit/context.ts';
import type { Act } from './act.ts';
import { type Candidate, createKin } from './act-kin.ts';
import type { AuditRights } from './rights.ts';

/** Acts in one answer, those that an act came from at most half of them. */
const MOST_ACTS = 200;
/** How far it goes from act to act. */
const DEEPEST = 8;

/** An act that is linked to another one, with those beyond it. */
export interface LinkedAct {
  act: Act;
  /** The record of this act that links them; null for the act that is asked about. */
  by: RecordRef | null;
  links: LinkedAct[];
}

/** What an act came from, and what came of it, through the records that they began (docs/design/history.md#acts). */
export async function linksOf(
  context: Pick<ApiContext, 'store' | 'readModels' | 'kinds'>,
  rights: AuditRights,
  root: Act,
): Promise<{ from: LinkedAct[]; followed: LinkedAct[]; cut: boolean }> {
  const kin = createKin(context, rights);
  const causes = createLinks(root, MOST_ACTS / 2, (one, other) => one.position < other.position);
  const from = await grow(causes, (level) => kin.causesOf(level));
  const consequences = createLinks(root, MOST_ACTS - causes.count(), (one, other) => one.position > other.position);
  const followed = await grow(consequences, (level) => kin.consequencesOf(level));
  const cut = causes.isCut() || consequences.isCut() || kin.isCut() || !root.isWhole;
  return { from, followed: inOrder(followed), cut };
}

/** Links acts from level to level. */
async function grow(
  links: Links,
  candidatesOf: (level: readonly LinkedAct[]) => Promise<Candidate<LinkedAct>[]>,
): Promise<LinkedAct[]> {
  let level: readonly LinkedAct[] = [links.first];
  for (let depth = 1; level.length > 0; depth += 1) {
    const candidates = await candidatesOf(level);
    level = candidates.flatMap((candidate) => links.add(candidate, depth) ?? []);
  }
  return links.first.links;
}

/** The acts that are linked, each to one other. */
interface Links {
  /** The act from which all are. */
  first: LinkedAct;
  count(): number;
  /** @returns what was not linked before; null if it was, or there is no room */
  add(candidate: Candidate<LinkedAct>, depth: number): LinkedAct | null;
  /** Whether there was no room for one. */
  isCut(): boolean;
}

/**
 * One that could be linked to several is with the one that is nearest to it in time: a customer came from their lead, and
 * so did the quote by whose approval the customer was made, but the approval came from the quote.
 */
function createLinks(root: Act, most: number, isNearer: (one: Act, other: Act) => boolean): Links {
  const linked = new Map<string, { own: LinkedAct; to: LinkedAct }>();
  let isCut = false;

  function move({ own, to }: { own: LinkedAct; to: LinkedAct }, by: RecordRef, other: LinkedAct): void {
    to.links.splice(to.links.indexOf(own), 1);
    own.by = by;
    other.links.push(own);
    linked.set(own.act.id, { own, to: other });
  }

  return {
    first: { act: root, by: null, links: [] },
    count: () => linked.size,
    isCut: () => isCut,
    add({ to, act, by }, depth) {
      const before = linked.get(act.id);
      if (before) {
        if (isNearer(to.act, before.to.act)) move(before, by, to);
        return null;
      }
      if (depth > DEEPEST || linked.size >= most) {
        isCut = true;
        return null;
      }
      const own = { act, by, links: [] };
      to.links.push(own);
      linked.set(act.id, { own, to });
      return own;
    },
  };
}

/** The oldest first, on all levels. */
function inOrder(links: readonly LinkedAct[]): LinkedAct[] {
  const sorted = [...links].sort(({ act: a }, { act: b }) => (a.position < b.position ? -1 : 1));
  return sorted.map((each) => ({ ...each, links: inOrder(each.links) }));
}
