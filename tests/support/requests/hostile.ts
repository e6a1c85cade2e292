import { samplePhoto } from '../samples/sample-photos.ts';
import { expectStatus } from '../server.ts';
import type { Client } from './client.ts';
import { upload } from './upload.ts';

/** Texts that would run, load, redirect or hide something if a page took them for more than text; each calls `ran`. */
export const SCRIPTS = [
  '<img src=x onerror="ran(1)">',
  '<script>ran(2)</script>',
  'javascript:ran(3)//',
  `"'><svg onload=ran(4)>`,
  '<a href=javascript:ran(5)>Open</a>',
  '</title></textarea><iframe srcdoc=ran(6)>',
  '{{constructor.constructor("ran(7)")()}}',
  '<base href=//elsewhere.example><!--ran(8)',
  '<style>*{color:red}</style>ran(9)',
  '<meta http-equiv=refresh content=0;url=/ran(10)>',
] as const;

/** The shortest, for fields of only a few characters. */
const SHORT = '<b onclick=ran(0)>';
const MAIL = ["'onclick='ran{11}'{{ran{11}}}@x.example", 'javascript?subject=x&body=y@x.example'];

/** The ids of the records made, by kind. */
export type HostileRecords = Record<'leads' | 'customers' | 'equipment' | 'staff' | 'crews' | 'users', string[]>;

/** Adds, for each text, one record of each kind with such texts in every text field, and photos with such captions. */
export async function addHostileRecords(owner: Client): Promise<HostileRecords> {
  const ids: HostileRecords = { leads: [], customers: [], equipment: [], staff: [], crews: [], users: [] };
  const add = async (path: string, body: object) => (await owner.post(path, body).then(expectStatus(201))).body.id;
  await owner.patch('/api/settings', settings()).then(expectStatus(200));
  for (const at of SCRIPTS.keys()) {
    ids.leads.push(await add('/api/leads', lead(at)));
    ids.customers.push(await add('/api/customers', customer(at)));
    ids.staff.push(await add('/api/staff', person(at)));
    ids.crews.push(await add('/api/crews', { name: `${at} ${script(at)}`, homeAddress: script(at + 1) }));
    ids.equipment.push(await add('/api/equipment', { ...equipment(at), assignedTo: ids.crews[at] }));
    ids.users.push(await add('/api/users', user(at)));
    await owner.post(`/api/customers/${ids.customers[at]}/properties`, property(at)).then(expectStatus(201));
    const maintenance = { doneOn: '2026-01-02', type: script(at), cost: '1', notes: script(at + 1) };
    await owner.post(`/api/equipment/${ids.equipment[at]}/maintenance`, maintenance);
  }
  for (const record of [`lead/${ids.leads[0]}`, `customer/${ids.customers[0]}`, `equipment/${ids.equipment[0]}`]) {
    await upload(owner, record, await samplePhoto({ width: 32, height: 24 }), {
      caption: SCRIPTS.slice(0, 5).join(' '),
    }).then(expectStatus(201));
  }
  return ids;
}

const script = (at: number) => SCRIPTS[at % SCRIPTS.length] ?? '';
const mail = (at: number) => MAIL[at % MAIL.length] ?? '';

const lead = (at: number) => ({
  name: script(at),
  email: mail(at),
  phone: script(at + 1),
  address: script(at + 2),
  description: script(at + 3),
  notes: script(at + 4),
});

const place = (at: number) => ({
  address: script(at),
  city: script(at + 1),
  state: script(at + 2),
  zipCode: SHORT,
});

const customer = (at: number) => ({
  ...place(at + 5),
  firstName: script(at),
  lastName: script(at + 1),
  email: mail(at),
  phone: script(at + 2),
  notes: script(at + 3),
});

const property = (at: number) => ({ ...place(at), label: script(at + 4), accessNotes: script(at + 5) });

const person = (at: number) => ({
  firstName: script(at),
  lastName: script(at + 1),
  email: mail(at),
  phone: script(at + 2),
  skills: [script(at + 3), script(at + 4)],
  certifications: [{ name: script(at + 5) }],
});

const equipment = (at: number) => ({
  name: script(at),
  category: 'Chippers',
  serialNumber: script(at + 1),
  notes: script(at + 2),
});

const user = (at: number) => ({
  username: `user${at}${script(at).replaceAll(/\s/g, '/')}`,
  role: 'office',
  email: `${at}${mail(at)}`,
  firstName: script(at),
  lastName: script(at + 1),
});

const settings = () => ({
  name: script(0),
  phone: script(1),
  email: mail(0),
  homeBase: { address: script(2) },
});
