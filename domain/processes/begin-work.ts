import type { CustomerCommand } from '../customer/customer.ts';
import { type Decider, followedBy, followingOf } from '../kit/decider.ts';
import { type EventBody, partsOfStream } from '../kit/event.ts';
import type { Process, Step } from '../kit/process.ts';

/**
 * What hangs on a customer lies in streams of its own, and the undo of their conversion looks at theirs alone: the first
 * such thing is an event there. Whichever of the two comes first on that stream, the customer is there in the end, because
 * something hangs on them. The step is not refused by a rule: whoever made it has seen the customer.
 * @param deciders of which those have the steps whose records follow a customer's person
 */
export function beginWork(deciders: Iterable<Decider<unknown, object, EventBody>>): Process {
  const following = [...deciders].flatMap(({ category, whose }) => {
    const isWork = typeof whose === 'object' && 'begins' in whose && followingOf(whose, 'customer') !== null;
    return isWork ? [{ category, whose }] : [];
  });
  return {
    name: 'begin-work',
    types: following.map(({ whose }) => whose.begins),
    steps(event): Step<CustomerCommand>[] {
      const { category, id: recordId } = partsOfStream(event.stream);
      const whose = following.find((each) => each.category === category)?.whose;
      const followed = whose ? followedBy(whose, event, recordId) : null;
      if (followed?.category !== 'customer') return [];
      return [
        { role: 'customer', category: 'customer', id: followed.id, command: { type: 'BeginWork', category, recordId } },
      ];
    },
  };
}
