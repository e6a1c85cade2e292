import { networkOf } from '../accounts/tries.ts';
import { type IncomingFiles, TooManyIncoming } from '../images/incoming-files.ts';
import { createPlaces } from './places.ts';

/** Incoming files from strangers. */
export interface VisitorFiles {
  /**
   * Keeps room for a stranger's file while something is done with it. One network may take only part of the room,
   * however slowly it sends, and the rest is for others.
   * @param address of the sender
   * @param work as in `IncomingFiles`
   * @throws TooManyIncoming at once; StoreUnavailable
   */
  receive<Result>(address: string, work: (path: string) => Promise<Result>): Promise<Result>;
}

const MOST_OF_NETWORK = 6;

export function visitorFilesIn(files: IncomingFiles, mostOfNetwork = MOST_OF_NETWORK): VisitorFiles {
  const places = createPlaces(mostOfNetwork);
  return {
    async receive(address, work) {
      const leave = places.take(networkOf(address));
      if (!leave) throw new TooManyIncoming();
      try {
        return await files.receive(work);
      } finally {
        leave();
      }
    },
  };
}
