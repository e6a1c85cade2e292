import { Rejection } from '../../domain/kit/decider.ts';
import { people, type StaffDocument } from '../../projections/staff.ts';
import { timesheets } from '../../projections/timesheets.ts';
import type { UserDocument } from '../../projections/users.ts';
import type { ReadModels } from '../../store/read-models.ts';
import { allOf } from '../../store/read-pages.ts';
import type { RuleAcross } from '../kit/context.ts';

const isErasure = (after: { erased?: boolean }, was: { erased?: boolean } | null) =>
  after.erased === true && was?.erased !== true;

/** Nobody is erased while hours of theirs wait for an approval, which an erased week cannot be given any more: 409. */
export const hoursApprovedFirst: RuleAcross<StaffDocument> = {
  asksAbout: isErasure,
  require: ({ readModels }, { id }) => requireNoneSubmitted(readModels.current(), id),
};

/** The same of an account alone: that of somebody on People goes with their record, which was asked about. */
export const hoursApprovedFirstWithoutRecord: RuleAcross<UserDocument> = {
  asksAbout: isErasure,
  async require({ readModels }, { id }) {
    const models = readModels.current();
    const person = (await models.get(people.collection, [id])).get(id);
    if (!person?.isStaff) await requireNoneSubmitted(models, id);
  },
};

async function requireNoneSubmitted(models: ReadModels, id: string): Promise<void> {
  const [waiting] = await allOf(models, timesheets.collection, {
    where: { personId: id, status: 'submitted' },
    order: { field: 'week', direction: 'asc' },
  });
  if (!waiting) return;
  const hours = `Their hours of the week of ${waiting.week} wait for an approval`;
  throw new Rejection('conflict', `${hours}. Approve them first, or take back that they were submitted.`);
}
