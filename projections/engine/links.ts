import { type Document, NoSuchCollection, type ReadModels } from '../../store/read-models.ts';
import type { Link, Projection } from './projection.ts';
import { declared, fileOf } from './required-index.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

/** A projection with links to others. */
export type Linking = Projection & { links: readonly Link[] };

/** The projections that have links. */
export function linkingOf(projections: readonly Projection[]): Linking[] {
  return projections.filter((projection): projection is Linking => projection.links !== undefined);
}

/** The collections whose fields others copy. */
export function linkedCollections(projections: readonly Projection[]): ReadonlySet<string> {
  return new Set(linkingOf(projections).flatMap(({ links }) => links.map(({ collection }) => collection)));
}

/**
 * The same projections, once their links are checked.
 * @throws if a link leads nowhere, leads to a field that is itself linked, or has no index to find its documents by
 */
export function checkLinks(projections: readonly Projection[]): readonly Projection[] {
  const targets = new Map(projections.map((projection) => [projection.collection, projection]));
  for (const projection of linkingOf(projections)) {
    for (const each of projection.links) {
      const why = whyRefused(each, projection, targets.get(each.collection));
      if (why === null) continue;
      const { name, collection } = projection;
      throw new Error(
        `The read model ${name} (${fileOf(collection)}) links to ${each.collection} by ${each.by}: ${why}`,
      );
    }
  }
  return projections;
}

function whyRefused({ by, fields }: Link, { indexes, links }: Linking, target: Projection | undefined): string | null {
  if (!target) return 'there is no such collection. Is it in projections/index.ts?';
  if (!indexes.some((index) => index.join() === by)) return `declare the index ${declared([by])}.`;
  const fromHereOn = links.slice(links.findIndex((each) => each.by === by));
  if (fromHereOn.some((each) => by in each.fields)) return 'a later link copies that. Declare it first.';
  const linked = (target.links ?? []).flatMap((link) => Object.keys(link.fields));
  const twice = Object.values(fields).find((field) => linked.includes(field));
  return twice === undefined ? null : `its ${twice} is linked itself. Link to where it comes from.`;
}

/** Copies the linked fields into documents of the workspace. */
export async function link(projection: Linking, ids: readonly string[], workspace: Workspace): Promise<void> {
  const { collection, links } = projection;
  const documents = ids.map((id) => workspace.get(collection, id)).filter((document) => document !== null);
  const linked = documents.map((document) => ({ document, fields: {} as Record<string, unknown> }));
  // One after another: the field that finds a document may have been copied by a link before.
  for (const each of links) {
    await workspace.load(each.collection, new Set(linked.flatMap((one) => targetOf(each, one) ?? [])));
    for (const one of linked) {
      const id = targetOf(each, one);
      const target = id === null ? null : workspace.get(each.collection, id);
      for (const [name, field] of Object.entries(each.fields)) one.fields[name] ??= target?.[field] ?? null;
    }
  }
  for (const { document, fields } of linked) {
    const isSame = Object.entries(fields).every(([name, value]) => isEqual(document[name], value));
    if (!isSame) workspace.put(collection, { ...document, ...fields });
  }
}

function targetOf({ by }: Link, { document, fields }: { document: Document; fields: object }): string | null {
  const id = by in fields ? (fields as Document)[by] : document[by];
  return typeof id === 'string' ? id : null;
}

/**
 * In a build: sets the linked fields of the documents about to be committed to null. Documents that link to nothing
 * keep those nulls, so the final pass that links everything need not rewrite them.
 */
export function linkToNobody({ collection, links }: Linking, workspace: Workspace): void {
  const names = links.flatMap(({ fields }) => Object.keys(fields));
  const nulls = Object.fromEntries(names.map((name) => [name, null]));
  for (const id of workspace.changed(collection)) {
    const document = workspace.get(collection, id);
    if (document) workspace.put(collection, { ...document, ...nulls });
  }
}

/**
 * Documents folded from their streams, with their linked fields as the read models have them now.
 * @param models null if there are none yet: the fields are then null
 */
export async function linkedFields<Doc extends Document>(
  models: Pick<ReadModels, 'get'> | null,
  { links, collection, ...projection }: Projection,
  documents: readonly Doc[],
): Promise<Doc[]> {
  if (!links) return [...documents];
  const workspace = createWorkspace(models ? lenient(models) : NOTHING);
  workspace.hold(collection, documents);
  const ids = documents.map(({ id }) => id);
  await link({ ...projection, links, collection }, ids, workspace);
  return ids.map((id) => workspace.get(collection, id) as Doc);
}

const NOTHING: Pick<ReadModels, 'get'> = { get: async () => new Map() };

/** A collection that only the next generation will have counts as empty. */
function lenient(models: Pick<ReadModels, 'get'>): Pick<ReadModels, 'get'> {
  return {
    async get(collection, ids) {
      try {
        return await models.get(collection, ids);
      } catch (cause) {
        if (cause instanceof NoSuchCollection) return new Map();
        throw cause;
      }
    },
  };
}

/** The ids in a link's target collection whose copied fields have changed. */
export function changedTargets({ collection, fields }: Link, workspace: Workspace): string[] {
  const names = Object.values(fields);
  return workspace.changed(collection).filter((id) => {
    const [before, after] = [workspace.before(collection, id), workspace.get(collection, id)];
    return names.some((name) => !isEqual(before?.[name] ?? null, after?.[name] ?? null));
  });
}

/** Compares JSON values. */
function isEqual(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
