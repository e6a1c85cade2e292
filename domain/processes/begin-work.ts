import type { CustomerCommand } from '../customer/customer.ts';
import { type Decider, followedBy, followingOf } from '../kit/decider.ts';
import { type EventBody, partsOfStream } from '../kit/event.ts';
import type { Process, Step } from '../kit/process.ts';

/**
 * Records that depend on a customer are in their own streams, but undoing the conversion looks only at the customer's.
 * So the first such record is noted there. Whichever of the two comes first, the customer stays in the end, because
 * something depends on them. No rule refuses the step: whoever made the record saw the customer.
 * @param deciders all of them; it concerns those whose records follow a customer
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
