import type { CrewDetails } from '../../domain/roster/events.ts';
import type { MembersChange } from '../../domain/roster/roster.ts';
import { equipmentKind } from '../equipment/record.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { completed, givenIn } from '../kit/fields/fields.schema.ts';
import { noSuch, streamOf } from '../kit/records.ts';
import { recordRoutes } from '../kit/routes.ts';
import { lookUpPeople } from '../staff/find.ts';
import { crewKind } from './record.ts';
import { crewFields, crewList, crewRecord, formCrewBody, type ReviseCrewBody, reviseCrewBody } from './schema.ts';

/** The crews and their members: each person is in one crew. */
export function crewRoutes(app: App, context: ApiContext): void {
  const crews = recordRoutes(app, context, { kind: crewKind, record: crewRecord, path: '/api/crews', tag: 'Crews' });

  crews.list(crewList);

  crews.create({
    body: formCrewBody,
    async commands({ body, id: crewId, now }) {
      const { isActive = true } = body;
      const details = completed(crewFields, body);
      await requireEquipment(context, details);
      return { type: 'FormCrew', crewId, details, isActive, members: await membersOf(context, body), now };
    },
  });

  crews.revise({
    body: reviseCrewBody,
    async commands({ body, id: crewId }) {
      const { isActive, memberIds } = body;
      const details = givenIn(crewFields, body);
      await requireEquipment(context, details);
      return {
        type: 'ReviseCrew',
        crewId,
        details,
        ...(isActive !== undefined && { isActive }),
        ...(memberIds !== undefined && { members: await membersOf(context, body) }),
      };
    },
  });
}

/** Who should be in the crew, with details about them: the lookup that the decision needs. */
async function membersOf(
  context: ApiContext,
  { memberIds = [], movedFrom }: Pick<ReviseCrewBody, 'memberIds' | 'movedFrom'>,
): Promise<MembersChange> {
  return { memberIds, movedFrom: movedFrom ?? {}, people: await lookUpPeople(context, memberIds) };
}

/** @throws HttpError 400 if one of the ids is not a piece of equipment */
async function requireEquipment(
  { store }: ApiContext,
  { defaultEquipmentIds = [] }: Partial<CrewDetails>,
): Promise<void> {
  const streams = defaultEquipmentIds.map((id) => streamOf(equipmentKind, id));
  const firsts = await Promise.all(streams.map((stream) => store.readStream(stream, { limit: 1 })));
  if (firsts.every((events) => events.length > 0)) return;
  throw noSuch('defaultEquipmentIds', 'Some of this equipment was not found. Choose from the list.');
}
