import { type CompanyCommand, type CompanySettings, company } from '../../domain/company/company.ts';
import { COMPANY_ID } from '../../domain/company/terms.ts';
import { HEARTWOOD, uuidv5 } from '../../platform/runtime/ids.ts';
import { OWNER } from './accounts.ts';
import type { Act, Area } from './act.ts';
import type { WorkingTime } from './working-time.ts';

/** The hour of work at which the owner says so. */
interface Said {
  hour: number;
  settings: Partial<CompanySettings>;
}

function saidIn({ zone, hours }: WorkingTime): Said[] {
  return [
    {
      hour: 0.6,
      settings: {
        name: 'Hampshire Tree Care',
        phone: '(413) 555-0100',
        email: 'office@example.com',
        timeZone: zone,
        homeBase: { address: '8 River Drive, Hadley, MA 01035', latitude: 42.353, longitude: -72.588 },
        workingHours: { start: '07:30', end: '16:30' },
      },
    },
    { hour: 0.7, settings: { taxRate: 6_250, paymentTermsDays: 14, labourRate: 6_200 } },
    { hour: hours * 0.35, settings: { serviceArea: { zipCodes: null, radiusMiles: 25 } } },
    { hour: hours * 0.6, settings: { labourRate: 6_800 } },
  ];
}

/** What the owner has set for the company: most of it on the first morning. */
export const companySettings: Area = (time) =>
  saidIn(time).map(({ hour, settings }, index): Act => {
    const command: CompanyCommand = { type: 'ReviseCompanySettings', settings };
    const commandId = uuidv5(HEARTWOOD, `demo/company/${index}`);
    return {
      at: time.instantAt(hour),
      actor: OWNER.id,
      run: (desk) => desk.send(company, COMPANY_ID, command, { commandId }),
    };
  });
