import { type ExternalLeadCommand, externalLead } from '../../domain/external-lead/external-lead.ts';
import type { ExternalOutcome } from '../../domain/external-lead/terms.ts';
import type { RequestedService, RequestUrgency } from '../../domain/intake/terms.ts';
import type { Decider } from '../../domain/kit/decider.ts';
import type { EventBody } from '../../domain/kit/event.ts';
import { type LeadCommand, lead } from '../../domain/lead/lead.ts';
import { HEARTWOOD, uuidv5 } from '../../platform/runtime/ids.ts';
import { createRandom } from '../bench/support/random.ts';
import { OFFICE, OWNER } from './accounts.ts';
import type { Act, Area } from './act.ts';
import { makePeople } from './content/people.ts';
import type { Scene } from './content/scenes.ts';
import { photoTaken } from './photos.ts';
import type { WorkingTime } from './working-time.ts';

// What strangers asked for through the public forms: from nearby, through the customer portal; from too far away,
// through the widget on other people's sites.

const PUBLIC = 'public';

interface Asked {
  /** Working hours before the end. */
  ago: number;
  service: RequestedService;
  urgency: RequestUrgency;
  description: string;
  scene?: Scene;
}

interface AskedNear extends Asked {
  /** Cents. */
  budget: number;
  time: string;
  isContacted?: true;
}

const NEAR: readonly AskedNear[] = [
  {
    ago: 23,
    service: 'tree_trimming',
    urgency: 'normal',
    budget: 100_000,
    time: 'evening',
    scene: 'roof',
    description: 'Two limbs of a maple hang over the porch roof. Can you also look at the birch next to it?',
  },
  {
    ago: 12,
    service: 'stump_grinding',
    urgency: 'low',
    budget: 50_000,
    time: 'anytime',
    scene: 'stump',
    description: 'A stump by the driveway, about two feet across.',
    isContacted: true,
  },
  {
    ago: 0.4,
    service: 'emergency_cleanup',
    urgency: 'urgent',
    budget: 250_000,
    time: 'morning',
    scene: 'fallen',
    description: 'A spruce came down on the fence last night. The road is free.',
  },
];

/** A local professional, by place in {@link PROS}, and how it turned out. */
type Given = readonly [pro: number, outcome?: ExternalOutcome];

interface AskedFar extends Asked {
  town: string;
  given?: Given;
  isTaken?: true;
}

const FAR: readonly AskedFar[] = [
  far(1_450, 'tree_removal', 'high', 'Keene, NH 03431', 'A dead ash close to the barn', [0, 'work_done'], 'dead'),
  far(1_020, 'stump_grinding', 'low', 'Pittsfield, MA 01201', 'Four stumps along the fence', [1, 'work_done']),
  far(760, 'tree_health', 'normal', 'Brattleboro, VT 05301', 'The leaves of our elm turn yellow in June', [
    2,
    'pro_unavailable',
  ]),
  far(430, 'tree_removal', 'normal', 'Keene, NH 03431', 'Two pines near the house', [0, 'work_done'], 'pair'),
  far(300, 'land_clearing', 'low', 'Worcester, MA 01602', 'Half an acre for a garden', [1, 'customer_declined']),
  far(120, 'tree_trimming', 'normal', 'Pittsfield, MA 01201', 'A hedge of arborvitae, sixty feet', [1]),
  far(90, 'tree_removal', 'high', 'Keene, NH 03431', 'A poplar that leans over the garage', [0], 'roof'),
  far(
    48,
    'emergency_cleanup',
    'urgent',
    'Brattleboro, VT 05301',
    'A limb lies on the wires to the house',
    [2],
    'wires',
  ),
  {
    ...far(60, 'multiple', 'normal', 'Granville, MA 01034', 'An oak to take down and the hedge to trim'),
    isTaken: true,
  },
  far(26, 'tree_removal', 'high', 'Worcester, MA 01602', 'A hollow maple beside the swing', undefined, 'dead'),
  far(8, 'stump_grinding', 'normal', 'Keene, NH 03431', 'One large stump in the lawn', undefined, 'stump'),
  far(3, 'tree_trimming', 'low', 'Brattleboro, VT 05301', 'An apple tree that nobody has pruned for years'),
  far(
    0.5,
    'tree_removal',
    'urgent',
    'Pittsfield, MA 01201',
    'A birch has split and hangs on the other half',
    undefined,
    'fallen',
  ),
];

function far(
  ago: number,
  service: RequestedService,
  urgency: RequestUrgency,
  town: string,
  description: string,
  given?: Given,
  scene?: Scene,
): AskedFar {
  return { ago, service, urgency, town, description, ...(given && { given }), ...(scene && { scene }) };
}

/** Their people get random names, like everybody here. */
const PROS: readonly { company: string; contact: string }[] = [
  { company: 'Monadnock Tree Work', contact: '(603) 555-0121' },
  { company: 'Berkshire Stump & Limb', contact: '(413) 555-0134' },
  { company: 'West River Arborists', contact: 'office@example.org' },
];

const SITES = ['https://gardens.example', 'https://hardware.example', 'https://homes.example'] as const;

/** Requests through the public forms, and what the office did with them. */
export const requests: Area = (time) => {
  const random = createRandom(1931);
  const count = NEAR.length + FAR.length + PROS.length;
  const people = makePeople(count + 2, random).filter(({ name }) => name.length < 20 && !/[^A-Za-z ]/.test(name));
  const named = (index: number) => people[index] as (typeof people)[number];
  return [
    ...NEAR.flatMap((asked, index) => ofNear(asked, named(index), index, time)),
    ...FAR.flatMap((asked, index) => {
      const pro = asked.given && {
        ...PROS[asked.given[0]],
        name: named(NEAR.length + FAR.length + asked.given[0]).name,
      };
      return ofFar(asked, named(NEAR.length + index), pro, index, time);
    }),
  ];
};

type Person = ReturnType<typeof makePeople>[number];

function ofNear(asked: AskedNear, person: Person, index: number, time: WorkingTime): Act[] {
  const { ago, service, urgency, description, budget, time: preferredContactTime, scene, isContacted } = asked;
  const name = `demo/portal/${index}`;
  const hour = time.hours - ago;
  const id = uuidv5(uuidv5(HEARTWOOD, name), 'lead');
  const capture: LeadCommand = {
    type: 'CaptureLead',
    details: { ...person, description, leadSource: 'Customer Portal', estimatedValue: budget },
    request: { page: 'portal', serviceType: service, urgency, preferredContactTime, hostSite: null, analysisId: null },
    now: at(hour, time),
  };
  const acts = [actOf(lead, id, name, hour, PUBLIC, capture, time)];
  if (scene) acts.push(photoOf(name, hour, 'lead', id, scene, time));
  if (isContacted) {
    const contacted: LeadCommand = { type: 'ReviseLead', details: {}, status: 'Contacted' };
    acts.push(actOf(lead, id, `${name}/contacted`, hour + 2, OFFICE.id, contacted, time));
  }
  return acts;
}

interface Pro {
  name: string;
  company?: string;
  contact?: string;
}

function ofFar(asked: AskedFar, person: Person, pro: Pro | undefined, index: number, time: WorkingTime): Act[] {
  const { ago, service, urgency, town, description, scene, given, isTaken } = asked;
  const name = `demo/external/${index}`;
  const hour = time.hours - ago;
  const id = uuidv5(uuidv5(HEARTWOOD, name), 'external_lead');
  const [street] = person.address.split(', ');
  const act = (role: string, later: number, actor: string, command: ExternalLeadCommand) =>
    actOf(externalLead, id, `${name}/${role}`, hour + later, actor, command, time);
  const acts = [
    act('received', 0, PUBLIC, {
      type: 'ReceiveExternalLead',
      details: {
        ...person,
        address: `${street}, ${town}`,
        description,
        serviceType: service,
        priority: urgency,
        leadSource: 'website_widget',
        hostSite: SITES[index % SITES.length] ?? null,
        notes: scene ? JSON.stringify(ANALYSES[scene] ?? {}) : '',
        campaignId: null,
      },
      now: at(hour, time),
    }),
  ];
  if (scene) acts.push(photoOf(name, hour, 'external_lead', id, scene, time));
  if (pro) {
    const { company = null, contact = null } = pro;
    const assign = {
      type: 'AssignPro',
      pro: { name: pro.name, company, contact, notes: null },
      proId: uuidv5(id, 'pro'),
      now: at(hour + 3, time),
    } as const;
    acts.push(act('assigned', 3, OFFICE.id, assign));
  }
  if (given?.[1]) {
    const done = { type: 'CompleteExternalLead', outcome: given[1], notes: null, now: at(hour + 70, time) } as const;
    acts.push(act('completed', 70, OFFICE.id, done));
  }
  if (isTaken) {
    const leadId = uuidv5(id, 'lead');
    acts.push(act('taken', 5, OWNER.id, { type: 'TakeExternalLead', leadId, photos: [] }));
  }
  return acts;
}

/** What the widget found in some of the pictures. */
const ANALYSES: Readonly<Partial<Record<Scene, object>>> = {
  dead: {
    serviceType: 'Tree Removal',
    treeSpecies: 'Ash',
    treeHeight: '50-60 feet',
    difficultyLevel: 'High',
    estimatedCost: '$1,500 - $2,600',
    estimatedDuration: '6-8 hours',
    recommendations: ['Take the dead top down in pieces', 'Keep people away from below the tree'],
    equipmentNeeded: ['Bucket truck', 'Chipper', 'Ropes'],
  },
  roof: {
    serviceType: 'Tree Removal',
    treeSpecies: 'Poplar',
    treeHeight: '40-50 feet',
    difficultyLevel: 'High',
    estimatedCost: '$1,200 - $2,000',
    estimatedDuration: '5-7 hours',
    recommendations: ['Rope the limbs over the roof'],
    equipmentNeeded: ['Ropes', 'Chipper'],
  },
  stump: {
    serviceType: 'Stump Grinding',
    treeSpecies: 'Maple',
    difficultyLevel: 'Low',
    estimatedCost: '$150 - $350',
    estimatedDuration: '1-2 hours',
    equipmentNeeded: ['Stump grinder'],
  },
};

function photoOf(
  name: string,
  hour: number,
  category: 'lead' | 'external_lead',
  recordId: string,
  scene: Scene,
  time: WorkingTime,
): Act {
  const of = { category, recordId, scene, caption: null };
  return photoTaken({ name: `${name}/photo`, hour: hour + 0.001, actor: PUBLIC, ...of }, time);
}

function at(hour: number, time: WorkingTime): string {
  return new Date(time.instantAt(hour)).toISOString();
}

function actOf<State, Command, Event extends EventBody>(
  decider: Decider<State, Command, Event>,
  id: string,
  name: string,
  hour: number,
  actor: string,
  command: Command,
  time: WorkingTime,
): Act {
  const commandId = uuidv5(HEARTWOOD, name);
  return { at: time.instantAt(hour), actor, run: (desk) => desk.send(decider, id, command, { commandId }) };
}
