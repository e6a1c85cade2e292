import { photo } from '../../domain/photo/photo.ts';
import { may } from '../../domain/user/terms.ts';
import { type CurrentUser, NotAllowed } from '../../platform/http/access.ts';
import { jobs } from '../../projections/jobs.ts';
import { type PhotoDocument, photos } from '../../projections/photos.ts';
import { crewIdsOf } from '../crews/own.ts';
import { isOfOwnCrew, jobKind } from '../jobs/record.ts';
import type { ApiContext } from '../kit/context.ts';
import { findRecord, recordKind } from '../kit/records.ts';
import { requireOwn } from '../kit/rights.ts';
import type { PhotoRecord } from './schema.ts';

/** A photo on the wire: the addresses of its pictures, but not their names in the file store. */
function presentPhoto(photo: PhotoDocument): PhotoRecord {
  return {
    id: photo.id,
    category: photo.category,
    recordId: photo.recordId,
    propertyId: photo.propertyId,
    caption: photo.caption,
    stage: photo.stage ?? null,
    width: photo.width,
    height: photo.height,
    bytes: photo.bytes,
    imageUrl: `/api/photos/${photo.id}/image`,
    thumbnailUrl: `/api/photos/${photo.id}/thumbnail`,
    createdAt: photo.createdAt,
    revision: photo.revision,
    removed: photo.removed === true,
  };
}

/** How many of the latest jobs of somebody's crews are searched for a photo that their quotes show. */
const MOST_JOBS = 200;

/** Tells whether a photo is of work of a crew that somebody is in, or of its quote. The latter it looks up once. */
export function ownPhotos(context: ApiContext, person: CurrentUser): (photo: PhotoDocument) => Promise<boolean> {
  let quoted: Promise<ReadonlySet<string>> | null = null;
  return async ({ id, category, recordId }) => {
    if (category === 'job') {
      const job = await findRecord(context, jobKind, recordId);
      return job !== null && isOfOwnCrew(context, person, job);
    }
    quoted ??= photosOfOwnQuotes(context, person);
    return (await quoted).has(id);
  };
}

async function photosOfOwnQuotes(context: ApiContext, { id }: CurrentUser): Promise<ReadonlySet<string>> {
  const { documents } = await context.readModels.current().find(jobs.collection, {
    where: { crewId: { in: await crewIdsOf(context, id) } },
    order: { field: 'scheduledDate', direction: 'desc' },
    limit: MOST_JOBS,
  });
  return new Set(documents.flatMap(({ photoIds }) => photoIds));
}

/**
 * Refuses a change of a record's photos to whoever may not change the record; those who reach only their own work may
 * add to its photos.
 * @throws NotAllowed
 */
export async function requireMayChangePhotos(
  context: ApiContext,
  person: CurrentUser,
  { category, recordId }: Pick<PhotoDocument, 'category' | 'recordId'>,
): Promise<void> {
  const kind = context.kinds.of(category);
  const need = `${kind.area}:change` as const;
  if (may(person.role, need)) return;
  if (category !== jobKind.category) throw new NotAllowed(need);
  await requireOwn(context, person, jobKind, await findRecord(context, jobKind, recordId));
}

export const photoKind = recordKind({
  decider: photo,
  projection: photos,
  area: 'jobs',
  title: ({ caption }: PhotoDocument) => caption,
  present: presentPhoto,
  own: {
    includes: (context, person, photo) => ownPhotos(context, person)(photo),
    takesBack: ['PhotoAttached', 'PhotoCaptionRevised', 'PhotoStageMarked', 'PhotoRemoved', 'PhotoRestored'],
  },
  partOf: ({ category, recordId }) => ({ category, id: recordId }),
});
