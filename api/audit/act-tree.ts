import { partsOfStream } from '../../domain/kit/event.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import type { ApiContext, RecordRef } from '../kit/context.ts';
import { keyOf, titlesOf } from '../kit/titles.ts';
import { userNames } from '../kit/user-names.ts';
import { type Act, findAct } from './act.ts';
import { type LinkedAct, linksOf } from './act-links.ts';
import type { AuditAct, AuditActTree, AuditLink } from './acts.schema.ts';
import type { AuditRights } from './rights.ts';

type Context = Pick<ApiContext, 'store' | 'readModels' | 'kinds'>;

/** Types and records of an act that are told. */
const MOST_TYPES = 10;
const MOST_RECORDS = 20;

/** An act with its causes and consequences, with the names of today. @throws HttpError 404 for one that nobody knows */
export async function actTree(context: Context, rights: AuditRights, id: string): Promise<AuditActTree> {
  const root = await findAct(context, rights, id);
  if (!root) throw new HttpError(404, { message: 'There is no such act in this history.', code: 'not_found' });
  const { from, followed, cut } = await linksOf(context, rights, root);
  const all = allOf([{ act: root, by: null, links: [...from, ...followed] }]);
  const records = all.flatMap(({ act, by }) => [...recordsTold(act), ...(by ? [by] : [])]);
  const [names, titles] = await Promise.all([
    userNames(
      context,
      all.flatMap(({ act }) => actorOf(act) ?? []),
    ),
    titlesOf(context, records),
  ]);

  const record = (ref: RecordRef) => ({ ...ref, title: titles.get(keyOf(ref)) ?? null });

  function told(act: Act): AuditAct {
    const actor = actorOf(act);
    return {
      id: act.id,
      recordedAt: act.recordedAt,
      position: act.position,
      actor,
      actorName: (actor !== null && names.get(actor)) || null,
      types: typesTold(act),
      events: act.events,
      records: recordsTold(act).map(record),
      recordCount: act.records.size,
      undoes: act.found.find(({ head }) => head.metadata?.undoes)?.head.metadata?.undoes ?? null,
      withheld: act.events === 0,
    };
  }

  function linked({ act, by, links }: LinkedAct): AuditLink {
    return { ...told(act), by: by && record(by), links: links.map(linked) };
  }

  return { act: told(root), from: from.map(linked), followed: followed.map(linked), cut };
}

function allOf(links: readonly LinkedAct[]): LinkedAct[] {
  return links.flatMap((each) => [each, ...allOf(each.links)]);
}

function recordsTold({ records }: Act): RecordRef[] {
  return [...records.values()].slice(0, MOST_RECORDS);
}

function typesTold({ found }: Act): string[] {
  return [...new Set(found.map(({ head }) => head.type))].slice(0, MOST_TYPES);
}

/** Who began it. A number is taken before what it is for, by nobody. */
function actorOf({ found }: Act): string | null {
  const own = found.find(({ head }) => partsOfStream(head.stream).category !== 'numbering') ?? found[0];
  return own?.head.metadata?.actor ?? null;
}
