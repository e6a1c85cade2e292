import sharp from 'sharp';
import { job } from '../../domain/job/job.ts';
import { type PhotoTarget, photo, type StoredPicture } from '../../domain/photo/photo.ts';
import type { PhotoCategory, PhotoStage } from '../../domain/photo/terms.ts';
import { THUMBNAIL_SIDE } from '../../platform/images/image.ts';
import { HEARTWOOD, uuidv5 } from '../../platform/runtime/ids.ts';
import { createRandom, type Random } from '../bench/support/random.ts';
import { ESTIMATOR, OFFICE } from './accounts.ts';
import type { Act, Area, Desk } from './act.ts';
import { MACHINES } from './content/machines.ts';
import { drawScene, type Scene } from './content/scenes.ts';
import { machineId } from './equipment.ts';
import { doneJobs, jobId, planJobs } from './jobs.ts';
import { type PlannedLead, planLeads } from './lead-plan.ts';
import { leadId } from './leads.ts';
import { planQuotes, quoteId } from './quotes.ts';
import type { WorkingTime } from './working-time.ts';

/** What the estimator takes pictures of, with captions. */
const ON_SITE: readonly (readonly [Scene, string | null])[] = [
  ['roof', 'Limb over the roof, from the driveway'],
  ['wires', 'Service drop on the street side'],
  ['dead', 'Dead top. No climbing'],
  ['pair', null],
  ['fallen', 'What is on the fence'],
  ['stump', 'Grind this one too'],
  ['pair', 'The one on the left'],
];

/** One in this many leads has photos. */
const PICTURED = 4;

/** Photos of leads, of those that became customers, and of the machines. */
export const photos: Area = (time) => {
  const random = createRandom(480);
  return [
    ...planLeads(time).flatMap((lead, number) => ofLead(lead, number, time, random)),
    ...ofMachines(time),
    ...ofJobs(time),
    ...ofQuotes(time),
    ...ofDone(time),
  ];
};

interface Taken {
  /** Its id is derived from this. */
  name: string;
  hour: number;
  actor: string;
  category: PhotoCategory;
  recordId: string;
  propertyId?: string;
  scene: Scene;
  caption: string | null;
  stage?: PhotoStage;
}

/** The estimator's photos of a new lead; one more once it has become a customer. */
function ofLead({ begins, steps }: PlannedLead, number: number, time: WorkingTime, random: Random): Act[] {
  const isGone = steps.some(({ deed }) => deed.type === 'remove' || deed.type === 'undo convert');
  if (isGone || number % PICTURED !== 0) return [];
  const id = leadId(number);
  const name = `demo/lead/${number}/photo`;
  const first = random.below(ON_SITE.length);
  const taken = Array.from({ length: 1 + random.below(3) }, (_, index): Taken => {
    const [scene, caption] = ON_SITE[(first + index) % ON_SITE.length] ?? ['pair', null];
    const hour = begins + 0.3 + index * 0.02;
    const of = { category: 'lead', recordId: id } as const;
    return { name: `${name}/${index}`, hour, actor: ESTIMATOR.id, ...of, scene, caption };
  });
  const converted = steps.findIndex(({ deed }) => deed.type === 'convert');
  if (converted !== -1) {
    const hour = begins + steps.slice(0, converted + 1).reduce((sum, { hours }) => sum + hours, 0) + 2;
    const of = { category: 'customer', recordId: uuidv5(id, 'customer'), propertyId: id } as const;
    taken.push({ name: `${name}/done`, hour, actor: ESTIMATOR.id, ...of, scene: 'stump', caption: 'After the work' });
  }
  return taken.filter(({ hour }) => hour < time.hours).map((each) => photoTaken(each, time));
}

function ofMachines(time: WorkingTime): Act[] {
  return MACHINES.flatMap(({ category, age }, number): Act[] => {
    const scene: Scene | null = category === 'Chippers' ? 'chipper' : category === 'Trucks' ? 'truck' : null;
    if (scene === null || age < 1) return [];
    const name = `demo/equipment/${number}/photo`;
    const of = { category: 'equipment', recordId: machineId(number) } as const;
    const caption = scene === 'truck' ? 'Before the season' : null;
    return [photoTaken({ name, hour: 8 + number * 0.05, actor: OFFICE.id, ...of, scene, caption }, time)];
  });
}

/** What the crew sees before going there. */
function ofJobs(time: WorkingTime): Act[] {
  return planJobs(time).flatMap((planned, number): Act[] => {
    if (number % PICTURED !== 0) return [];
    const [scene, caption] = ON_SITE[number % ON_SITE.length] ?? ['pair', null];
    const of = { category: 'job', recordId: jobId(planned) } as const;
    return [
      photoTaken(
        { name: `${planned.name}/photo`, hour: planned.begins + 0.1, actor: OFFICE.id, ...of, scene, caption },
        time,
      ),
    ];
  });
}

/** One in this many finished jobs was photographed before and after the work, with the customer’s consent to show it. */
const SHOWN = 5;
/** In working hours around the end of the work. */
const BEFORE_END = 0.5;
const CONSENT_AFTER = 0.2;

function ofDone(time: WorkingTime): Act[] {
  return doneJobs(time)
    .filter(({ hour }, index) => index % SHOWN === 1 && hour + CONSENT_AFTER < time.hours)
    .flatMap(({ planned, id, hour }, index): Act[] => {
      const of = { category: 'job', recordId: id, actor: OFFICE.id, caption: null } as const;
      const name = `${planned.name}/pair`;
      const scene = index % 2 === 0 ? 'stump' : 'dead';
      const at = time.instantAt(hour + CONSENT_AFTER);
      return [
        photoTaken({ ...of, name: `${name}/before`, hour: hour - BEFORE_END, scene, stage: 'before' }, time),
        photoTaken(
          { ...of, name: `${name}/after`, hour: hour + CONSENT_AFTER / 2, scene: 'level', stage: 'after' },
          time,
        ),
        {
          at,
          actor: OFFICE.id,
          async run(desk) {
            const command = {
              type: 'GivePhotoConsent',
              recordedBy: OFFICE.id,
              now: new Date(at).toISOString(),
            } as const;
            await desk.send(job, id, command, { commandId: uuidv5(HEARTWOOD, `${name}/consent`) });
          },
        },
      ];
    });
}

/** What the customer sees on the quote. */
function ofQuotes(time: WorkingTime): Act[] {
  return planQuotes(time).flatMap((planned, number): Act[] => {
    const [first] = planned.deeds;
    if (!first || number % PICTURED !== 0) return [];
    const [scene, caption] = ON_SITE[number % ON_SITE.length] ?? ['pair', null];
    const of = { category: 'quote', recordId: quoteId(planned) } as const;
    const name = `${planned.name}/photo`;
    return [photoTaken({ name, hour: first.hour + 0.01, actor: ESTIMATOR.id, ...of, scene, caption }, time)];
  });
}

/** The act of taking a picture, at its working hour. */
export function photoTaken({ name, hour, actor, scene, caption, stage, ...of }: Taken, time: WorkingTime): Act {
  const at = time.instantAt(hour);
  const commandId = uuidv5(HEARTWOOD, name);
  const { propertyId = null } = of;
  const target: PhotoTarget = { ...of, propertyId, presence: 'present', propertyIds: propertyId ? [propertyId] : [] };
  return {
    at,
    actor,
    async run(desk) {
      const picture = await keepPicture(desk, scene);
      const command = { type: 'AttachPhoto', target, picture, caption, now: new Date(at).toISOString() } as const;
      const id = uuidv5(commandId, 'photo');
      await desk.send(photo, id, command, { commandId });
      if (stage === undefined) return;
      await desk.send(photo, id, { type: 'MarkStage', stage }, { commandId: uuidv5(commandId, 'stage') });
    },
  };
}

const drawn = new Map<Scene, Promise<{ image: Buffer; thumbnail: Buffer; width: number; height: number }>>();

async function keepPicture(desk: Desk, scene: Scene): Promise<StoredPicture> {
  const { image, thumbnail, width, height } = await (drawn.get(scene) ?? remember(scene));
  const [sha256, thumbnailSha256] = [await desk.keep(image), await desk.keep(thumbnail)];
  return { sha256, thumbnailSha256, width, height, bytes: image.byteLength };
}

function remember(scene: Scene): ReturnType<typeof draw> {
  const drawing = draw(scene);
  drawn.set(scene, drawing);
  return drawing;
}

async function draw(scene: Scene) {
  const svg = Buffer.from(drawScene(scene));
  const { data: image, info } = await sharp(svg).webp({ quality: 80 }).toBuffer({ resolveWithObject: true });
  const thumbnail = await sharp(svg).resize(THUMBNAIL_SIDE).webp({ quality: 75 }).toBuffer();
  return { image, thumbnail, width: info.width, height: info.height };
}
