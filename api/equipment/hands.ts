import { Rejection } from '../../domain/kit/decider.ts';
import type { EquipmentDocument } from '../../projections/equipment.ts';
import type { RuleAcross } from '../kit/context.ts';
import { findPerson } from './assignees.ts';

/** Only somebody who works here gets equipment into their hands: 400 for nobody, 409 for who has left. */
export const intoHandsOfStaff: RuleAcross<EquipmentDocument> = {
  asksAbout: ({ heldBy }, was) => heldBy !== null && heldBy !== was?.heldBy,
  async require(context, { heldBy }) {
    const person = await findPerson(context, heldBy ?? '');
    if (!person) throw new Rejection('invalid', 'There is no person with this id. Choose one from the list.', 'heldBy');
    if (!person.isGone) return;
    throw new Rejection('conflict', `${person.name ?? 'This person'} is no longer with the company.`, 'heldBy');
  },
};
