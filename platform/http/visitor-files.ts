import { networkOf } from '../accounts/tries.ts';
import { type IncomingFiles, TooManyIncoming } from '../images/incoming-files.ts';
import { createPlaces } from './places.ts';

/** Files of strangers that come in. */
export interface VisitorFiles {
  /**
   * Keeps room for what a stranger sends while something is done with it: one network has a part of the room, and the rest
   * is for others, however slowly it sends.
   * @param address of whoever sends it
   * @param work as `IncomingFiles` has it
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
