import { partsOfStream, type Recorded } from '../kit/event.ts';
import type { Process, Step } from '../kit/process.ts';
import type { StaffEvent } from '../staff/events.ts';
import type { UserCommand } from '../user/user.ts';

/**
 * Whoever left the company has no account any more, which has the id of the person. The step is never refused: that the
 * last owner does not leave is decided before.
 */
export const closeAccount: Process = {
  name: 'close-account',
  types: ['StaffMemberLeft', 'StaffMemberReturned'],
  steps(event): Step<UserCommand>[] {
    const fact = event as Recorded<StaffEvent>;
    const { id } = partsOfStream(fact.stream);
    const step = (type: 'CloseAccount' | 'ReopenAccount') => [
      { role: 'account', category: 'user', id, command: { type } },
    ];
    if (fact.type === 'StaffMemberLeft' && fact.data.closesAccount) return step('CloseAccount');
    if (fact.type === 'StaffMemberReturned' && fact.data.opensAccount) return step('ReopenAccount');
    return [];
  },
};
