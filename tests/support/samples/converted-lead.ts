import type { Client } from '../requests/client.ts';
import { upload } from '../requests/upload.ts';
import { expectStatus } from '../server.ts';
import { samplePhoto } from './sample-photos.ts';

/** Adds a customer who came as a lead, with a photo. @returns the customer's id */
export async function addConvertedLead(owner: Client, name: string): Promise<string> {
  const { body: lead } = await owner
    .post('/api/leads', { name, phone: '413 555 0142', notes: 'Gate code 4711' })
    .then(expectStatus(201));
  const { body } = await owner.post(`/api/leads/${lead.id}/convert`).then(expectStatus(200));
  await upload(owner, `customer/${body.customerId}`, await samplePhoto({}), { caption: 'The elm' }).then(
    expectStatus(201),
  );
  return body.customerId;
}
