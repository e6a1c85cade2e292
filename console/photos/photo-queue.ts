import { useSyncExternalStore } from 'react';
import type { PhotoRecord } from '../../api/photos/schema.ts';
import type { Reply } from '../data/api.ts';
import { type Fate, perform, takePlaces } from '../data/device/queue.ts';
import { holdsUnsent } from '../data/unsent.ts';
import { randomKey } from '../data/use-command.ts';
import { showToast } from '../ui/status/toaster.tsx';
import { PHOTOS, type PhotoOwner } from './get-photos.ts';
import { tellAdded } from './photo-upload.tsx';
import { photoToSend } from './shrink.ts';

/** A chosen photo that is not stored yet: it is being read, or waits for that. */
export interface PhotoRead {
  id: string;
  recordId: string;
  /** The file's name. */
  name: string;
}

// Outside any component, as the photos are added even if the page of their record is left.
let reading: readonly PhotoRead[] = [];
const listeners = new Set<() => void>();
holdsUnsent(() => reading.length > 0);

function change(next: typeof reading): void {
  reading = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The chosen photos of a record that are not stored yet, in the order they were chosen. */
export function usePhotosRead(recordId: string): readonly PhotoRead[] {
  return useSyncExternalStore(subscribe, () => reading).filter((each) => each.recordId === recordId);
}

/**
 * Adds photos to a record through this device's store: they are sent now, or once there is a network, even if the page
 * is closed meanwhile; in the order they were chosen, as far as some wait, though a small one is read before a large one.
 * @param title of the record
 */
export async function keepPhotos(
  { category, recordId }: PhotoOwner,
  title: string,
  files: readonly File[],
): Promise<void> {
  const problems: string[] = [];
  const reads = files.map((file) => ({ id: randomKey(), recordId, name: file.name, file }));
  change([...reading, ...reads.map(({ file: _, ...read }) => read)]);
  const places = takePlaces(files.length);
  const keepOne = async ({ id, file }: (typeof reads)[number], index: number): Promise<Promise<Fate>[]> => {
    try {
      const photo = await photoToSend(file);
      const place = (await places)[index] ?? null;
      return [(await keepPhoto({ category, recordId }, title, photo, place)).fate];
    } catch (cause) {
      problems.push(`${file.name}: ${cause instanceof Error ? cause.message : cause}`);
      return [];
    } finally {
      change(reading.filter((read) => read.id !== id));
    }
  };
  const fates = (await Promise.all(reads.map(keepOne))).flat();
  // Reported at once, as the outcome of the others may take until there is signal; and again then, so that none is
  // overlooked.
  if (problems.length > 0) tellProblems(problems);
  if (fates.length === 0) return;
  const told = await Promise.all(fates);
  const replies = told.flatMap((fate) => ('reply' in fate && fate.reply ? [fate.reply as Reply<PhotoRecord>] : []));
  const waits = told.filter((fate) => 'waits' in fate).length;
  const refused = told.flatMap((fate) => ('refused' in fate ? [fate.refused.message] : []));
  if (refused.length + problems.length > 0) tellProblems([...problems, ...new Set(refused)]);
  else if (waits > 0) {
    const title = waits === 1 ? 'Photo kept' : `${waits} photos kept`;
    void showToast({ title, text: 'On this device, until there is signal.', intent: 'warning' });
  } else tellAdded(replies, []);
}

/** @throws Error if it can be neither stored nor sent, and has to be added again */
async function keepPhoto(
  { category, recordId }: PhotoOwner,
  title: string,
  file: File,
  place: number | null,
): Promise<{ fate: Promise<Fate> }> {
  const act = {
    record: { category, id: recordId },
    title,
    did: `Photo ${file.name}`,
    method: 'POST',
    path: `/api/photos/${category}/${encodeURIComponent(recordId)}`,
    collections: PHOTOS,
    file,
  } as const;
  return perform(act, place);
}

function tellProblems(problems: readonly string[]): void {
  void showToast({ title: 'Error', text: problems.join(' '), intent: 'danger' });
}
