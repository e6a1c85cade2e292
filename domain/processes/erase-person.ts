import { partsOfStream, type Recorded } from '../kit/event.ts';
import type { Process, Step } from '../kit/process.ts';
import type { PayCommand } from '../pay/pay.ts';
import type { StaffEvent } from '../staff/events.ts';
import type { UserCommand } from '../user/user.ts';

/** Somebody's account and what they are paid have the id of the person, and are erased together. No step is refused. */
export const erasePerson: Process = {
  name: 'erase-person',
  types: ['StaffMemberErased'],
  steps(event): Step<UserCommand | PayCommand>[] {
    const { type, stream } = event as Recorded<StaffEvent>;
    if (type !== 'StaffMemberErased') return [];
    const { id } = partsOfStream(stream);
    return [
      { role: 'account', category: 'user', id, command: { type: 'EraseUser', confirm: null } },
      { role: 'pay', category: 'pay', id, command: { type: 'ErasePay' } },
    ];
  },
};
