import type { Facts } from '../facts/facts.ts';
import { customersAtRisk } from './customers-at-risk.ts';
import { maintenanceAhead } from './maintenance.ts';
import type { Predicted } from './prediction.ts';
import { routesAndCrews } from './routes-and-crews.ts';

/** What facts say of the time to come; each is null while the company has no data for it at all. */
export interface Predictions {
  /** The company's day, `YYYY-MM-DD`. */
  asOf: string;
  maintenance: Predicted | null;
  customers: Predicted | null;
  routes: Predicted | null;
}

/** Everything that is told from facts alone. */
export function predictionsOf(facts: Facts): Predictions {
  return {
    asOf: facts.today,
    maintenance: maintenanceAhead(facts),
    customers: customersAtRisk(facts),
    routes: routesAndCrews(facts),
  };
}
